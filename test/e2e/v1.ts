// A client of /v1 for the tests of this folder.
import type {
  Candle,
  CandlePage,
  Event,
  EventPage,
  Market,
  MatchedMarket,
  MatchPage,
  OrderBook,
  Trade,
  TradePage,
  WalletActivity,
  WalletActivityPage,
  WalletPosition,
  WalletPositionPage,
} from '../../schemas/generated/api.ts'
import { candleGrids, type CandleInterval } from '../../services/domain/candle.ts'

export interface Answer<T> {
  readonly status: number
  readonly body: T
  /** X-Data-Complete-Until; NaN where there is none. */
  readonly completeUntilMs: number
  /** X-Data-Gaps, or null. */
  readonly gaps: string | null
}

/** The trades of a market, and the watermark and gaps that were requested before the first page. */
export interface TradeList {
  readonly completeUntilMs: number
  readonly gaps: string | null
  /** Newest first. */
  readonly trades: readonly Trade[]
}

/** The activity of a wallet, newest first, and the watermark and gaps that were requested before. */
export interface ActivityList {
  readonly isComplete: boolean
  readonly completeUntilMs: number
  readonly gaps: string | null
  readonly activity: readonly WalletActivity[]
}

export type V1 = ReturnType<typeof createV1>

/** The store child may be on its way back: the answer is then 503 with Retry-After. */
const timeoutMs = 60

export function createV1(url: () => string, apiKey: () => string) {
  async function get<T>(path: string): Promise<Answer<T>> {
    for (let tries = 0; ; tries += 1) {
      const response = await fetch(url() + path, {
        headers: {
          'X-API-Key': apiKey(),
          // one connection per request: the server may close an idle one just as it is used again
          Connection: 'close',
          // compression would cost more processor time than the rest of a small response
          'Accept-Encoding': 'identity',
        },
      })
      const body = (await response.json()) as T
      if (response.status === 503 && tries < timeoutMs) {
        await new Promise((resolve) => setTimeout(resolve, 250))
        continue
      }
      const { headers, status } = response
      const complete = headers.get('X-Data-Complete-Until')
      return {
        status,
        body,
        completeUntilMs: complete === null ? NaN : Number(complete),
        gaps: headers.get('X-Data-Gaps'),
      }
    }
  }

  async function ok<T>(path: string): Promise<Answer<T>> {
    const answer = await get<T>(path)
    if (answer.status === 200) return answer
    throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
  }

  const pathOf = (id: string): string => `/v1/markets/${encodeURIComponent(id)}`

  return {
    get,
    ok,
    pathOf,

    /** Every market, by id. */
    async markets(): Promise<ReadonlyMap<string, Market>> {
      const found = new Map<string, Market>()
      for (let offset = 0; ; offset += 100) {
        const path = `/v1/markets?sort_by=created_at&limit=100&offset=${offset}`
        const { body } = await ok<readonly Market[]>(path)
        for (const market of body) found.set(market.id, market)
        if (body.length < 100) return found
      }
    },

    async events(): Promise<{ readonly total: number; readonly events: readonly Event[] }> {
      const events: Event[] = []
      for (;;) {
        const { body } = await ok<EventPage>(`/v1/events?limit=200&offset=${events.length}`)
        events.push(...body.events)
        if (body.events.length < 200) return { total: body.total, events }
      }
    },

    async matches(): Promise<{
      readonly total: number
      readonly matches: readonly MatchedMarket[]
    }> {
      const matches: MatchedMarket[] = []
      for (;;) {
        const path = `/v1/matching-markets?limit=200&offset=${matches.length}`
        const { body } = await ok<MatchPage>(path)
        matches.push(...body.matches)
        if (body.matches.length < 200) return { total: body.total, matches }
      }
    },

    /** All pages. The watermark is requested before them. */
    async trades(id: string, limit = 500): Promise<TradeList> {
      const { completeUntilMs, gaps } = await ok(`${pathOf(id)}/trades?limit=1`)
      const trades: Trade[] = []
      let more = ''
      for (;;) {
        const { body } = await ok<TradePage>(`${pathOf(id)}/trades?limit=${limit}${more}`)
        trades.push(...body.trades)
        if (body.has_more !== (body.cursor !== null)) throw new Error('has_more without a cursor')
        if (body.cursor === null) return { completeUntilMs, gaps, trades }
        more = `&cursor=${encodeURIComponent(body.cursor)}`
      }
    },

    /** The newest ones. The watermark is requested before them. */
    async newestTrades(id: string): Promise<TradeList & { readonly hasMore: boolean }> {
      const { completeUntilMs, gaps } = await ok(`${pathOf(id)}/trades?limit=1`)
      const { body } = await ok<TradePage>(`${pathOf(id)}/trades?limit=500`)
      return { completeUntilMs, gaps, trades: body.trades, hasMore: body.has_more }
    },

    /** All candles, oldest first. */
    async candles(id: string, interval: CandleInterval): Promise<readonly Candle[]> {
      const candles: Candle[] = []
      for (let startS = 0; ;) {
        const path = `${pathOf(id)}/candles?interval=${interval}&start_ts=${startS}&limit=5000`
        const { body } = await ok<CandlePage>(path)
        candles.push(...body.candles)
        if (!body.has_more) return candles
        startS = (body.candles.at(-1)?.start_ts ?? 0) + candleGrids[interval].stepS
      }
    },

    /** All pages. They begin after a cursor, because activity may be added between two requests. */
    async wallet(address: string, limit = 500): Promise<ActivityList> {
      const path = `/v1/wallets/${address}/activity?limit=${limit}`
      const first = await ok<WalletActivityPage>(path)
      const activity = [...first.body.activity]
      for (let { cursor } = first.body; cursor !== null;) {
        const next = `${path}&cursor=${encodeURIComponent(cursor)}`
        const { body } = await ok<WalletActivityPage>(next)
        activity.push(...body.activity)
        cursor = body.cursor
      }
      const { completeUntilMs, gaps } = first
      return { isComplete: first.body.complete, completeUntilMs, gaps, activity }
    },

    async positions(address: string): Promise<readonly WalletPosition[]> {
      const path = `/v1/wallets/${address}/positions?limit=500`
      return (await ok<WalletPositionPage>(path)).body.positions
    },

    /** null: there is none. */
    async orderBook(id: string): Promise<OrderBook | null> {
      const { status, body } = await get<OrderBook>(`${pathOf(id)}/orderbook`)
      if (status === 404) return null
      if (status === 200) return body
      throw new Error(`order book of ${id}: ${status}`)
    },
  }
}
