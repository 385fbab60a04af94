// What the records of a log say, computed in the simplest way: each record is applied to maps, and each question
// searches all of them. What is sorted or computed from all records of a market is kept until the next record.
import type { Audit, Book, Market, Trade } from '../../../schemas/generated/events.ts'
import {
  compareDecimals,
  multiplyDecimals,
  subtractDecimals,
  sumDecimals,
  truncateDecimal,
} from '../../../services/domain/money.ts'
import { bucketStartS, type CandleInterval } from '../../../services/domain/candle.ts'
import type {
  CandleRangeRequest,
  TradesPageRequest,
} from '../../../services/api/history/market-history.ts'
import { createMarketState, type MarketState } from '../../../services/api/history/market-state.ts'
import { midPrice } from '../../../services/domain/quote.ts'
import type {
  BucketValuesRequest,
  Observation,
} from '../../../services/api/queries/bucket-values.ts'
import type { PriceObservation } from '../../../services/api/queries/price-at.ts'

interface Kept<T> {
  readonly value: T
  readonly position: number
}

const compareIds = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b))

export function createModel() {
  const trades = new Map<string, Map<string, Kept<Trade>>>()
  const quotes = new Map<string, Map<number, Kept<Book>>>()
  const books = new Map<string, Kept<Book>>()
  const markets = new Map<string, Market>()
  const audits = new Map<string, Audit>()
  const of = <K, V>(maps: Map<string, Map<K, V>>, id: string): Map<K, V> => {
    const found = maps.get(id) ?? new Map<K, V>()
    maps.set(id, found)
    return found
  }

  const kept: Map<string, unknown>[] = []
  /** Returns a function that calls `compute` only once for the same arguments, until the next record. */
  function keepUntilNextRecord<Args extends readonly string[], Result>(
    compute: (...args: Args) => Result,
  ): (...args: Args) => Result {
    const results = new Map<string, Result>()
    kept.push(results)
    return (...args) => {
      const key = args.join(' ')
      const result = results.get(key) ?? compute(...args)
      results.set(key, result)
      return result
    }
  }
  const forgetKept = (): void => {
    for (const results of kept) results.clear()
  }

  /** Newest first. */
  const sorted = keepUntilNextRecord((id: string): readonly Trade[] =>
    [...of(trades, id).values()]
      .map(({ value }) => value)
      .sort((a, b) => b.timestamp_ms - a.timestamp_ms || compareIds(b.id, a.id)),
  )

  const usableQuotes = keepUntilNextRecord((id: string): readonly PriceObservation[] =>
    [...of(quotes, id).values()].flatMap(({ value }) => {
      const bid = truncateDecimal(value.bids[0]?.price ?? '0', 18)
      const ask = truncateDecimal(value.asks[0]?.price ?? '1', 18)
      const isUsable =
        Number(bid) > 0 &&
        Number(ask) > 0 &&
        compareDecimals(ask, '1') < 0 &&
        compareDecimals(subtractDecimals(ask, bid), '0.1') <= 0
      if (!isUsable) return []
      return [{ price: midPrice({ bid, ask }), timestampMs: value.timestamp_ms, source: 'quote' }]
    }),
  )

  const observations = keepUntilNextRecord((id: string): readonly PriceObservation[] => {
    const ofTrades = sorted(id).map((trade): PriceObservation => ({
      price: truncateDecimal(trade.price, 18),
      timestampMs: trade.timestamp_ms,
      source: 'trade',
    }))
    // a stable sort: of the same time, trades first, by id
    return [...ofTrades, ...usableQuotes(id)].sort((a, b) => b.timestampMs - a.timestampMs)
  })

  /** Oldest first. */
  const candles = keepUntilNextRecord((id: string, interval: CandleInterval) => {
    const byStart = new Map<number, Trade[]>()
    for (const trade of sorted(id).toReversed()) {
      const startS = bucketStartS(interval, Math.floor(trade.timestamp_ms / 1000))
      byStart.set(startS, [...(byStart.get(startS) ?? []), trade])
    }
    return [...byStart].map(([startS, of]) => ({ startS, json: toCandle(startS, of) }))
  })

  return {
    trade(value: Trade, position: number): void {
      const key = `${value.timestamp_ms} ${value.id}`
      const known = of(trades, value.market_id).get(key)
      if (known && known.value.received_at_ms < value.received_at_ms) return
      of(trades, value.market_id).set(key, { value, position })
      forgetKept()
    },
    book(value: Book, position: number): void {
      of(quotes, value.market_id).set(value.timestamp_ms, { value, position })
      books.set(value.market_id, { value, position })
      forgetKept()
    },
    priceAt: (id: string, atMs: number): PriceObservation | null =>
      observations(id).find(({ timestampMs }) => timestampMs <= atMs) ?? null,
    firstPriceMs: (id: string): number | null => observations(id).at(-1)?.timestampMs ?? null,
    page(id: string, { after, fromMs, limit }: TradesPageRequest) {
      const rest = sorted(id).filter(
        (t) =>
          t.timestamp_ms >= fromMs &&
          (t.timestamp_ms < after[0] ||
            (t.timestamp_ms === after[0] && compareIds(t.id, after[1]) < 0)),
      )
      return {
        trades: rest.slice(0, limit).map(toText),
        hasMore: rest.length > limit,
      }
    },
    candles(id: string, { interval, fromS, toS, limit, keep }: CandleRangeRequest): string[] {
      const all = candles(id, interval)
        .filter(({ startS }) => startS >= fromS && startS < toS)
        .map(({ json }) => json)
      return keep === 'oldest' ? all.slice(0, limit) : all.slice(-limit)
    },
    bucketValues(id: string, request: BucketValuesRequest) {
      const { source, interval, fromS, toS, limit, keep } = request
      const observed =
        source === 'trades'
          ? observationsOfTrades(sorted(id).toReversed())
          : observationsOfQuotes([...of(quotes, id).values()], source)
      const startOf = ({ ms }: Observation): number => bucketStartS(interval, Math.floor(ms / 1000))
      const starts = new Set(observed.map(startOf).filter((s) => s >= fromS && s < toS))
      const all = [...starts].flatMap((startS) => {
        const before = observed.findLast(({ ms }) => ms < startS * 1000) ?? null
        const within = observed.filter((one) => startOf(one) === startS)
        const values = within.flatMap(({ value }) => value ?? [])
        const ordered = values.toSorted(compareDecimals)
        const [open, close, low, high] = [values[0], values.at(-1), ordered[0], ordered.at(-1)]
        if (open === undefined && (before?.value ?? null) === null) return []
        return [
          {
            startS,
            before,
            firstMs: within[0]?.ms,
            last: within.at(-1),
            values: open === undefined ? null : { open, high, low, close },
          },
        ]
      })
      const buckets = keep === 'oldest' ? all.slice(0, limit) : all.slice(-limit)
      if (buckets.length >= limit) return buckets
      return {
        buckets,
        before: observed.findLast(({ ms }) => ms < fromS * 1000) ?? null,
        afterMs: observed.find(({ ms }) => ms >= toS * 1000)?.ms ?? null,
      }
    },
    market: (value: Market): void => void markets.set(value.id, value),
    audit: (value: Audit): void => void audits.set(value.market_id, value),
    state(id: string): MarketState {
      const [trade, book, audit] = [sorted(id)[0], books.get(id)?.value, audits.get(id)]
      const [quote] = usableQuotes(id).toSorted((a, b) => b.timestampMs - a.timestampMs)
      return createMarketState({
        details: toDetails(markets.get(id)),
        trade: trade
          ? {
              ms: trade.timestamp_ms,
              id: trade.id,
              price: truncateDecimal(trade.price, 18),
              receivedMs: 0,
              position: 0,
            }
          : null,
        quote: quote ? { ms: quote.timestampMs, price: quote.price, position: 0 } : null,
        best: book
          ? {
              bid: truncateDecimal(book.bids[0]?.price ?? '0', 18),
              ask: truncateDecimal(book.asks[0]?.price ?? '1', 18),
              received_at_ms: book.received_at_ms,
              position: 0,
            }
          : null,
        audit: audit
          ? { ...audit, difference: truncateDecimal(audit.difference, 18), position: 0 }
          : null,
      })
    },
    bookTime: (id: string): number | null => books.get(id)?.value.timestamp_ms ?? null,
  }
}

/** `trades`: oldest first. */
function observationsOfTrades(trades: readonly Trade[]): Observation[] {
  return trades.map(({ timestamp_ms: ms, price }) => ({ ms, value: truncateDecimal(price, 18) }))
}

function observationsOfQuotes(
  books: readonly Kept<Book>[],
  source: 'mid' | 'bid' | 'ask',
): Observation[] {
  return books
    .map(({ value: { timestamp_ms: ms, bids, asks } }) => {
      const bid = truncateDecimal(bids[0]?.price ?? '0', 18)
      const ask = truncateDecimal(asks[0]?.price ?? '1', 18)
      const [hasBid, hasAsk] = [Number(bid) > 0, Number(ask) > 0 && compareDecimals(ask, '1') < 0]
      const isUsable = hasBid && hasAsk && compareDecimals(subtractDecimals(ask, bid), '0.1') <= 0
      const values = {
        bid: hasBid ? bid : null,
        ask: hasAsk ? ask : null,
        mid: isUsable ? midPrice({ bid, ask }) : null,
      }
      return { ms, value: values[source] }
    })
    .toSorted((a, b) => a.ms - b.ms)
}

function toDetails(market: Market | undefined): MarketState['details'] {
  if (!market) return null
  const toStored = (text: string | null) => (text === null ? null : truncateDecimal(text, 18))
  const { best_bid: bid, best_ask: ask, volume_24h: volume, outcomes } = market
  return {
    ...market,
    labels: outcomes.map(({ label }) => label),
    listed_prices: outcomes.map((outcome) => toStored(outcome.listed_price)),
    best_bid: toStored(bid),
    best_ask: toStored(ask),
    volume_24h: truncateDecimal(volume, 18),
    volume_total: toStored(market.volume_total),
    position: 0,
  }
}

/** `trades`: of one bucket, oldest first. */
function toCandle(startS: number, trades: readonly Trade[]): string {
  const prices = trades.map(({ price }) => truncateDecimal(price, 18))
  const sizes = trades.map(({ size }) => truncateDecimal(size, 6))
  const outcomePrices = prices.map((price, i) =>
    trades[i]?.outcome_index === 0 ? price : subtractDecimals('1', price),
  )
  const ordered = prices.toSorted(compareDecimals)
  const dot = (of: readonly string[]): string =>
    sumDecimals(of.map((price, i) => multiplyDecimals(price, sizes[i] ?? '0')))
  return (
    `{"start_ts":${startS},"open":${prices[0]},"high":${ordered.at(-1)},"low":${ordered[0]},` +
    `"close":${prices.at(-1)},"volume":${sumDecimals(sizes)},"notional":${dot(prices)},` +
    `"outcome_notional":${dot(outcomePrices)},"trade_count":${trades.length}}`
  )
}

/** What differs from record to record of one trade. */
function toText(t: Trade): string {
  const [price, size] = [truncateDecimal(t.price, 18), truncateDecimal(t.size, 6)]
  return `${t.timestamp_ms} ${t.id} ${price} ${size} ${t.side}`
}

/** The same of a trade in a page. */
export function textOfTrade(json: string): string {
  const { id, timestamp_ms: ms, side } = JSON.parse(json) as Record<string, unknown>
  const [, price, size] = /"price":([^,]+),"size":([^,]+),/.exec(json) ?? []
  return `${String(ms)} ${String(id)} ${price} ${size} ${String(side)}`
}
