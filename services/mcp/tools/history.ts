// The tools about the prices and trades of one market.
import { z } from 'zod'
import { atTime, cursor, endTs, interval, limit, marketId, startTs } from '../arguments.ts'
import {
  answeredAt,
  answeredAtOf,
  completeness,
  completenessOf,
  truncateText,
  describeOmittedRows,
  describeResult,
  maxLabelLength,
  nextCursor,
  secondsToIso,
  toIsoTime,
  toText,
} from '../result.ts'
import { defineTool } from '../tool.ts'

const price = z.number().describe('Probability of the first outcome, 0 to 1')

export const getPrice = defineTool({
  name: 'get_price',
  title: 'Get a price, now or at a past moment',
  description:
    'Returns the newest price of a market known at a moment: the present, or `at_time`. The price is the probability ' +
    'of the first outcome, 0 to 1; the second of two outcomes costs 1 minus it. `price_time` says how old the ' +
    'observation is. For many moments use get_candles.',
  input: z.strictObject({ market_id: marketId, at_time: atTime }),
  output: z.object({
    market_id: z.string(),
    price,
    price_time: z.string().describe('Time of the trade, quote or settlement'),
    source: z
      .string()
      .describe('trade; quote: middle of bid and ask; settlement: what the first outcome pays'),
    at_time: z.string().describe('The moment that was asked about'),
    answered_at: answeredAt,
    completeness,
  }),
  async run(client, input, signal) {
    const answer = await client.getMarketPrice(input, { signal })
    const { data } = answer
    const structured = {
      market_id: data.market_id,
      price: data.price,
      price_time: toIsoTime(data.timestamp_ms),
      source: data.source,
      at_time: toIsoTime(data.at_time * 1000),
      answered_at: answeredAtOf(answer),
      completeness: completenessOf(answer),
    }
    const { price_time: time, at_time: asked, source } = structured
    const summary = `At ${asked} the price of the first outcome of ${data.market_id} was ${data.price} (${source} of ${time}).`
    return { text: toText(summary, [], describeResult(structured)), structured }
  },
})

const maxBuckets = 200

export const getCandles = defineTool({
  name: 'get_candles',
  title: 'Get the course of a price as candles',
  description:
    'Returns open, high, low, close and volume of a market in time buckets, oldest first: for charts, trends and ' +
    'volatility. Without `start_ts` the result has the newest buckets, with it the first ones from that time on. ' +
    'Prices are probabilities of the first outcome, volume is in contracts of one dollar. Buckets without trades are ' +
    'left out unless `fill` is `previous`. Choose an interval that gives at most 200 buckets.',
  input: z.strictObject({
    market_id: marketId,
    interval,
    start_ts: startTs,
    end_ts: endTs,
    source: z
      .enum(['trades', 'mid', 'bid', 'ask'])
      .default('trades')
      .describe('What candles are made of: trades, or the recorded order books'),
    fill: z
      .literal('previous')
      .optional()
      .describe('Also returns buckets without trades, with the last price before them'),
    limit: limit(maxBuckets, 48),
  }),
  output: z.object({
    market_id: z.string(),
    interval: z.string(),
    candles: z.array(
      z.object({
        start: z.string().describe('Start of the bucket; its end is exclusive'),
        open: price,
        high: price,
        low: price,
        close: price,
        volume: z.number().describe('Contracts of one dollar'),
        trade_count: z.int(),
        is_final: z.boolean().describe('true: the candle has all trades of the bucket'),
      }),
    ),
    has_more: z
      .boolean()
      .describe('The limit left out candles: later ones with `start_ts`, else earlier ones'),
    answered_at: answeredAt,
    completeness,
  }),
  async run(client, input, signal) {
    const answer = await client.listMarketCandles(input, { signal })
    const { market_id: id, interval: length, candles, has_more: hasMore } = answer.data
    const rows = candles.map(({ start_ts: start, ...candle }) => ({
      start: toIsoTime(start * 1000),
      open: candle.open,
      high: candle.high,
      low: candle.low,
      close: candle.close,
      volume: candle.volume,
      trade_count: candle.trade_count,
      is_final: candle.is_final,
    }))
    const structured = {
      market_id: id,
      interval: length,
      candles: rows,
      has_more: hasMore,
      answered_at: answeredAtOf(answer),
      completeness: completenessOf(answer),
    }
    const summary = `Candles of ${length} of ${id}: ${rows.length}.${describeOmittedRows(rows, input.start_ts, hasMore)}`
    return { text: toText(summary, rows, describeResult(structured)), structured }
  },
})

export const getTrades = defineTool({
  name: 'get_trades',
  title: 'Get the trades of a market',
  description:
    'Returns single trades of a market, newest first, also of a time range: who took which side (`side` is that of the ' +
    'taker, in terms of the first outcome), at which price (probability of the first outcome), how many contracts of ' +
    'one dollar. For sums over time use get_candles.',
  input: z.strictObject({
    market_id: marketId,
    start_ts: startTs,
    end_ts: endTs,
    limit: limit(100, 20),
    cursor,
  }),
  output: z.object({
    market_id: z.string(),
    trades: z.array(
      z.object({
        time: z.string(),
        side: z.string(),
        price,
        size: z.number().describe('Contracts of one dollar'),
        outcome: z.string().describe('The outcome that was traded'),
        outcome_price: z.number().describe('Price of that outcome'),
      }),
    ),
    answered_at: answeredAt,
    completeness,
    next_cursor: nextCursor,
  }),
  async run(client, input, signal) {
    const answer = await client.listMarketTrades(input, { signal })
    const trades = answer.data.trades.map((trade) => ({
      time: toIsoTime(trade.timestamp_ms),
      side: trade.side,
      price: trade.price,
      size: trade.size,
      outcome: truncateText(trade.outcome, maxLabelLength),
      outcome_price: trade.outcome_price,
    }))
    const structured = {
      market_id: answer.data.market_id,
      trades,
      answered_at: answeredAtOf(answer),
      completeness: completenessOf(answer),
      next_cursor: answer.data.cursor,
    }
    const range = [input.start_ts, input.end_ts].map((s) => secondsToIso(s ?? null))
    const summary = `Trades of ${structured.market_id}, newest first${describeRange(range)}: ${trades.length}.`
    return { text: toText(summary, trades, describeResult(structured)), structured }
  },
})

function describeRange([from, until]: readonly (string | null | undefined)[]): string {
  return `${from ? `, from ${from}` : ''}${until ? `, before ${until}` : ''}`
}
