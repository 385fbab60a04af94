// A page of a market's trades, newest first, in the words of the Trade resource: the engine writes
// the JSON, digit by digit as the decimals are, and it goes out as it is.
import type { Platform } from '../../../schemas/generated/events.ts'
import type { Store } from '../../platform/store/port.ts'
import type { TradePlace } from '../cursor.ts'

/**
 * platform_a has no trade ids: ours is its transaction hash, a dash and a digest. Read in the order of
 * the table, backwards; buffering would read far more than the page.
 */
const sql = `
SELECT trade_id AS id, {market:String} AS market_id, {platform:String} AS platform, price, size, side,
  toUnixTimestamp64Milli(ts) AS timestamp_ms,
  if({platform:String} = 'platform_a', replaceRegexpOne(trade_id, '-[^-]*$', ''), trade_id) AS native_trade_id,
  arrayElement({labels:Array(String)}, index + 1) AS outcome,
  if(index = 0, price, toDecimal64(1, 12) - price) AS outcome_price
FROM (
  SELECT trades.id AS trade_id, price, size, side, ts, trades.outcome AS index FROM trades
  WHERE trades.market_id = {market:String} AND ts <= fromUnixTimestamp64Milli({t:Int64}, 'UTC')
    AND (ts, id) < (fromUnixTimestamp64Milli({t:Int64}, 'UTC'), {i:String})
  ORDER BY ts DESC, id DESC, version DESC LIMIT 1 BY ts, id LIMIT {n:UInt16})
SETTINGS read_in_order_use_buffering = 0`

/** After every trade: the year 2100. */
const newest: TradePlace = { timestampMs: 4_102_444_800_000, id: '' }

export interface TradesQuestion {
  readonly marketId: string
  readonly platform: Platform
  /** Labels of the outcomes, by index. */
  readonly labels: readonly string[]
  /** Only trades older than this one; null: from the newest on. */
  readonly after: TradePlace | null
  readonly limit: number
}

/** One JSON object per trade. */
export async function queryTrades(store: Store, question: TradesQuestion): Promise<string[]> {
  const { timestampMs, id } = question.after ?? newest
  const bytes = await store.bytes(
    sql,
    {
      market: question.marketId,
      platform: question.platform,
      labels: question.labels,
      t: timestampMs,
      i: id,
      n: question.limit,
    },
    'JSONEachRow',
  )
  return toLines(bytes)
}

export function toLines(bytes: Buffer): string[] {
  return bytes
    .toString()
    .split('\n')
    .filter((line) => line !== '')
}
