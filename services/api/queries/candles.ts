// The candles of a market that have trades in them, in the words of the Candle resource but for
// is_final: the engine writes the numbers, and they go out as they are.
import type { CandleInterval } from '../../domain/candle.ts'
import { candleGrids } from '../../domain/candle.ts'
import type { Store } from '../../platform/store/port.ts'
import { toLines } from './trades-page.ts'

interface Source {
  readonly table: 'candles_1m' | 'candles_1h'
  readonly column: 'minute' | 'hour'
  readonly stepS: number
}

const minutes: Source = { table: 'candles_1m', column: 'minute', stepS: 60 }
const hours: Source = { table: 'candles_1h', column: 'hour', stepS: 3600 }

function sourceOf(interval: CandleInterval): Source {
  return candleGrids[interval].stepS < hours.stepS ? minutes : hours
}

/**
 * `limit` buckets hold at most `inner` rows of the source, so no more than these need be put together;
 * the bucket that `inner` may have cut in two is beyond `limit`.
 */
const sqlOf = ({ table, column }: Source, direction: 'ASC' | 'DESC'): string => `
SELECT start_ts, open, high, low, close, volume, notional, trade_count FROM (
  SELECT toUInt32(s - (s - {offset:Int64}) % {step:Int64}) AS start_ts,
    argMin(candle.open, s) AS open, max(candle.high) AS high, min(candle.low) AS low,
    argMax(candle.close, s) AS close, sum(candle.volume) AS volume,
    sum(candle.notional) AS notional, toUInt32(sum(candle.trade_count)) AS trade_count
  FROM (
    SELECT *, toInt64(toUnixTimestamp(${column})) AS s FROM ${table} FINAL
    WHERE market_id = {market:String} AND ${column} >= toDateTime({from_s:UInt32}, 'UTC') AND ${column} < toDateTime({to_s:UInt32}, 'UTC')
    ORDER BY ${column} ${direction} LIMIT {inner:UInt32}) AS candle
  GROUP BY start_ts)
ORDER BY start_ts ${direction} LIMIT {limit:UInt32}`

const latestTimeS = 0xffff_ffff

export interface CandlesQuestion {
  readonly marketId: string
  readonly interval: CandleInterval
  /** Start of the first bucket. */
  readonly fromS: number
  /** End of the last bucket. */
  readonly toS: number
  readonly limit: number
  /** Which ones, if there are more than `limit`. */
  readonly keep: 'oldest' | 'newest'
}

/** One JSON object per candle, oldest first. */
export async function queryCandles(store: Store, question: CandlesQuestion): Promise<string[]> {
  const grid = candleGrids[question.interval]
  const source = sourceOf(question.interval)
  const params = {
    market: question.marketId,
    from_s: inTime(question.fromS),
    to_s: inTime(question.toS),
    offset: grid.offsetS,
    step: grid.stepS,
    inner: question.limit * (grid.stepS / source.stepS),
    limit: question.limit,
  }
  const direction = question.keep === 'oldest' ? 'ASC' : 'DESC'
  const lines = toLines(await store.bytes(sqlOf(source, direction), params, 'JSONEachRow'))
  return direction === 'ASC' ? lines : lines.reverse()
}

function inTime(seconds: number): number {
  return Math.min(Math.max(seconds, 0), latestTimeS)
}
