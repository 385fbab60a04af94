// The tokens that a client of the market channel has subscribed to.
import { watchBook, type BookWatch } from '../../world/book-changes.ts'
import type { MarketA } from '../../world/market.ts'
import { sidesOf } from '../token-book.ts'
import type { createTokenIndex, Token } from '../tokens.ts'

/** A market with at least one subscribed token. */
export interface Watched {
  readonly market: MarketA
  readonly watch: BookWatch
  readonly tokens: Map<0 | 1, Subscribed>
  /** The next change of the book is sent as a whole book. */
  awaitsBook: boolean
}

export interface Subscribed extends Token {
  /** Identifies the market and the subscription, for faults. */
  readonly subject: string
}

export interface Subscriptions {
  readonly watched: ReadonlyMap<MarketA, Watched>
  /** Tokens of no listed market. */
  readonly unknown: ReadonlySet<string>
  /** Returns the tokens that were not subscribed before: a token is not subscribed twice. */
  add(ids: readonly string[], nowMs: number): readonly Subscribed[]
  remove(ids: readonly string[], nowMs: number): void
}

export function createSubscriptions(findToken: ReturnType<typeof createTokenIndex>): Subscriptions {
  const watched = new Map<MarketA, Watched>()
  const unknown = new Set<string>()
  let commands = 0

  function watchedOf(market: MarketA, nowMs: number): Watched {
    const known = watched.get(market)
    if (known !== undefined) return known
    const watch = watchBook(market, nowMs, (tMs) => sidesOf(market, 0, tMs))
    const entry: Watched = { market, watch, tokens: new Map(), awaitsBook: false }
    watched.set(market, entry)
    return entry
  }

  return {
    watched,
    unknown,
    add(ids, nowMs) {
      const command = commands++
      return ids.flatMap((id): Subscribed[] => {
        const token = findToken(id, nowMs)
        if (token === null) {
          unknown.add(id)
          return []
        }
        unknown.delete(id)
        const { tokens } = watchedOf(token.market, nowMs)
        if (tokens.has(token.outcome)) return []
        const subscribed = { ...token, subject: `${token.market.id}/${command}` }
        tokens.set(token.outcome, subscribed)
        return [subscribed]
      })
    },
    remove(ids, nowMs) {
      for (const id of ids) {
        unknown.delete(id)
        const token = findToken(id, nowMs)
        const entry = token === null ? undefined : watched.get(token.market)
        if (token === null || entry === undefined) continue
        entry.tokens.delete(token.outcome)
        if (entry.tokens.size === 0) watched.delete(token.market)
      }
    },
  }
}
