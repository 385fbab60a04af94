// The data of the page of a market: loaded from /v1, then kept up to date by the stream.
import { useState } from 'preact/hooks'
import type {
  AuditedMarket,
  Candle,
  CandleInterval,
  Completeness,
  OrderBook,
  Trade,
} from '../clients/typescript/src/client.ts'
import { ApiError } from '../clients/typescript/src/client.ts'
import { secondsOf } from '../clients/typescript/src/paging.ts'
import type { MatchData } from './matched-market.tsx'
import { mergeTrades, nextPrice, withCandle, type LivePrice } from './series.ts'
import { getSession } from './session.ts'
import { useLoaded } from './use-loaded.ts'
import { useStream } from './use-stream.ts'

const shownCandles = 500
const shownTrades = 50
const spreadPoints = 300

export interface Candles {
  readonly candles: readonly Candle[]
  readonly completeness: Completeness | null
}

/** `newest` is null if no order book of the market was recorded. */
interface RecordedBook {
  readonly newest: OrderBook | null
}

export function useMarketData(market: AuditedMarket, interval: CandleInterval) {
  const { id } = market
  const candles = useLoaded<Candles>(`candles ${id} ${interval}`, async (signal) => {
    const input = { market_id: id, interval, limit: shownCandles, fill: 'previous' as const }
    const { data, completeness } = await getSession().client.listMarketCandles(input, { signal })
    return { candles: data.candles, completeness }
  })
  const trades = useLoaded<readonly Trade[]>(`trades ${id}`, async (signal) => {
    const input = { market_id: id, limit: shownTrades }
    const { data } = await getSession().client.listMarketTrades(input, { signal })
    return data.trades
  })
  const book = useLoaded<RecordedBook>(`book ${id}`, async (signal) => {
    try {
      const { client } = getSession()
      return { newest: (await client.getMarketOrderBook({ market_id: id }, { signal })).data }
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) return { newest: null }
      throw error
    }
  })
  const matches = useLoaded<readonly MatchData[]>(`matches ${id} ${interval}`, (signal) =>
    findMatches(id, interval, signal),
  )
  const [price, setPrice] = useState<LivePrice | undefined>(undefined)
  const observe = (observed: number, timestampMs: number): void =>
    setPrice((known) => nextPrice(known, observed, timestampMs, market.outcomes[0]?.price))
  const connection = useStream(
    { channels: ['trades', 'quotes', 'books', 'candles'], market_ids: [id], interval },
    {
      // the stream lacks what happened between the first answers and its beginning
      onBegin() {
        candles.reload()
        trades.reload()
        book.reload()
      },
      onMessage(message) {
        if (message.type === 'heartbeat') candles.reload()
        if (message.type === 'books') book.update(() => ({ newest: message.data }))
        if (message.type === 'quotes' && message.data.mid_price !== null)
          observe(message.data.mid_price, message.data.timestamp_ms)
        if (message.type === 'trades') {
          const trade = message.data
          observe(trade.price, trade.timestamp_ms)
          trades.update((known) => mergeTrades(known, [trade], shownTrades))
        }
        if (message.type === 'candles') {
          const candle = message.data
          candles.update((known) => ({
            ...known,
            candles: withCandle(known.candles, candle, secondsOf[interval]),
          }))
        }
      },
    },
  )
  return { candles, trades, book, matches, price, connection }
}

async function findMatches(
  id: string,
  interval: CandleInterval,
  signal: AbortSignal,
): Promise<readonly MatchData[]> {
  const { client } = getSession()
  const { data } = await client.listMatchingMarkets({ ids: [id], limit: 5 }, { signal })
  return Promise.all(
    data.matches.map(async (match) => {
      const other = match.platform_a.id === id ? match.platform_b.id : match.platform_a.id
      const spread = await client.listSpread(
        { market_id: id, other_market_id: other, interval, limit: spreadPoints },
        { signal },
      )
      return { match, points: spread.data.points }
    }),
  )
}
