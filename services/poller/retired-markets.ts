// The retired markets of a platform in compact form: what the poller still needs of a market that has ended and is no
// longer requested. There are millions of them, so they are in a file if the process has a directory for it, otherwise in
// memory. After some time the poller forgets them. docs/decisions/016-retired-markets.md has the sizes, and what happens
// when a forgotten market comes back.
import { copyOfText } from '../lib/run/copy-of-text.ts'
import type { CreateScratchMap, ScratchMap } from '../lib/run/scratch-file.ts'
import type { MarketFacts } from '../platforms/source.ts'
import type { HistoryState, MarketState, RetiredState } from './checkpoints.ts'
import type { ReadonlyStates } from './states.ts'
import { createExpiringMap, type ExpiringMap } from './expiring-map.ts'

/** The facts that the normalizer needs about the market of a trade. */
export type OutcomeFacts = Pick<MarketFacts, 'tokens' | 'outcomes'>

/** By market id. The states are stored in a compact form, from which each read builds a `RetiredState`. */
export type RetiredMarkets = ExpiringMap<RetiredState>

/** Facts that many markets have in common: each combination of their values is stored once. */
type SharedFacts = Pick<RetiredState, 'outcomes' | 'historyFromMs' | 'historyUntilMs'>

/** `shared`: the index of the SharedFacts of the market. */
type CompactState = readonly [shared: number, digest: string, ...tokens: string[]]

/** `createMap`: creates the maps that keep the states. */
export function createRetiredMarkets(
  lifetimeMs: number,
  createMap: CreateScratchMap = () => new Map(),
): RetiredMarkets {
  return createExpiringMap(lifetimeMs, () => createCompactStates(createMap()))
}

/** `packed`: by id, the JSON text of a `CompactState`. */
function createCompactStates(packed: ScratchMap<string>): ScratchMap<RetiredState> {
  /** Each combination once. */
  const shared: SharedFacts[] = []
  const indexOfShared = new Map<string, number>()

  function indexOfFacts(facts: SharedFacts): number {
    const key = JSON.stringify(facts)
    const index = indexOfShared.get(key) ?? shared.push(facts) - 1
    indexOfShared.set(key, index)
    return index
  }

  return {
    get(id) {
      const value = packed.get(id)
      if (value === undefined) return undefined
      const [index, digest, ...tokens] = JSON.parse(value) as CompactState
      const facts = shared[index]
      return facts && { isRetired: true, digest, tokens, ...facts }
    },
    has: (id) => packed.has(id),
    set(id, { digest, tokens, outcomes, historyFromMs, historyUntilMs }) {
      const from = historyFromMs === undefined ? {} : { historyFromMs }
      const value: CompactState = [
        indexOfFacts({ outcomes, ...from, historyUntilMs }),
        digest,
        ...tokens,
      ]
      packed.set(id, copyOfText(JSON.stringify(value)))
    },
    delete: (id) => void packed.delete(id),
    keys: () => packed.keys(),
    clear: () => packed.clear(),
    get size() {
      return packed.size
    },
  }
}

/**
 * Returns whether an unknown market may be one that the poller has forgotten. That is possible if the market was
 * created before the last forgotten market was retired. The history of such a market may be in the log
 * (feeds/restore-histories.ts).
 */
export function mayBeForgotten(
  { createdMs }: Pick<MarketFacts, 'createdMs'>,
  retiredMarkets: Pick<RetiredMarkets, 'expiredBeforeMs'>,
): boolean {
  return (createdMs ?? -Infinity) < retiredMarkets.expiredBeforeMs
}

/**
 * Moves the beginning of a retired market's history back if `history` begins earlier. The task of the market may have
 * read earlier trades while the market was being retired, and the records about a market and about its history arrive
 * in any order.
 */
export function extendRetiredHistory(
  retiredMarkets: RetiredMarkets,
  id: string,
  history?: HistoryState,
): void {
  const state = retiredMarkets.get(id)
  if (!state || !history || history.gaps.length > 0) return
  if ((history.fromMs ?? 0) >= (state.historyFromMs ?? 0)) return
  const { historyFromMs: _, ...rest } = state
  const from = history.fromMs === undefined ? {} : { historyFromMs: history.fromMs }
  retiredMarkets.replace(id, { ...rest, ...from })
}

/** The markets that the poller knows: open, ended and retired ones, but not forgotten ones. */
export interface KnownMarkets {
  readonly markets: Pick<ReadonlyStates<MarketState>, 'get' | 'has'>
  readonly retired: RetiredMarkets
}

export function isKnownMarket({ markets, retired }: KnownMarkets, id: string): boolean {
  return markets.has(id) || retired.has(id)
}

/** Returns the tokens and outcomes of a market; empty lists if the market is unknown. */
export function outcomesOf({ markets, retired }: KnownMarkets, id: string): OutcomeFacts {
  return markets.get(id) ?? retired.get(id) ?? { tokens: [], outcomes: [] }
}
