// A store whose process can be killed or paused in a test.
import type { Store } from '../../services/lib/store/port.ts'

export interface KillableProcess {
  readonly store: Store
  /** The process ends: operations that it started may still complete, and none of its awaits returns. */
  kill(): void
  /** The process stops: operations that it started may still complete, the rest continues on `resume`. */
  pause(): void
  resume(): void
  /** For what else the process does. */
  guard<T>(work: () => Promise<T>): Promise<T>
}

export function createKillableProcess(store: Store): KillableProcess {
  let isDead = false
  let resumed: Promise<void> = Promise.resolve()
  let resume: () => void = () => undefined

  async function waitIfStopped(): Promise<void> {
    await resumed
    if (isDead) await new Promise<never>(() => undefined)
  }

  async function guard<T>(work: () => Promise<T>): Promise<T> {
    await waitIfStopped()
    const result = await work()
    await waitIfStopped()
    return result
  }

  return {
    guard,
    kill() {
      isDead = true
    },
    pause() {
      resumed = new Promise((resolve) => (resume = resolve))
    },
    resume: () => resume(),
    store: {
      query: (sql, params) => guard(() => store.query(sql, params)),
      bytes: (sql, params, format) => guard(() => store.bytes(sql, params, format)),
      stream: (sql, params, format, signal) =>
        guard(() => store.stream(sql, params, format, signal)),
      insert: (table, columns, rows) => guard(() => store.insert(table, columns, rows)),
      command: (sql, params) => guard(() => store.command(sql, params)),
      close: () => Promise.resolve(),
    },
  }
}
