// A store whose process can be killed in a test, or stopped in its middle and woken.
import type { Store } from '../../services/platform/store/port.ts'

export interface Life {
  readonly store: Store
  /** The process is gone: what it had begun may still happen, nothing that it awaited comes back. */
  die(): void
  /** The process stands still: what it had begun may still happen, the rest when it wakes. */
  pause(): void
  wake(): void
  /** For what else the process does. */
  guard<T>(work: () => Promise<T>): Promise<T>
}

export function mortal(store: Store): Life {
  let isDead = false
  let awake: Promise<void> = Promise.resolve()
  let wake: () => void = () => undefined

  async function alive(): Promise<void> {
    await awake
    if (isDead) await new Promise<never>(() => undefined)
  }

  async function guard<T>(work: () => Promise<T>): Promise<T> {
    await alive()
    const result = await work()
    await alive()
    return result
  }

  return {
    guard,
    die() {
      isDead = true
    },
    pause() {
      awake = new Promise((resolve) => (wake = resolve))
    },
    wake: () => wake(),
    store: {
      query: (sql, params) => guard(() => store.query(sql, params)),
      bytes: (sql, params, format) => guard(() => store.bytes(sql, params, format)),
      insert: (table, columns, rows) => guard(() => store.insert(table, columns, rows)),
      command: (sql, params) => guard(() => store.command(sql, params)),
      close: () => Promise.resolve(),
    },
  }
}
