// A client of the service under test: what it serves of the simulated platforms, how old it is, and how fast
// it answers.
import { percentileOf } from '../statistics.ts'
import type { Listings } from './listings.ts'

export interface ClientPlatform {
  readonly listings: Listings
  readonly idOf: (market: number) => string
  /** How long after a trade the platform returns it. */
  readonly visibleAfterMs: number
}

export interface Served {
  /** The share of a random sample of open markets that the service knows. */
  readonly markets: number
  /** The same of the most traded markets. */
  readonly topMarkets: number
}

/** Ages in seconds: how long ago the first trade happened that the service lacks; 0 if it lacks none. */
export interface TradeAges {
  readonly busiestS: number
  readonly sampleP50S: number
  readonly sampleP99S: number
}

export interface Latencies {
  readonly route: string
  /** By the status of the response, or `none` if there was no response. */
  readonly failures: ReadonlyMap<string, number>
  readonly p50Ms: number
  readonly p99Ms: number
}

export type Client = ReturnType<typeof createClient>

const sampledMarkets = 300
const topMarkets = 100
const sampledTrades = 20
/** The age that is reported if the service has no trade of a market. */
const maxAgeMs = 3_600_000

export function createClient(apiUrl: string, apiKey: string, now: () => number) {
  const durationsMs = new Map<string, number[]>()
  const failures = new Map<string, Map<string, number>>()

  async function request(
    path: string,
  ): Promise<{ readonly status: number; readonly body: unknown }> {
    const response = await fetch(apiUrl + path, { headers: { 'X-API-Key': apiKey } })
    return { status: response.status, body: await response.json() }
  }

  async function get<T>(path: string): Promise<T | null> {
    const { status, body } = await request(path)
    return status === 200 ? (body as T) : null
  }

  function countFailure(route: string, status: string): void {
    const ofRoute = failures.get(route) ?? new Map<string, number>()
    failures.set(route, ofRoute.set(status, (ofRoute.get(status) ?? 0) + 1))
  }

  /** A page has up to 100 markets. */
  async function shareKnown(ids: readonly string[]): Promise<number> {
    let known = 0
    for (let at = 0; at < ids.length; at += 100) {
      const some = ids
        .slice(at, at + 100)
        .map(encodeURIComponent)
        .join(',')
      const found = await get<readonly unknown[]>(`/v1/markets?limit=100&ids=${some}`)
      if (found === null) throw new Error('the list of markets was refused')
      known += found.length
    }
    return known / ids.length
  }

  /** One market of each of `count` ranks, evenly spread. */
  function marketsOfRanks(
    { listings, idOf }: ClientPlatform,
    count: number,
    nowMs: number,
  ): string[] {
    const { openEvents, marketsPerEvent } = listings.plan
    return Array.from({ length: count }, (_, n) => {
      const rank = Math.floor((n * openEvents) / count)
      return idOf(listings.eventOfRank(rank, nowMs) * marketsPerEvent + (n % marketsPerEvent))
    })
  }

  function mostTraded({ listings }: ClientPlatform, count: number, nowMs: number): number[] {
    const { marketsPerEvent } = listings.plan
    return Array.from(
      { length: count },
      (_, n) =>
        listings.eventOfRank(Math.floor(n / marketsPerEvent), nowMs) * marketsPerEvent +
        (n % marketsPerEvent),
    )
  }

  /** Returns the path of one of the 1,000 most traded markets. */
  function pathOfTradedMarket(platform: ClientPlatform): string {
    const [market] = mostTraded(platform, 1_000, now()).slice(Math.floor(Math.random() * 999))
    return `/v1/markets/${encodeURIComponent(platform.idOf(market ?? 0))}`
  }

  async function ageOfTradesS(platform: ClientPlatform, market: number): Promise<number> {
    const { listings, idOf, visibleAfterMs } = platform
    const page = await get<{ readonly trades: readonly { readonly timestamp_ms: number }[] }>(
      `/v1/markets/${encodeURIComponent(idOf(market))}/trades?limit=1`,
    )
    if (page === null) return Infinity
    const nowMs = now()
    const [newest] = page.trades
    const servedMs = newest?.timestamp_ms ?? nowMs - maxAgeMs
    // times of platform_a are whole seconds
    const lacking = listings.tradesOf(market, servedMs + 1_000, nowMs - visibleAfterMs)
    const [first] = lacking
    return first === undefined ? 0 : (nowMs - first.ms) / 1000
  }

  return {
    async served(platform: ClientPlatform): Promise<Served> {
      const nowMs = now() - 60_000
      const top = mostTraded(platform, topMarkets, nowMs).map(platform.idOf)
      return {
        markets: await shareKnown(marketsOfRanks(platform, sampledMarkets, nowMs)),
        topMarkets: await shareKnown(top),
      }
    },

    /** The number of events in lists: open ones, and those with markets that ended recently. */
    async listedEvents(): Promise<number> {
      const page = await get<{ readonly total: number }>('/v1/events?limit=1')
      return page?.total ?? 0
    },

    /** Whether the service answers with a list of markets. Rejects if it cannot be reached. */
    async hasList(): Promise<boolean> {
      return (await get('/v1/markets?limit=50')) !== null
    },

    /** As in TradeAges; Infinity if the service refuses to answer. Rejects if it cannot be reached. */
    async ageOfBusiestS(platform: ClientPlatform): Promise<number> {
      const [busiest = 0] = mostTraded(platform, 1, now())
      return ageOfTradesS(platform, busiest)
    },

    async tradeAges(platform: ClientPlatform): Promise<TradeAges> {
      const nowMs = now()
      const { marketsPerEvent, openEvents } = platform.listings.plan
      const ages: number[] = []
      for (let n = 0; n < sampledTrades; n += 1) {
        // by trades, not by markets: each group of ranks has as many trades as the next
        const rank = Math.floor(openEvents ** Math.random()) - 1
        const child = Math.floor(Math.random() * marketsPerEvent)
        const market = platform.listings.eventOfRank(rank, nowMs) * marketsPerEvent + child
        ages.push(await ageOfTradesS(platform, market))
      }
      const [busiest = 0] = mostTraded(platform, 1, nowMs)
      return {
        busiestS: await ageOfTradesS(platform, busiest),
        sampleP50S: percentileOf(ages, 0.5),
        sampleP99S: percentileOf(ages, 0.99),
      }
    },

    /** Measures one request of each route. */
    async measureRoutes(platform: ClientPlatform): Promise<void> {
      const path = pathOfTradedMarket(platform)
      for (const [route, target] of [
        ['price', `${path}/price`],
        ['candles', `${path}/candles?interval=1m&limit=100`],
        ['trades', `${path}/trades?limit=50`],
        ['list', '/v1/markets?limit=50'],
        ['search', '/v1/markets/search?q=election&limit=20'],
      ] as const) {
        const startedMs = performance.now()
        const status = await request(target).then(
          (response) => String(response.status),
          () => 'none',
        )
        const durations = durationsMs.get(route) ?? []
        durationsMs.set(route, durations)
        durations.push(performance.now() - startedMs)
        if (status !== '200') countFailure(route, status)
      }
    },

    /** Asks for the candles and trades of one of the 1,000 most traded markets, as a reader of historical prices does. */
    async readHistory(platform: ClientPlatform): Promise<void> {
      const path = pathOfTradedMarket(platform)
      for (const target of [
        'candles?interval=1m&limit=5000',
        'candles?interval=1h',
        'trades?limit=500',
      ])
        await request(`${path}/${target}`).catch(() => undefined)
    },

    /** The requests since the last call. */
    latencies(): readonly Latencies[] {
      const taken = [...durationsMs].map(([route, durations]) => ({
        route,
        failures: failures.get(route) ?? new Map(),
        p50Ms: percentileOf(durations, 0.5),
        p99Ms: percentileOf(durations, 0.99),
      }))
      durationsMs.clear()
      failures.clear()
      return taken
    },
  }
}
