// Numbers markets in the order in which they become known, so that an index can keep what it knows of a market in
// arrays by its number: objects would take several times the memory. When a market leaves the index, its number is
// given to a later market, so the arrays do not grow beyond the largest number of markets in memory at one time.

export interface MarketNumbers {
  /** Returns the market's number. An unknown id gets a free one. */
  readonly assign: (id: string) => number
  readonly get: (id: string) => number | undefined
  /** Returns an empty text if no market has the number. */
  readonly idOf: (market: number) => string
  /**
   * Makes the number of a market available to another market. The caller must have deleted everything that it keeps
   * under this number.
   */
  readonly release: (id: string) => void
  /** Greater than all numbers. */
  readonly size: () => number
  /** How many markets have a number. */
  readonly count: () => number
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
    count: () => numbers.size,
  }
}
