// The event log on one machine: an LMDB environment, one write transaction for what has to happen
// together. Several processes may open the same path: all may read; a writer's name belongs to who
// opened it last; two that consume as one group do work twice, but only one commits it; two that share
// out the same work take each other's writers away. Open a path once per process.
import { setImmediate } from 'node:timers/promises'
import {
  LogError,
  type EventLog,
  type Follower,
  type Sharing,
  type Subscription,
  type TopicSettings,
  type Writer,
} from './port.ts'
import { createCommits } from './lmdb/commits.ts'
import { startFollower } from './lmdb/follower.ts'
import { createGroups } from './lmdb/groups.ts'
import { createShareClaims } from './lmdb/share-claims.ts'
import { startSharing } from './lmdb/sharing.ts'
import { openLayout, type Slot } from './lmdb/layout.ts'
import { offsetAt, rangeOf, readPage } from './lmdb/reads.ts'
import { sweep } from './lmdb/retention.ts'
import type { LogLogger } from './rounds.ts'
import { startSubscription } from './lmdb/subscription.ts'
import { createWakeups } from './lmdb/wakeups.ts'
import { openWriter } from './lmdb/writer.ts'

export interface LmdbLogOptions {
  /** A directory; made if it is not there. */
  readonly path: string
  /** Cannot change for a topic that is already there, but for retentionMs. */
  readonly topics: TopicSettings
  /** Unix milliseconds. */
  readonly now: () => number
  readonly logger?: LogLogger
}

export interface LmdbLog extends EventLog {
  /** Removes what is older than its topic keeps it. Also runs by itself, at open and every ten minutes. */
  sweep(): Promise<void>
}

const sweepEveryMs = 600_000
const page = { records: 1_000, bytes: 4 * 1024 * 1024 }

export async function openLmdbLog(options: LmdbLogOptions): Promise<LmdbLog> {
  const { now, logger = null } = options
  const layout = openLayout(options.path, options.topics)
  const commits = createCommits(layout.env)
  const groups = createGroups<Slot>(({ partition }) => partition)
  const shareGroups = createGroups<number>((share) => share)
  const wakeups = createWakeups()
  const mustBeOurs = createShareClaims(layout, commits)
  const parts = { layout, commits, groups, shareGroups, mustBeOurs, wakeups, now, logger }
  const open = new Set<Subscription | Sharing | Follower | Writer>()
  let closing: Promise<void> | null = null

  function mustBeOpen(): void {
    if (closing) throw new LogError('the log is closed', { retriable: false })
  }

  /** Of a call: what other processes have written is seen too. */
  function slotsOf(topic: string): readonly Slot[] {
    mustBeOpen()
    layout.env.resetReadTxn()
    const slots = layout.topics.get(topic)
    if (!slots) throw new LogError(`there is no topic ${topic}`, { retriable: false })
    return slots
  }

  function slotOf(topic: string, partition: number): Slot {
    const slot = slotsOf(topic)[partition]
    if (!slot) throw new LogError(`${topic} has no partition ${partition}`, { retriable: false })
    return slot
  }

  const sweepOnce = (): Promise<void> => sweep(layout, commits, now(), () => closing !== null)
  const sweepAlone = (): void => {
    sweepOnce().catch((error: unknown) => logger?.warn({ err: error }, 'retention failed'))
  }
  const sweeping = setInterval(sweepAlone, sweepEveryMs).unref()
  sweepAlone()

  async function closeAll(): Promise<void> {
    clearInterval(sweeping)
    await Promise.all([...open].map((part) => ('stop' in part ? part.stop() : part.close())))
    await commits.idle()
    await layout.env.close()
  }

  return {
    async openWriter(name) {
      mustBeOpen()
      const writer = await openWriter(parts, name)
      open.add(writer)
      return writer
    },

    async subscribe(subscribeOptions, handle) {
      subscribeOptions.topics.forEach(slotsOf)
      const subscription = startSubscription(parts, subscribeOptions, handle)
      open.add(subscription)
      return subscription
    },

    async share(shareOptions, work) {
      mustBeOpen()
      const sharing = startSharing(parts, shareOptions, work)
      open.add(sharing)
      return sharing
    },

    async *read({ topic, partition, from, until }) {
      const slot = slotOf(topic, partition)
      const end = Math.min(until ?? Infinity, layout.tailOf(slot).next)
      let at = Math.max(from, 0)
      while (at < end) {
        mustBeOpen()
        const { records, next } = readPage(slot, at, end, page)
        yield* records
        at = next
        await setImmediate()
      }
    },

    async follow(followOptions, handle) {
      const slots = slotsOf(followOptions.topic)
      const follower = startFollower(parts, slots, followOptions, handle)
      open.add(follower)
      await follower.caughtUp
      return follower
    },

    async ranges(topic) {
      return slotsOf(topic).map((slot) => rangeOf(layout, slot))
    },

    async offsetsAt(topic, timestampMs) {
      return slotsOf(topic).map((slot) => ({
        topic,
        partition: slot.partition,
        offset: offsetAt(layout, slot, timestampMs),
      }))
    },

    async lag(group, topics) {
      return topics.flatMap(slotsOf).map((slot) => {
        const { topic, partition, low, high } = rangeOf(layout, slot)
        const position = layout.positionOf(group, slot) ?? low
        return { topic, partition, position, behind: Math.max(0, high - position) }
      })
    },

    async reset(group, positions) {
      const moves = positions.map(({ topic, partition, offset }) => {
        const slot = slotOf(topic, partition)
        const { low, high } = rangeOf(layout, slot)
        if (!Number.isInteger(offset) || offset < low || offset > high)
          throw new LogError(`${topic}/${partition} has offsets ${low} to ${high}, not ${offset}`, {
            retriable: false,
          })
        return { slot, offset }
      })
      await commits.run({
        records: moves.length,
        check() {
          if (groups.isActive(group))
            throw new LogError(`group ${group} has members: stop them first`, { retriable: false })
        },
        write() {
          for (const { slot, offset } of moves) layout.setPosition(group, slot, offset)
        },
      })
    },

    sweep: sweepOnce,

    close() {
      closing ??= closeAll()
      return closing
    },
  }
}
