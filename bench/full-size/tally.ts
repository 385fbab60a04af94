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

interface Books {
  /** How many markets had their book requested. */
  readonly markets: number
  /** Seconds between two requests for the same book. */
  readonly intervalsS: readonly number[]
}

export interface PlatformReport {
  readonly byClass: Readonly<Partial<Record<RequestClass, Readonly<Count>>>>
  readonly books: Readonly<Record<'top' | 'others', Books>>
}

export type Report = Readonly<Record<'a' | 'b', PlatformReport>>

export function createTally(
  platforms: Readonly<Record<'a' | 'b', { readonly listings: Listings }>>,
) {
  const create = () => ({
    counts: new Map<RequestClass, Count>(),
    askedMs: new Map<number, number>(),
    intervalsS: { top: [] as number[], others: [] as number[] },
  })
  const tallies = { a: create(), b: create() }

  const groupOf = ({ rankOf, eventOf, plan }: Listings, market: number): 'top' | 'others' =>
    rankOf(eventOf(market)) < topMarkets / plan.marketsPerEvent ? 'top' : 'others'

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
        if (before !== undefined)
          intervalsS[groupOf(platforms[name].listings, market)].push((nowMs - before) / 1000)
        askedMs.set(market, nowMs)
      }
    },

    /** What was counted since the start; the intervals since the last report. */
    report(): Report {
      const of = (name: 'a' | 'b'): PlatformReport => {
        const { counts, askedMs, intervalsS } = tallies[name]
        const { listings } = platforms[name]
        const top = [...askedMs.keys()].filter(
          (market) => groupOf(listings, market) === 'top',
        ).length
        return {
          byClass: Object.fromEntries(counts),
          books: {
            top: { markets: top, intervalsS: intervalsS.top.splice(0) },
            others: { markets: askedMs.size - top, intervalsS: intervalsS.others.splice(0) },
          },
        }
      }
      return { a: of('a'), b: of('b') }
    },
  }
}
