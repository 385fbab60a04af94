// Reads the tables as lines, in the format of model.ts.
import type { Store } from '../../services/lib/store/port.ts'

async function lines(store: Store, sql: string): Promise<string[]> {
  const rows = await store.query<{ line: string }>(sql)
  return rows.map(({ line }) => line)
}

export function tradesIn(store: Store): Promise<string[]> {
  return lines(
    store,
    `SELECT concatWithSeparator(' ', market_id, toString(toUnixTimestamp64Milli(ts)), id, toString(price),
       toString(size), toString(received_at_ms), toString(toUInt64(version))) AS line
     FROM trades FINAL ORDER BY market_id, ts, id`,
  )
}

export function candlesIn(store: Store, interval: '1m' | '1h'): Promise<string[]> {
  const [table, start] = interval === '1m' ? ['candles_1m', 'minute'] : ['candles_1h', 'hour']
  return lines(
    store,
    `SELECT concatWithSeparator(' ', market_id, toString(toUnixTimestamp(${start})), toString(open), toString(high),
       toString(low), toString(close), toString(volume), toString(notional), toString(outcome_notional), toString(trade_count)) AS line
     FROM ${table} FINAL ORDER BY line`,
  )
}

export function latestIn(store: Store): Promise<string[]> {
  return lines(
    store,
    `SELECT concatWithSeparator(' ', market_id, toString(toUnixTimestamp64Milli(trade.ts)), trade.id, toString(trade.price)) AS line
     FROM (SELECT market_id, max(trade) AS trade FROM market_latest GROUP BY market_id)
     WHERE toUnixTimestamp64Milli(trade.ts) > 0 ORDER BY line`,
  )
}

export function feedsIn(store: Store): Promise<string[]> {
  return lines(
    store,
    `SELECT concatWithSeparator(' ', feed, toString(partition), toString(complete_until_ms), toString(version)) AS line
     FROM feeds FINAL ORDER BY line`,
  )
}

/** In the format of wallet-model.ts, sorted as text. */
export async function activityIn(store: Store): Promise<string[]> {
  const found = await lines(
    store,
    `SELECT concatWithSeparator('|', wallet, toString(toUnixTimestamp64Milli(ts)), id, toString(type),
       toString(platform), market_id, ifNull(toString(outcome), 'NULL'), label, ifNull(toString(side), 'NULL'),
       ifNull(toString(price), 'NULL'), toString(size), ifNull(toString(usdc_size), 'NULL'), market_slug,
       event_slug, title, toString(received_at_ms), toString(source), toString(toUInt64(version))) AS line
     FROM wallet_activity FINAL`,
  )
  return found.toSorted()
}

/** In the format of wallet-model.ts, sorted as text. */
export async function walletFeedsIn(store: Store): Promise<string[]> {
  const found = await lines(
    store,
    `SELECT concatWithSeparator('|', wallet, toString(complete_from_ms), toString(complete_until_ms), gaps,
       toString(received_at_ms), toString(version)) AS line
     FROM wallet_feeds FINAL`,
  )
  return found.toSorted()
}
