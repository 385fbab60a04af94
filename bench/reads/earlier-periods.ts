// Copies the trades of a store, and their candles, into earlier periods, so that a benchmark reads as many trades as
// the platforms have in a month without waiting for the pipeline. Used by ../reads.ts.
import type { Pipeline } from '../pipeline.ts'

/** The tables, their columns, and which of them is a time. Other columns are copied as they are. */
const tables = [
  {
    name: 'trades',
    columns: 'market_id, ts, id, price, size, side, outcome, received_at_ms, version',
    time: 'ts',
  },
  {
    name: 'candles_1m',
    columns:
      'market_id, minute, open, high, low, close, volume, notional, outcome_notional, trade_count, version',
    time: 'minute',
  },
  {
    name: 'candles_1h',
    columns:
      'market_id, hour, open, high, low, close, volume, notional, outcome_notional, trade_count, version',
    time: 'hour',
  },
]

export interface Periods {
  /** With the one that the pipeline has filled. */
  readonly count: number
  /** Whole days, so that candles of minutes and hours remain such. */
  readonly days: number
}

export async function addEarlierPeriods(
  { store }: Pick<Pipeline, 'store'>,
  periods: Periods,
): Promise<void> {
  for (const { name, columns, time } of tables) {
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
