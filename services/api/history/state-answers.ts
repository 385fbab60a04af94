// Answers about the newest states of markets from memory. What the memory cannot answer, the store does.
import type { MaybePromise } from '../../lib/run/maybe-promise.ts'
import type { AskedState, MarketHistory } from './market-history.ts'
import type { MarketState } from './market-state.ts'
import type { Memory } from './memory.ts'

export interface StateAnswersOptions {
  readonly memory: Pick<Memory, 'tails' | 'states'>
  readonly partitionOf: (marketId: string) => number
  readonly stored: { states(markets: readonly AskedState[]): Promise<States> }
  /** Called once for each question; for one that waited for a load, perhaps twice. */
  readonly count: (result: 'hits' | 'misses' | 'fallbacks') => void
}

type States = ReadonlyMap<string, MarketState>

interface FoundStates {
  readonly states: States
  /** Not in memory. */
  readonly missing: readonly AskedState[]
  /** Only the store may have what the response states. */
  readonly outdated: readonly AskedState[]
}

/** See MarketHistory.states. */
export function createStateAnswers(options: StateAnswersOptions): MarketHistory['states'] {
  const { memory, partitionOf, stored, count } = options
  const { tails, states: cache } = memory

  /** Whether no follower is behind what the store is known to have, or behind the watermark of the response. */
  function isCurrent(partition: number, watermarkPosition: number): boolean {
    return (
      tails.trades.isCurrent(partition, watermarkPosition) &&
      tails.books.isCurrent(partition, 0) &&
      tails.markets.isCurrent(partition, 0) &&
      tails.audits.isCurrent(partition, 0)
    )
  }

  /**
   * An audit covers only trades before a watermark (services/projector/audit). It may be shown if the response states
   * a watermark of that time, because then its trades are included.
   */
  function find(markets: readonly AskedState[]): FoundStates {
    const states = new Map<string, MarketState>()
    const missing: AskedState[] = []
    const outdated: AskedState[] = []
    /** The common case, by partition: the response states no watermark. */
    const areCurrent: boolean[] = []
    for (const market of markets) {
      const { id, watermarkPosition } = market
      const cached = cache.get(id)
      const state = cached?.state
      const partition = cached?.partition ?? partitionOf(id)
      const isUpToDate =
        watermarkPosition === 0
          ? (areCurrent[partition] ??= isCurrent(partition, 0))
          : isCurrent(partition, watermarkPosition)
      if (!isUpToDate) outdated.push(market)
      else if (!state) missing.push(market)
      else if ((state.audit?.audited_until_ms ?? 0) > market.completeUntilMs) outdated.push(market)
      else states.set(id, state)
    }
    return { states, missing, outdated }
  }

  async function complete({ states, missing, outdated }: FoundStates): Promise<States> {
    if (missing.length > 0) count('misses')
    await cache.load(missing.map(({ id }) => id))
    const found = find(missing)
    const rest = [...outdated, ...found.missing, ...found.outdated]
    if (rest.length === 0) return new Map([...states, ...found.states])
    count('fallbacks')
    return new Map([...states, ...found.states, ...(await stored.states(rest))])
  }

  return (markets): MaybePromise<States> => {
    const found = find(markets)
    if (found.missing.length + found.outdated.length > 0) return complete(found)
    count('hits')
    return found.states
  }
}
