// One member of a group: reads a batch, gives it to the handler, and commits what that emits
// together with the new positions.
import {
  LogError,
  type Handle,
  type NewRecord,
  type SubscribeOptions,
  type Subscription,
} from '../port.ts'
import { writeRecords } from './appends.ts'
import { collect, type Collected } from './batches.ts'
import { createBell } from './bell.ts'
import { prepare } from './frame.ts'
import { rangeOf } from './reads.ts'
import type { Commits } from './commits.ts'
import type { Groups, Member } from './groups.ts'
import type { Layout, Slot } from './layout.ts'
import type { Wakeups } from './wakeups.ts'

export interface LogLogger {
  warn(fields: object, message: string): void
}

export interface SubscriptionParts {
  readonly layout: Layout
  readonly commits: Commits
  readonly groups: Groups
  readonly wakeups: Wakeups
  readonly now: () => number
  readonly logger: LogLogger | null
}

/** How soon an append of another process is seen at the latest; those of this one ring the bell. */
const pollMs = 200
const firstBackOffMs = 100
const longestBackOffMs = 5_000

export function startSubscription(
  parts: SubscriptionParts,
  options: SubscribeOptions,
  handle: Handle,
): Subscription {
  const { layout, commits, groups, wakeups, now, logger } = parts
  const { group, topics, maxRecords = 10_000, lingerMs = 0, onFatal } = options
  const stopping = new AbortController()
  const bell = createBell()
  const member: Member = { group, topics, wake: bell.ring }
  /** Next offset to read, per partition that this member has. */
  let cursors = new Map<Slot, number>()
  let failures = 0

  /** Takes and gives up partitions, keeps the cursors of those that stay, and turns the order by one. */
  function settle(): void {
    const slots = groups.settle(member)
    const kept = [...cursors.keys()].filter((slot) => slots.includes(slot))
    const taken = slots.filter((slot) => !cursors.has(slot))
    const order = [...kept.slice(1), ...kept.slice(0, 1), ...taken]
    cursors = new Map(
      order.map((slot) => [
        slot,
        cursors.get(slot) ?? layout.positionOf(group, slot) ?? rangeOf(layout, slot).low,
      ]),
    )
  }

  async function deliver({ records, ends }: Collected): Promise<void> {
    const positions = new Map([...ends.keys()].map((slot) => [slot, cursors.get(slot)]))
    const emitted = await handle(records, stopping.signal)
    const prepared = prepare(layout, emitted)
    await commits.run({
      records: emitted.length,
      check() {
        for (const [slot, position] of positions) {
          const stored = layout.positionOf(group, slot)
          if (stored !== undefined && stored !== position) throw moved(group, slot)
        }
      },
      write() {
        writeRecords(layout, prepared, now())
        for (const [slot, end] of ends) layout.setPosition(group, slot, end)
      },
    })
    for (const [slot, end] of ends) cursors.set(slot, end)
    wakeups.ring(topicsOf(emitted))
  }

  /** One round: a batch, or a wait. */
  async function turn(): Promise<void> {
    layout.env.resetReadTxn()
    settle()
    let batch = await collect(layout, cursors, maxRecords)
    if (lingerMs > 0 && batch.records.length > 0 && batch.records.length < maxRecords) {
      await pause(lingerMs)
      layout.env.resetReadTxn()
      batch = await collect(layout, cursors, maxRecords)
    }
    if (stopping.signal.aborted) return
    if (batch.records.length > 0) return deliver(batch)
    for (const [slot, end] of batch.ends) cursors.set(slot, end)
    await bell.wait(pollMs)
  }

  /** Waits, whatever rings, until stop(). */
  async function pause(ms: number): Promise<void> {
    await new Promise<void>((resolve) => {
      const done = (): void => {
        clearTimeout(timer)
        stopping.signal.removeEventListener('abort', done)
        resolve()
      }
      const timer = setTimeout(done, ms)
      stopping.signal.addEventListener('abort', done)
      if (stopping.signal.aborted) done()
    })
  }

  async function run(): Promise<Error | null> {
    while (!stopping.signal.aborted) {
      try {
        await turn()
        failures = 0
      } catch (error) {
        // what is stored tells how far we are: also after a commit with an unknown end
        cursors = new Map()
        if (stopping.signal.aborted) break
        if (isFinal(error)) return error
        const most = Math.min(longestBackOffMs, firstBackOffMs * 2 ** failures)
        const backOffMs = Math.round(most * (0.5 + Math.random() / 2))
        failures += 1
        logger?.warn({ err: error, group, backOffMs }, 'a batch failed and will come again')
        await pause(backOffMs)
      }
    }
    return null
  }

  groups.join(member)
  const stopRinging = wakeups.add(topics, bell.ring)
  const ended = run().then((fatal) => {
    stopRinging()
    groups.leave(member)
    if (fatal && !stopping.signal.aborted) onFatal(fatal)
  })
  return {
    async stop() {
      stopping.abort()
      bell.ring()
      await ended
    },
  }
}

function isFinal(error: unknown): error is Error {
  return error instanceof Error && 'retriable' in error && error.retriable === false
}

/** Another process over the same log has done these records, or has reset the group. */
function moved(group: string, { topic, partition }: Slot): LogError {
  return new LogError(`group ${group}: another process moved ${topic}/${partition}`, {
    retriable: true,
  })
}

function topicsOf(records: readonly NewRecord[]): Set<string> {
  return new Set(records.map((r) => r.topic))
}
