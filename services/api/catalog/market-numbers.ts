// Numbers the markets in the order in which they become known. The catalogs keep what they know of a market
// in arrays by its number: they hold every market ever listed, and objects would take several times the memory.

export interface MarketNumbers {
  /** The market's number, a new one if the id is unknown. */
  readonly assign: (id: string) => number
  get(id: string): number | undefined
  readonly idOf: (market: number) => string
  /** Greater than all numbers. */
  size(): number
}

export function createMarketNumbers(): MarketNumbers {
  const ids: string[] = []
  const numbers = new Map<string, number>()
  return {
    assign(id) {
      const known = numbers.get(id)
      if (known !== undefined) return known
      numbers.set(id, ids.length)
      return ids.push(id) - 1
    },
    get: (id) => numbers.get(id),
    idOf: (market) => ids[market] ?? '',
    size: () => ids.length,
  }
}
