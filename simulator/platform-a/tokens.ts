// Finds the market and the outcome of a token.
import type { MarketA } from '../world/market.ts'
import type { World } from '../world/world.ts'

export interface Token {
  readonly id: string
  readonly market: MarketA
  readonly outcome: 0 | 1
}

/** Returns a function that finds a token of a listed market; null: no such token. */
export function createTokenIndex(world: World): (token: string, nowMs: number) => Token | null {
  /** Also has tokens of markets that are no longer listed. */
  const known = new Map<string, Token>()
  let indexed: unknown = null
  return (id, nowMs) => {
    const catalog = world.catalogA(nowMs)
    if (!known.has(id) && indexed !== catalog) {
      indexed = catalog
      known.clear()
      for (const market of catalog.markets) {
        if (market.spec.kind === 'legacy') continue
        for (const outcome of [0, 1] as const)
          known.set(market.tokens[outcome], { id: market.tokens[outcome], market, outcome })
      }
    }
    const token = known.get(id)
    return token !== undefined && catalog.marketById.has(token.market.id) ? token : null
  }
}
