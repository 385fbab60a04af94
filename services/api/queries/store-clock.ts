// What time is it in the store? `written_at` is by this clock, not by ours.
import type { Store } from '../../platform/store/port.ts'

const sql = `SELECT toUnixTimestamp64Milli(now64(3)) AS now_ms`

export async function queryStoreClock(store: Store): Promise<number> {
  const [row] = await store.query<{ readonly now_ms: number }>(sql)
  return row?.now_ms ?? 0
}
