// Reads a topic from its beginning or from given positions, and then each record as it is appended, until a signal
// aborts.
import type { EventLog, FollowHandler, Follower, LogRecord } from '../lib/log/port.ts'
import { rejectOnAbort } from '../lib/run/wait.ts'

export interface FollowedTopic {
  /**
   * Never resolves. Rejects when no further record can be read: with the signal's reason if the signal
   * aborted, else with the error of the log.
   */
  readonly ended: Promise<never>
  stop(): Promise<void>
}

/**
 * Follows the topic and passes its records to `handle`. Resolves when all records that the topic had at the
 * time of the call have been handled. Rejects with the same errors as `ended`.
 */
export async function followTopic(
  {
    log,
    topic,
    from,
    signal,
  }: {
    log: EventLog
    topic: string
    /** Where to start, by partition; the beginning if omitted. */
    from?: ReadonlyMap<number, number>
    signal: AbortSignal
  },
  handle: FollowHandler,
): Promise<FollowedTopic> {
  let fail: (error: unknown) => void = () => undefined
  const ended = new Promise<never>((_resolve, reject) => {
    fail = reject
  })
  const end = (): void => fail(signal.reason)
  signal.addEventListener('abort', end, { once: true })
  if (signal.aborted) end()
  // `ended` may reject before a caller awaits it, which would end the process as an unhandled rejection.
  ended.catch(() => undefined)

  const following: Promise<Follower> = log.follow(
    { topic, ...(from && { from }), onFatal: fail },
    handle,
  )
  // If the log fails, the end of the topic may never be reached, so the signal must end this wait, too.
  const follower = await Promise.race([following, ended]).catch(async (error: unknown) => {
    void following.then((lateFollower) => lateFollower.stop()).catch(() => undefined)
    throw error
  })
  return {
    ended,
    async stop() {
      signal.removeEventListener('abort', end)
      await follower.stop()
    },
  }
}

export interface BackgroundFollower {
  /** Never resolves. Rejects when the topic can be read no further, and after `stop`. */
  readonly ended: Promise<never>
  stop(): Promise<void>
}

/** Returns at once. Reads the topic in the background, from its beginning, after `after` has resolved. */
export function followInBackground({
  log,
  topic,
  after,
  handle,
  onCaughtUp,
}: {
  readonly log: EventLog
  readonly topic: string
  readonly after: Promise<void>
  readonly handle: (record: LogRecord) => void
  /** Called when the records that the topic had at the start have been handled. */
  readonly onCaughtUp?: () => void
}): BackgroundFollower {
  const stopping = new AbortController()

  async function followUntilStopped(): Promise<never> {
    const { signal } = stopping
    await rejectOnAbort(after, signal)
    const following = await followTopic({ log, topic, signal }, async (batch) =>
      batch.forEach(handle),
    )
    onCaughtUp?.()
    try {
      return await following.ended
    } finally {
      await following.stop()
    }
  }

  const ended = followUntilStopped()
  // `ended` may reject before the caller awaits it, which would end the process as an unhandled rejection.
  ended.catch(() => undefined)
  return {
    ended,
    async stop() {
      stopping.abort()
      await ended.catch(() => undefined)
    },
  }
}
