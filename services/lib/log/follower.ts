// The part of a follower that both log adapters share: it calls the handler for each batch, and states
// when all records that existed at the start have been applied. The adapters supply the reading.
import type { RetryingLoop } from './loop.ts'
import { LogError, type FollowHandler, type Follower, type FollowOptions } from './port.ts'
import type { LogRecord } from './port.ts'

export interface StartedFollower extends Follower {
  /** Resolves when the handler has applied all records that existed at the start; rejects if the follower ends before. */
  readonly caughtUp: Promise<void>
}

/** Reads the topic. The type `NextOffsets` has the next offset to read of each partition. */
export interface FollowerSource<NextOffsets> {
  /** Returns the next records, at most `maxRecords`, and the offsets at which to continue after them. */
  read(
    maxRecords: number,
  ): Promise<{ readonly records: readonly LogRecord[]; readonly nextOffsets: NextOffsets }>
  /**
   * Called when the handler has applied the records before `nextOffsets`: the next read starts at these
   * offsets.
   */
  advance(nextOffsets: NextOffsets): void
  /** Returns whether the positions have reached the ends that the partitions had at the start. */
  hasReachedInitialEnds(): boolean
  close(): Promise<void>
}

export function runFollower<NextOffsets>(
  loop: RetryingLoop,
  { topic, maxRecords = 2_000, onFatal }: FollowOptions,
  handle: FollowHandler,
  source: FollowerSource<NextOffsets>,
): StartedFollower {
  const { signal } = loop
  let isCaughtUp = false
  let settleCaughtUp: (error: Error | null) => void = () => undefined
  const caughtUp = new Promise<void>((resolve, reject) => {
    settleCaughtUp = (error) => (error ? reject(error) : resolve())
  })

  async function iterate(): Promise<void> {
    const { records, nextOffsets } = await source.read(maxRecords)
    if (signal.aborted) return
    if (records.length > 0) await handle(records, signal)
    source.advance(nextOffsets)
    if (!isCaughtUp && !signal.aborted && source.hasReachedInitialEnds()) {
      isCaughtUp = true
      settleCaughtUp(null)
    }
    if (records.length === 0) await loop.waitForSignal()
  }

  const { stop } = loop.start({
    iterate,
    async close(fatalError) {
      await source.close()
      if (!isCaughtUp)
        settleCaughtUp(
          fatalError ??
            new LogError(`the log was closed before the follower of ${topic} had caught up`),
        )
    },
    onFatal(error) {
      if (isCaughtUp) onFatal(error)
    },
  })
  return { caughtUp, stop }
}
