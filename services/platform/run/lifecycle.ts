// Ordered start, reverse stop, and roll-back when a later part fails to start. What compose.ts is
// built with instead of a container.

export interface Lifecycle {
  /** Opens a part; its `close` runs at stop, after those of the parts opened later. */
  open<T>(name: string, open: () => Promise<T> | T, close: (part: T) => Promise<void>): Promise<T>
  /** Closes what is open, last first. A part that fails to close does not keep the others open. */
  stop(): Promise<void>
}

export function createLifecycle(onCloseError: (name: string, error: unknown) => void): Lifecycle {
  const closers: { name: string; close: () => Promise<void> }[] = []
  let stopping: Promise<void> | null = null

  const stopAll = async (): Promise<void> => {
    for (let next = closers.pop(); next; next = closers.pop()) {
      try {
        await next.close()
      } catch (error) {
        onCloseError(next.name, error)
      }
    }
  }

  return {
    async open(name, open, close) {
      try {
        const part = await open()
        closers.push({ name, close: () => close(part) })
        return part
      } catch (error) {
        await stopAll()
        throw new Error(
          `${name} did not start: ${error instanceof Error ? error.message : String(error)}`,
          { cause: error },
        )
      }
    },
    stop() {
      stopping ??= stopAll()
      return stopping
    },
  }
}
