// Reads a topic from its beginning, and then each record as it is appended, until a signal aborts.
import type { EventLog, FollowHandler, Follower } from '../lib/log/port.ts'

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
  { log, topic, signal }: { log: EventLog; topic: string; signal: AbortSignal },
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

  const following: Promise<Follower> = log.follow({ topic, onFatal: fail }, handle)
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
