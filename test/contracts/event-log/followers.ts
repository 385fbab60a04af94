// Followers that keep what they see, and what they must have seen.
import { expect } from '@jest/globals'
import type { Follower, LogRecord } from '../../../services/lib/log/port.ts'
import { noFatal, type Subject } from './subject.ts'

export async function collectFrom(
  subject: Subject,
  topic: string,
  from?: ReadonlyMap<number, number>,
): Promise<{ readonly seen: readonly LogRecord[]; readonly follower: Follower }> {
  const seen: LogRecord[] = []
  const start = from ? { from } : {}
  const follower = await subject.log.follow(
    { topic, ...start, onFatal: noFatal },
    async (batch) => {
      seen.push(...batch)
    },
  )
  return { seen, follower }
}

/** Every record of the topic once, in the order of its partition. */
export async function expectAll(
  subject: Subject,
  topic: string,
  seen: readonly LogRecord[],
): Promise<void> {
  const stored = await subject.readAll(topic)
  expect(seen.length).toBe(stored.length)
  for (const { partition } of await subject.log.ranges(topic))
    expect(seen.filter((r) => r.partition === partition)).toEqual(
      stored.filter((r) => r.partition === partition),
    )
}
