// Tables candles_1m and candles_1h: writes the candles of touched minutes (minutes with new trades).
// Candles of the newest minutes are computed in memory (open-candles.ts), all others from the trades in
// the table, so that late, repeated and replayed trades all result in the same candle. `version` is the
// sum of the trades' versions. A candle that was computed from fewer trades therefore has a smaller
// version, and ClickHouse keeps the other one, whatever the order of the inserts.
import { outcomePriceSql } from '../../domain/price.ts'
import type { Params, Store } from '../../lib/store/port.ts'
import type {
  BucketCandle,
  OpenCandles,
  ReadNewestMinutes,
  ReceivedTrades,
} from '../open-candles.ts'
import type { CandleJob, TouchedMinutes } from '../touched-minutes.ts'
import type { Row } from './row.ts'
import { maxMarkets, splitByPairs, toCandleJobs } from '../touched-minutes.ts'

/** SQL condition for all trades of several markets in one time range (a rectangle of markets and minutes). */
const inRectangle = `market_id IN {markets:Array(String)}
      AND ts >= fromUnixTimestamp64Milli({from_ms:Int64}, 'UTC')
      AND ts < fromUnixTimestamp64Milli({until_ms:Int64}, 'UTC')`
const isTouchedMinute = `(market_id, toUInt32(intDiv(toUnixTimestamp64Milli(ts), 60000))) IN (
      SELECT pair.1, arrayJoin(pair.2)
      FROM (SELECT arrayJoin(arrayZip({markets:Array(String)}, {minutes:Array(Array(UInt32))})) AS pair))`

const inHours = `market_id IN {markets:Array(String)}
      AND minute >= toDateTime({from_hour_s:UInt32}, 'UTC')
      AND minute < toDateTime({until_hour_s:UInt32}, 'UTC')`
const isTouchedHour = `(market_id, toUInt32(intDiv(toUnixTimestamp(minute), 3600))) IN (
      SELECT pair.1, arrayJoin(pair.2)
      FROM (SELECT arrayJoin(arrayZip({markets:Array(String)}, {hours:Array(Array(UInt32))})) AS pair))`

// argMin and argMax are correct only with exactly one row per trade, hence LIMIT 1 BY. FINAL would also
// remove duplicates, but it would read all rows of a market.
const insertMinutesSql = (whereClause: string): string => `
INSERT INTO candles_1m (market_id, minute, open, high, low, close, volume, notional, outcome_notional, trade_count, version)
SELECT market_id, toStartOfMinute(ts) AS bucket, argMin(price, (ts, id)), max(price), min(price),
  argMax(price, (ts, id)), sum(size), sum(price * size), sum(${outcomePriceSql('outcome')} * size),
  toUInt32(count()), sum(version)
FROM (
  SELECT market_id, ts, id, price, size, outcome, version FROM trades
  WHERE ${whereClause}
  ORDER BY market_id, ts, id, version DESC LIMIT 1 BY market_id, ts, id)
GROUP BY market_id, bucket`

const insertHoursSql = (whereClause: string): string => `
INSERT INTO candles_1h (market_id, hour, open, high, low, close, volume, notional, outcome_notional, trade_count, version)
SELECT market_id, toStartOfHour(minute) AS bucket, argMin(open, minute), max(high), min(low),
  argMax(close, minute), sum(volume), sum(notional), sum(outcome_notional), toUInt32(sum(trade_count)), sum(version)
FROM (
  SELECT * FROM candles_1m
  WHERE ${whereClause}
  ORDER BY market_id, minute, version DESC LIMIT 1 BY market_id, minute)
GROUP BY market_id, bucket`

const minutesOfRectangle = insertMinutesSql(inRectangle)
const minutesOfPairs = insertMinutesSql(`${inRectangle} AND ${isTouchedMinute}`)
const hoursOfRectangle = insertHoursSql(inHours)
const hoursOfPairs = insertHoursSql(`${inHours} AND ${isTouchedHour}`)
const countOfRectangle = `SELECT count() AS trades FROM trades WHERE ${inRectangle}`

const minuteMs = 60_000
const minuteS = 60
const hourS = 3_600

const newestMinutes = `
SELECT market_id, toUInt32(intDiv(toUnixTimestamp(max(minute)), 60)) AS newest FROM candles_1m
WHERE market_id IN {markets:Array(String)} AND minute >= toDateTime({from_s:UInt32}, 'UTC')
GROUP BY market_id`

const values = [
  'open',
  'high',
  'low',
  'close',
  'volume',
  'notional',
  'outcome_notional',
  'trade_count',
  'version',
]

/**
 * Writes the candles of all minutes and hours that contain `receivedTrades`. The rows of these trades must be in the
 * table already.
 */
export async function writeCandles(
  store: Store,
  open: OpenCandles,
  receivedTrades: ReceivedTrades,
): Promise<void> {
  const { minutes, hours, others } = await open.add(receivedTrades, readNewestMinutes(store))
  await store.insert(
    'candles_1m',
    ['market_id', 'minute', ...values],
    toCandleRows(minutes, minuteS),
  )
  await store.insert('candles_1h', ['market_id', 'hour', ...values], toCandleRows(hours, hourS))
  await recomputeCandles(store, others)
  open.closeOldMinutes()
}

function toCandleRows(candles: readonly BucketCandle[], bucketS: number): Row[] {
  return candles.map(({ marketId, bucket, candle }) => [
    marketId,
    bucket * bucketS,
    candle.open,
    candle.high,
    candle.low,
    candle.close,
    candle.volume,
    candle.notional,
    candle.outcomeNotional,
    candle.trades,
    candle.version,
  ])
}

function readNewestMinutes(store: Store): ReadNewestMinutes {
  return async (marketIds, fromMinute) => {
    const newest = new Map<string, number>()
    for (let first = 0; first < marketIds.length; first += maxMarkets) {
      const markets = marketIds.slice(first, first + maxMarkets)
      const rows = await store.query<{ market_id: string; newest: number }>(newestMinutes, {
        markets,
        from_s: Math.max(0, fromMinute * minuteS),
      })
      for (const row of rows) newest.set(row.market_id, row.newest)
    }
    return newest
  }
}

/** Resolves when the candles of all touched minutes, and of their hours, are in the tables. */
async function recomputeCandles(store: Store, touchedMinutes: TouchedMinutes): Promise<void> {
  for (const job of toCandleJobs(touchedMinutes)) {
    if (await areMinutesMostlyTouched(store, job)) {
      await store.command(minutesOfRectangle, toJobParams(job))
      await store.command(hoursOfRectangle, toJobParams(job))
    } else {
      for (const part of splitByPairs(job)) {
        const pairs = { minutes: part.minutes, hours: part.minutes.map(toHoursOfMinutes) }
        await store.command(minutesOfPairs, { ...toJobParams(part), ...pairs })
        await store.command(hoursOfPairs, { ...toJobParams(part), ...pairs })
      }
    }
  }
}

/**
 * Whether recomputing the whole rectangle of markets and minutes is cheaper than listing the touched
 * minutes. This is true for live trades, which are all in the newest one or two minutes, and for a replay
 * of all trades of a platform, which touches nearly every minute. It is false for one late trade among live
 * ones, and for past trades of many markets at once: they touch only a small part of the rectangle that
 * they span.
 */
async function areMinutesMostlyTouched(store: Store, job: CandleJob): Promise<boolean> {
  if (job.untilMinute - job.fromMinute <= 2) return true
  const [answer] = await store.query<{ trades: number | string }>(
    countOfRectangle,
    toJobParams(job),
  )
  return Number(answer?.trades) <= 2 * job.records + 10_000
}

function toJobParams(job: CandleJob): Params {
  const fromS = job.fromMinute * minuteS
  const untilS = job.untilMinute * minuteS
  return {
    markets: job.markets,
    from_ms: job.fromMinute * minuteMs,
    until_ms: job.untilMinute * minuteMs,
    from_hour_s: Math.floor(fromS / hourS) * hourS,
    until_hour_s: Math.ceil(untilS / hourS) * hourS,
  }
}

function toHoursOfMinutes(minutes: readonly number[]): number[] {
  return [...new Set(minutes.map((minute) => Math.floor(minute / 60)))]
}
