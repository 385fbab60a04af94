// Answers questions about the newest states of markets from memory. For states that are not in memory, or not new
// enough, the store answers.
import type { MaybePromise } from '../../lib/run/maybe-promise.ts'
import type { StateRequest, MarketHistory } from './market-history.ts'
import type { MarketState } from './market-state.ts'
import type { HistoryMemory } from './memory.ts'

export interface StateReaderOptions {
  readonly memory: Pick<HistoryMemory, 'tails' | 'states'>
  readonly partitionOf: (marketId: string) => number
  readonly stored: { states(markets: readonly StateRequest[]): Promise<MarketStates> }
  /** Called once for each question, or twice if the question waited for a load. */
  readonly count: (result: 'hits' | 'misses' | 'fallbacks') => void
}

type MarketStates = ReadonlyMap<string, MarketState>

interface FoundStates {
  readonly states: MarketStates
  /** Not in memory. */
  readonly missing: readonly StateRequest[]
  /** Markets whose states in memory are not as new as the response must be; the store may have newer ones. */
  readonly outdated: readonly StateRequest[]
}

/** See MarketHistory.states. */
export function createMarketStateReader(options: StateReaderOptions): MarketHistory['states'] {
  const { memory, partitionOf, stored, count } = options
  const { tails, states: cache } = memory

  /**
   * Whether the memory has all records of the partition that the store is known to have, and all trades before the
   * watermark of the response.
   */
  function isStateCurrent(partition: number, watermarkPosition: number): boolean {
    return (
      tails.trades.isCurrent(partition, watermarkPosition) &&
      tails.books.isCurrent(partition, 0) &&
      tails.markets.isCurrent(partition, 0) &&
      tails.audits.isCurrent(partition, 0)
    )
  }

  /**
   * Finds states in memory. The audit in a state covers the trades up to a time (services/projector/audit). If the
   * watermark of the response is earlier, the state is not used: its audit would cover trades that the response may
   * lack.
   */
  function find(markets: readonly StateRequest[]): FoundStates {
    const states = new Map<string, MarketState>()
    const missing: StateRequest[] = []
    const outdated: StateRequest[] = []
    /** By partition: the result of isStateCurrent() for a response without a watermark, the most frequent case. */
    const areCurrent: boolean[] = []
    for (const market of markets) {
      const { id, watermarkPosition } = market
      const cached = cache.get(id)
      const state = cached?.state
      const partition = cached?.partition ?? partitionOf(id)
      const isUpToDate =
        watermarkPosition === 0
          ? (areCurrent[partition] ??= isStateCurrent(partition, 0))
          : isStateCurrent(partition, watermarkPosition)
      if (!isUpToDate) outdated.push(market)
      else if (!state) missing.push(market)
      else if ((state.audit?.audited_until_ms ?? 0) > market.completeUntilMs) outdated.push(market)
      else states.set(id, state)
    }
    return { states, missing, outdated }
  }

  async function loadMissingStates({
    states,
    missing,
    outdated,
  }: FoundStates): Promise<MarketStates> {
    if (missing.length > 0) count('misses')
    await cache.load(missing.map(({ id }) => id))
    const found = find(missing)
    const rest = [...outdated, ...found.missing, ...found.outdated]
    if (rest.length === 0) return new Map([...states, ...found.states])
    count('fallbacks')
    return new Map([...states, ...found.states, ...(await stored.states(rest))])
  }

  return (markets): MaybePromise<MarketStates> => {
    const found = find(markets)
    if (found.missing.length + found.outdated.length > 0) return loadMissingStates(found)
    count('hits')
    return found.states
  }
}
