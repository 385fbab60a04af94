// Follows a topic for as long as a signal allows: what it holds, and then each record as it comes.
import type { EventLog, Fold, Follower } from '../platform/log/port.ts'

export interface Following {
  /** Never resolves; rejects when nothing more can come, with the signal's reason if that is why. */
  readonly ended: Promise<never>
  stop(): Promise<void>
}

/** Resolves when all that the topic holds was handed over; rejects as `ended` does. */
export async function followTopic(
  { log, topic, signal }: { log: EventLog; topic: string; signal: AbortSignal },
  handle: Fold,
): Promise<Following> {
  let fail: (error: unknown) => void = () => undefined
  const ended = new Promise<never>((_resolve, reject) => {
    fail = reject
  })
  const end = (): void => fail(signal.reason)
  signal.addEventListener('abort', end, { once: true })
  if (signal.aborted) end()
  // It may end before anybody waits for it.
  ended.catch(() => undefined)

  const following: Promise<Follower> = log.follow({ topic, onFatal: fail }, handle)
  // A log in trouble may take as long as it likes to catch up; we stop when we are told to.
  const follower = await Promise.race([following, ended]).catch(async (error: unknown) => {
    void following.then((late) => late.stop()).catch(() => undefined)
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
