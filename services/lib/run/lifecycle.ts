// Starts the parts of a process in order and stops them in reverse; if a part fails to start, those already
// open are stopped. compose.ts uses it instead of a dependency injection container.

export interface Lifecycle {
  /**
   * Opens a part of the process. stop() calls `close` of the parts in the reverse order of their opening. If the
   * part does not open, all open parts are closed in the same way. Rejects after stop(), and after another part has
   * failed to open. A part whose `open` ends only after that is closed at once.
   */
  open<T>(name: string, open: () => Promise<T> | T, close: (part: T) => Promise<void>): Promise<T>
  /** Closes all open parts in reverse order. If one fails to close, the others are closed all the same. */
  stop(): Promise<void>
  /** Whether stop() was called. */
  readonly isStopping: () => boolean
  /** The names of the parts that are being opened or closed now. */
  readonly pending: () => readonly string[]
}

export interface LifecycleObserver {
  /** Called when a part has opened, which took `ms` milliseconds. */
  readonly onOpened?: (name: string, ms: number) => void
  readonly onCloseError: (name: string, error: unknown) => void
}

export function createLifecycle({ onOpened, onCloseError }: LifecycleObserver): Lifecycle {
  const closers: { name: string; close: () => Promise<void> }[] = []
  const pending = new Set<string>()
  let isStopping = false
  /**
   * The closing of all parts that is in progress. There is only one, because two at once would close parts before
   * the parts that use them.
   */
  let closing: Promise<void> | null = null

  async function runAsPending<T>(name: string, work: () => Promise<T> | T): Promise<T> {
    pending.add(name)
    try {
      return await work()
    } finally {
      pending.delete(name)
    }
  }

  const closeOneByOne = async (): Promise<void> => {
    for (let next = closers.pop(); next; next = closers.pop()) {
      try {
        await runAsPending(next.name, next.close)
      } catch (error) {
        onCloseError(next.name, error)
      }
    }
  }

  const closeAll = (): Promise<void> => (closing ??= closeOneByOne())

  return {
    async open(name, open, close) {
      try {
        if (closing) throw new Error('the process is stopping')
        const startedMs = performance.now()
        const part = await runAsPending(name, open)
        if (closing) {
          await runAsPending(name, () => close(part))
          throw new Error('the process is stopping')
        }
        closers.push({ name, close: () => close(part) })
        onOpened?.(name, performance.now() - startedMs)
        return part
      } catch (error) {
        await closeAll()
        throw new Error(
          `${name} did not start: ${error instanceof Error ? error.message : String(error)}`,
          { cause: error },
        )
      }
    },
    stop() {
      isStopping = true
      return closeAll()
    },
    isStopping: () => isStopping,
    pending: () => [...pending],
  }
}
