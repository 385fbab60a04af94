// Query: the candles of a market in buckets with trades, as JSON of the Candle resource without is_final. The
// database writes the JSON, because converting its decimals to doubles could lose digits.
import type { CandleInterval } from '../../domain/candle.ts'
import { candleGrids } from '../../domain/candle.ts'
import type { Store } from '../../lib/store/port.ts'
import { toLines } from './trades-page.ts'

interface CandleTable {
  readonly table: 'candles_1m' | 'candles_1h'
  readonly column: 'minute' | 'hour'
  readonly stepS: number
}

const minutes: CandleTable = { table: 'candles_1m', column: 'minute', stepS: 60 }
const hours: CandleTable = { table: 'candles_1h', column: 'hour', stepS: 3600 }

export function candleTableOf(interval: CandleInterval): CandleTable {
  return candleGrids[interval].stepS < hours.stepS ? minutes : hours
}

/**
 * The inner LIMIT does not change the result: the first `limit` buckets contain at most `inner` rows of the table. So a
 * bucket of which the inner LIMIT cuts off rows comes after the first `limit` buckets, and the outer LIMIT removes it.
 */
const candlesSqlOf = ({ table, column }: CandleTable, direction: 'ASC' | 'DESC'): string => `
SELECT start_ts, open, high, low, close, volume, notional, outcome_notional, trade_count FROM (
  SELECT toUInt32(s - (s - {offset:Int64}) % {step:Int64}) AS start_ts,
    argMin(candle.open, s) AS open, max(candle.high) AS high, min(candle.low) AS low,
    argMax(candle.close, s) AS close, sum(candle.volume) AS volume,
    sum(candle.notional) AS notional, sum(candle.outcome_notional) AS outcome_notional,
    toUInt32(sum(candle.trade_count)) AS trade_count
  FROM (
    SELECT *, toInt64(toUnixTimestamp(${column})) AS s FROM ${table} FINAL
    WHERE market_id = {market:String} AND ${column} >= toDateTime({from_s:UInt32}, 'UTC') AND ${column} < toDateTime({to_s:UInt32}, 'UTC')
    ORDER BY ${column} ${direction} LIMIT {inner:UInt32}) AS candle
  GROUP BY start_ts)
ORDER BY start_ts ${direction} LIMIT {limit:UInt32}`

const latestTimeS = 0xffff_ffff

export interface CandlesRequest {
  readonly marketId: string
  readonly interval: CandleInterval
  /** Start of the first bucket, Unix seconds. */
  readonly fromS: number
  /** End of the last bucket. */
  readonly toS: number
  readonly limit: number
  /** Which candles to return if there are more than `limit`. */
  readonly keep: 'oldest' | 'newest'
}

/** Returns one JSON object per candle, oldest first. */
export async function queryCandles(store: Store, request: CandlesRequest): Promise<string[]> {
  const grid = candleGrids[request.interval]
  const source = candleTableOf(request.interval)
  const params = {
    market: request.marketId,
    from_s: clampTimeS(request.fromS),
    to_s: clampTimeS(request.toS),
    offset: grid.offsetS,
    step: grid.stepS,
    inner: request.limit * (grid.stepS / source.stepS),
    limit: request.limit,
  }
  const direction = request.keep === 'oldest' ? 'ASC' : 'DESC'
  const lines = toLines(await store.bytes(candlesSqlOf(source, direction), params, 'JSONEachRow'))
  return direction === 'ASC' ? lines : lines.reverse()
}

/** Limits a time (Unix seconds) to the range of the ClickHouse type DateTime. */
export function clampTimeS(seconds: number): number {
  return Math.min(Math.max(seconds, 0), latestTimeS)
}
