// The open subscriptions, task coordinations, followers and writers of a log. Closing the log closes them.
import { LogError } from './port.ts'

type Part = { stop(): Promise<void> } | { close(): Promise<void> }

export interface ClosableParts {
  /** Throws once the log is closing. */
  readonly checkOpen: () => void
  /** Returns the part. */
  readonly add: <P extends Part>(part: P) => P
  /** Stops all parts and then calls `release`. Idempotent. */
  readonly close: (release: () => Promise<void>) => Promise<void>
}

export function createClosableParts(): ClosableParts {
  const open = new Set<Part>()
  let closing: Promise<void> | null = null

  async function closeAll(release: () => Promise<void>): Promise<void> {
    await Promise.all([...open].map((part) => ('stop' in part ? part.stop() : part.close())))
    await release()
  }

  return {
    checkOpen() {
      if (closing) throw new LogError('the log is closed')
    },
    add(part) {
      open.add(part)
      return part
    },
    close: (release) => (closing ??= closeAll(release)),
  }
}
