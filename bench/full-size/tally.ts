// Counts the requests to the simulated platforms by class, and the intervals at which books were requested.
import type { Listings } from './listings.ts'
import type { PlatformResponse, RequestClass } from './route.ts'

/** Books count as those of the most traded markets up to this rank among the open markets. */
const topMarkets = 100

interface Count {
  requests: number
  refused: number
  bytes: number
}

export interface PlatformReport {
  readonly byClass: Readonly<Partial<Record<RequestClass, Readonly<Count>>>>
  /** Seconds between two requests for the same book, of the most traded markets. */
  readonly topBookIntervalsS: readonly number[]
  readonly topBooksSeen: number
}

export type Report = Readonly<Record<'a' | 'b', PlatformReport>>

export function createTally(
  platforms: Readonly<Record<'a' | 'b', { readonly listings: Listings }>>,
) {
  const create = () => ({
    counts: new Map<RequestClass, Count>(),
    askedMs: new Map<number, number>(),
    intervalsS: [] as number[],
  })
  const tallies = { a: create(), b: create() }

  const isTop = ({ rankOf, eventOf, plan }: Listings, market: number): boolean =>
    rankOf(eventOf(market)) < topMarkets / plan.marketsPerEvent

  return {
    count(name: 'a' | 'b', response: PlatformResponse, bytes: number, nowMs: number): void {
      const { counts, askedMs, intervalsS } = tallies[name]
      const count = counts.get(response.class) ?? { requests: 0, refused: 0, bytes: 0 }
      counts.set(response.class, count)
      count.requests += 1
      count.bytes += bytes
      if (response.status === 429) count.refused += 1
      for (const market of response.books ?? []) {
        const before = askedMs.get(market)
        if (before !== undefined && isTop(platforms[name].listings, market))
          intervalsS.push((nowMs - before) / 1000)
        askedMs.set(market, nowMs)
      }
    },

    /** What was counted since the start; the intervals since the last report. */
    report(): Report {
      const of = (name: 'a' | 'b'): PlatformReport => {
        const { counts, askedMs, intervalsS } = tallies[name]
        const { listings } = platforms[name]
        return {
          byClass: Object.fromEntries(counts),
          topBookIntervalsS: intervalsS.splice(0),
          topBooksSeen: [...askedMs.keys()].filter((market) => isTop(listings, market)).length,
        }
      }
      return { a: of('a'), b: of('b') }
    },
  }
}
