// A store whose process can be killed in a test.
import type { Store } from '../../services/platform/store/port.ts'

/** The process is gone: what it had begun may still happen, nothing that it awaited comes back. */
export function mortal(store: Store): { store: Store; die: () => void } {
  let isDead = false
  const guard = async <T>(work: () => Promise<T>): Promise<T> => {
    if (isDead) return new Promise<never>(() => undefined)
    const result = await work()
    return isDead ? new Promise<never>(() => undefined) : result
  }
  return {
    die: () => {
      isDead = true
    },
    store: {
      query: (sql, params) => guard(() => store.query(sql, params)),
      bytes: (sql, params, format) => guard(() => store.bytes(sql, params, format)),
      insert: (table, columns, rows) => guard(() => store.insert(table, columns, rows)),
      command: (sql, params) => guard(() => store.command(sql, params)),
      close: () => Promise.resolve(),
    },
  }
}
