// Numbers the markets in the order in which they become known. The catalogs keep what they know of a market
// in arrays by its number, because objects would take several times the memory. The number of a market that
// leaves the catalogs is given to a later one, so the arrays are as long as the most markets at a time.

export interface MarketNumbers {
  /** The market's number, a free one if the id is unknown. */
  readonly assign: (id: string) => number
  get(id: string): number | undefined
  readonly idOf: (market: number) => string
  /** The number is free from now on. Nothing may be kept under it any more. */
  release(id: string): void
  /** Greater than all numbers. */
  size(): number
}

export function createMarketNumbers(): MarketNumbers {
  const ids: string[] = []
  const numbers = new Map<string, number>()
  const free: number[] = []
  return {
    assign(id) {
      const known = numbers.get(id)
      if (known !== undefined) return known
      const market = free.pop() ?? ids.length
      numbers.set(id, market)
      ids[market] = id
      return market
    },
    get: (id) => numbers.get(id),
    idOf: (market) => ids[market] ?? '',
    release(id) {
      const market = numbers.get(id)
      if (market === undefined) return
      numbers.delete(id)
      ids[market] = ''
      free.push(market)
    },
    size: () => ids.length,
  }
}
