// Query: the current time of the store's clock, which sets `written_at`.
import type { Store } from '../../lib/store/port.ts'

const sql = `SELECT toUnixTimestamp64Milli(now64(3)) AS now_ms`

export async function queryStoreClock(store: Store): Promise<number> {
  const [row] = await store.query<{ readonly now_ms: number }>(sql)
  return row?.now_ms ?? 0
}
