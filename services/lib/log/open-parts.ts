// The open subscriptions, task coordinations, followers and writers of a log. Closing the log closes them.
import { LogError } from './port.ts'

type Part = { stop(): Promise<void> } | { close(): Promise<void> }

export interface ClosableParts {
  /** Throws once the log is closing. */
  readonly checkOpen: () => void
  /** Returns the part, which is forgotten when the caller has stopped it. */
  readonly add: <P extends Part>(part: P) => P
  /** Stops all parts and then calls `release`. Idempotent. */
  readonly close: (release: () => Promise<void>) => Promise<void>
}

const stopPart = (part: Part): Promise<void> => ('stop' in part ? part.stop() : part.close())

export function createClosableParts(): ClosableParts {
  /** The functions that stop the open parts. */
  const open = new Set<() => Promise<void>>()
  let closing: Promise<void> | null = null

  async function closeAll(release: () => Promise<void>): Promise<void> {
    await Promise.all([...open].map((stop) => stop()))
    await release()
  }

  return {
    checkOpen() {
      if (closing) throw new LogError('the log is closed')
    },
    add(part) {
      async function stop(): Promise<void> {
        await stopPart(part)
        open.delete(stop)
      }
      open.add(stop)
      return { ...part, ...('stop' in part ? { stop } : { close: stop }) }
    },
    close: (release) => (closing ??= closeAll(release)),
  }
}
