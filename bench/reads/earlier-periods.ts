// Copies the trades of a store, and their candles, into earlier periods, so that a benchmark reads as many trades as
// the platforms have in a month without waiting for the pipeline. Used by ../reads.ts.
import type { Pipeline } from '../pipeline.ts'

const candleColumns =
  'open, high, low, close, volume, notional, outcome_notional, trade_count, version'

/** The tables, with the column of the time and the columns that are copied unchanged, in addition to `market_id`. */
const tables = [
  { name: 'trades', time: 'ts', others: 'id, price, size, side, outcome, received_at_ms, version' },
  { name: 'candles_1m', time: 'minute', others: candleColumns },
  { name: 'candles_1h', time: 'hour', others: candleColumns },
]

export interface Periods {
  /** Number of periods, including the one that the pipeline has filled. */
  readonly count: number
  /** Length of a period in whole days, so that copied candles still begin at full minutes and hours. */
  readonly days: number
}

export async function addEarlierPeriods(
  { store }: Pick<Pipeline, 'store'>,
  periods: Periods,
): Promise<void> {
  for (const { name, time, others } of tables) {
    const columns = `market_id, ${time}, ${others}`
    const [row] = await store.query<{ first: string }>(
      `SELECT toString(toUnixTimestamp(min(${time}))) AS first FROM ${name}`,
    )
    for (let period = 1; period < periods.count; period += 1)
      await store.command(
        `INSERT INTO ${name} (${columns})
         SELECT * REPLACE (${time} - INTERVAL ${period * periods.days} DAY AS ${time})
         FROM (SELECT ${columns} FROM ${name} FINAL WHERE ${time} >= fromUnixTimestamp(${row?.first}))
         SETTINGS max_insert_threads = 2`,
      )
  }
}
