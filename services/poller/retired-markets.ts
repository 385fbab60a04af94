// The retired markets of a platform in compact form: what the poller still needs of a market that has
// ended and is no longer requested. After some time it forgets them. docs/decisions/016-retired-markets.md has the
// sizes, and what happens when a forgotten market comes back.
import type { MarketFacts } from '../platforms/source.ts'
import type { HistoryState, MarketState, RetiredState } from './checkpoints.ts'
import { createExpiringMap, type Entries, type ExpiringMap } from './expiring-map.ts'

/** The facts that the normalizer needs about the market of a trade. */
export type OutcomeFacts = Pick<MarketFacts, 'tokens' | 'outcomes'>

/** By id. States are built when they are read; they are not stored in this form. */
export type RetiredMarkets = ExpiringMap<RetiredState>

/** The facts that many markets have in common. */
type SharedFacts = Pick<RetiredState, 'outcomes' | 'historyFromMs' | 'historyUntilMs'>

/** `shared` is an index. */
type Packed = readonly [shared: number, digest: string, ...tokens: string[]]

export function createRetiredMarkets(lifetimeMs: number): RetiredMarkets {
  return createExpiringMap(lifetimeMs, createPackedStates)
}

function createPackedStates(): Entries<RetiredState> {
  /** By id: JSON of `Packed`. */
  const packed = new Map<string, string>()
  /** Each combination once. */
  const shared: SharedFacts[] = []
  const indexOfShared = new Map<string, number>()

  function indexOf(facts: SharedFacts): number {
    const key = JSON.stringify(facts)
    const index = indexOfShared.get(key) ?? shared.push(facts) - 1
    indexOfShared.set(key, index)
    return index
  }

  return {
    get(id) {
      const value = packed.get(id)
      if (value === undefined) return undefined
      const [index, digest, ...tokens] = JSON.parse(value) as Packed
      const facts = shared[index]
      return facts && { isRetired: true, digest, tokens, ...facts }
    },
    has: (id) => packed.has(id),
    set(id, { digest, tokens, outcomes, historyFromMs, historyUntilMs }) {
      const from = historyFromMs === undefined ? {} : { historyFromMs }
      const value: Packed = [indexOf({ outcomes, ...from, historyUntilMs }), digest, ...tokens]
      packed.set(copyOf(id), copyOf(JSON.stringify(value)))
    },
    delete: (id) => void packed.delete(id),
    keys: () => packed.keys(),
    get size() {
      return packed.size
    },
  }
}

/**
 * Whether the poller may have forgotten an unknown market: it was created before the last forgotten market was
 * retired. The history of such a market may be in the log (feeds/former-histories.ts).
 */
export function mayBeForgotten(
  { createdMs }: Pick<MarketFacts, 'createdMs'>,
  retired: Pick<RetiredMarkets, 'expiredBeforeMs'>,
): boolean {
  return (createdMs ?? -Infinity) < retired.expiredBeforeMs
}

/**
 * Notes that the history of a retired market begins earlier than its retired state says. Its task may have read
 * earlier trades when the market was being retired. Records about a market and its history have no order.
 */
export function extendRetired(retired: RetiredMarkets, id: string, history?: HistoryState): void {
  const state = retired.get(id)
  if (!state || !history || history.gaps.length > 0) return
  if ((history.fromMs ?? 0) >= (state.historyFromMs ?? 0)) return
  const { historyFromMs: _, ...rest } = state
  const from = history.fromMs === undefined ? {} : { historyFromMs: history.fromMs }
  retired.replace(id, { ...rest, ...from })
}

/**
 * A string that V8 cuts out of another, or joins from others, refers to these and keeps them in
 * memory. A copy does not.
 */
function copyOf(text: string): string {
  return Buffer.from(text).toString()
}

/** What is known of markets, open, ended or retired. Forgotten markets are unknown. */
export interface KnownMarkets {
  readonly markets: ReadonlyMap<string, MarketState>
  readonly retired: RetiredMarkets
}

export function isKnownMarket({ markets, retired }: KnownMarkets, id: string): boolean {
  return markets.has(id) || retired.has(id)
}

/** Empty lists if the market is unknown. */
export function outcomesOf({ markets, retired }: KnownMarkets, id: string): OutcomeFacts {
  return markets.get(id) ?? retired.get(id) ?? { tokens: [], outcomes: [] }
}
