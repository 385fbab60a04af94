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
import { collect, rotate, type Collected } from './batches.ts'
import { prepare } from './frame.ts'
import { createRounds, type LogLogger } from '../rounds.ts'
import type { Commits } from './commits.ts'
import type { Groups, Member } from './groups.ts'
import type { Layout, Slot } from './layout.ts'
import type { Wakeups } from './wakeups.ts'

export interface SubscriptionParts {
  readonly layout: Layout
  readonly commits: Commits
  readonly groups: Groups<Slot>
  readonly wakeups: Wakeups
  readonly now: () => number
  readonly logger: LogLogger | null
}

export function startSubscription(
  parts: SubscriptionParts,
  options: SubscribeOptions,
  handle: Handle,
): Subscription {
  const { layout, commits, groups, wakeups, now, logger } = parts
  const { group, topics, maxRecords = 10_000, lingerMs = 0, onTaken, onFatal } = options
  const rounds = createRounds(logger, { group })
  const { signal } = rounds
  const member: Member<Slot> = {
    group,
    wants: topics.flatMap((topic) => layout.topics.get(topic) ?? []),
    wake: rounds.ring,
  }
  /** Of the partitions that this member has. */
  let cursors = new Map<Slot, number | null>()
  /** Of these onTaken has been told. */
  let told = new Set<Slot>()

  /** Takes and gives up partitions, keeps the cursors of those that stay, and turns the order by one. */
  function settle(): void {
    const slots = groups.settle(member)
    const kept = [...cursors.keys()].filter((slot) => slots.includes(slot))
    const taken = slots.filter((slot) => !cursors.has(slot))
    cursors = new Map(
      [...rotate(kept), ...taken].map((slot) => [
        slot,
        cursors.get(slot) ?? layout.positionOf(group, slot) ?? null,
      ]),
    )
    told = new Set([...told].filter((slot) => cursors.has(slot)))
  }

  async function tell(): Promise<void> {
    const untold = [...cursors.keys()].filter((slot) => !told.has(slot))
    if (!onTaken || untold.length === 0) return
    await onTaken(
      untold.map(({ topic, partition }) => ({ topic, partition })),
      signal,
    )
    for (const slot of untold) told.add(slot)
  }

  async function deliver({ records, ends }: Collected): Promise<void> {
    const positions = new Map([...ends.keys()].map((slot) => [slot, cursors.get(slot)]))
    const emitted = await handle(records, signal)
    const prepared = prepare(layout, emitted)
    await commits.run({
      records: emitted.length,
      check() {
        for (const [slot, position] of positions) {
          const stored = layout.positionOf(group, slot)
          if (stored === undefined || stored === position) continue
          told.delete(slot)
          throw moved(group, slot)
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

  async function turn(): Promise<void> {
    layout.env.resetReadTxn()
    settle()
    await tell()
    let batch = await collect(layout, cursors, maxRecords)
    if (lingerMs > 0 && batch.records.length > 0 && batch.records.length < maxRecords) {
      await rounds.pause(lingerMs)
      layout.env.resetReadTxn()
      batch = await collect(layout, cursors, maxRecords)
    }
    if (signal.aborted) return
    if (batch.records.length > 0) return deliver(batch)
    for (const [slot, end] of batch.ends) cursors.set(slot, end)
    await rounds.rest()
  }

  async function turnOrForget(): Promise<void> {
    try {
      await turn()
    } catch (error) {
      // what is stored tells how far we are: also after a commit with an unknown end
      cursors = new Map()
      throw error
    }
  }

  groups.join(member)
  const stopRinging = wakeups.add(topics, rounds.ring)
  const ended = rounds.run(turnOrForget).then((fatal) => {
    stopRinging()
    groups.leave(member)
    if (fatal && !signal.aborted) onFatal(fatal)
  })
  return {
    async stop() {
      rounds.stop()
      await ended
    },
  }
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
