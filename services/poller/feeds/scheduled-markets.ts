// What the schedule of order books knows of each market, in arrays by the number of the market.
import { createColumn, type Column } from '../../lib/run/column.ts'
import { createMarketNumbers, type MarketNumbers } from '../../lib/run/market-numbers.ts'
import type { BookPollingInterval } from './book-ranking.ts'

export interface ScheduledMarkets extends Pick<MarketNumbers, 'get' | 'idOf' | 'size' | 'count'> {
  /** Adds an unknown market and returns its number. */
  add(id: string, interval: BookPollingInterval): number
  remove(market: number): void
  readonly intervalOf: (market: number) => BookPollingInterval
  setInterval(market: number, interval: BookPollingInterval): void
  /** When the book was last requested, Unix milliseconds; null if never. */
  requestedMsOf(market: number): number | null
  setRequestedMs(market: number, ms: number | null): void
  /** The virtual time of fair queueing (see book-queues.ts) at which the market was last taken from its queue. */
  readonly tags: Column
  /** The number of the last ranking that contained the market. */
  readonly rankings: Column
}

export function createScheduledMarkets(): ScheduledMarkets {
  const { assign, release, get, idOf, size, count } = createMarketNumbers()
  const intervalsMs = createColumn(Float64Array)
  /** 1 if the market is one of the most traded ones. */
  const tops = createColumn(Uint32Array)
  /** NaN if the book was never requested. */
  const requestedMs = createColumn(Float64Array)
  const tags = createColumn(Float64Array)
  const rankings = createColumn(Uint32Array)

  function setInterval(market: number, { isTop, intervalMs }: BookPollingInterval): void {
    tops.set(market, isTop ? 1 : 0)
    intervalsMs.set(market, intervalMs)
  }

  return {
    get,
    idOf,
    size,
    count,
    add(id, interval) {
      const market = assign(id)
      setInterval(market, interval)
      requestedMs.set(market, NaN)
      tags.set(market, 0)
      return market
    },
    remove: (market) => release(idOf(market)),
    intervalOf: (market) => ({
      isTop: tops.get(market) === 1,
      intervalMs: intervalsMs.get(market),
    }),
    setInterval,
    requestedMsOf(market) {
      const ms = requestedMs.get(market)
      return Number.isNaN(ms) ? null : ms
    },
    setRequestedMs: (market, ms) => requestedMs.set(market, ms ?? NaN),
    tags,
    rankings,
  }
}
