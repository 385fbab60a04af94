// The event log on one machine, in one LMDB environment. Changes that must happen together are one write
// transaction. Only one process writes to the environment: the process that began to write last. Other processes
// send their writes to that process through a channel, and read the environment themselves. The name of a writer
// belongs to the process that opened it last. If two processes consume as the same group, both process the records,
// and one of them commits. If two processes join the same coordinated group, the process that joins later takes the
// tasks over. Each process must open a path only once.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { openAppendSignals } from './lmdb/append-signals.ts'
import { createBackgroundJobs } from './lmdb/background.ts'
import {
  createCommitAnswerer,
  createRemoteCommitter,
  type CommitChannel,
} from './lmdb/commit-channel.ts'
import { createCommitQueue } from './lmdb/commit-queue.ts'
import { createLogCommitter, type LogCommitter } from './lmdb/committer.ts'
import type { LmdbContext } from './lmdb/context.ts'
import { startFollower } from './lmdb/follower.ts'
import { createGroupOwnership } from './lmdb/group-ownership.ts'
import { createGroups } from './lmdb/groups.ts'
import { openLayout, type BlockSizes, type LogLayout } from './lmdb/layout.ts'
import { createLogOwnership } from './lmdb/ownership.ts'
import { createPacking } from './lmdb/packing.ts'
import { offsetAt, offsetRangeOf, readPage } from './lmdb/reads.ts'
import { resetGroup } from './lmdb/reset.ts'
import { nextRetentionTime } from './lmdb/retention-time.ts'
import { createRetention, type RetentionObserver } from './lmdb/retention.ts'
import { startSubscription } from './lmdb/subscription.ts'
import { startTaskCoordination } from './lmdb/task-coordination.ts'
import { usageOf } from './lmdb/usage.ts'
import { openWriter } from './lmdb/writer.ts'
import type { LogLogger } from './loop.ts'
import { createClosableParts } from './open-parts.ts'
import { LogError, type EventLog, type ReadableLog, type TopicSettings } from './port.ts'

export interface LmdbLogOptions {
  /** A directory; created if missing. */
  readonly path: string
  /** Of an existing topic, only retentionMs and retentionBytes can change. */
  readonly topics: TopicSettings
  /** Unix milliseconds. */
  readonly now: () => number
  readonly logger?: LogLogger
  readonly onHeldBack?: RetentionObserver['onHeldBack']
  /** Only for tests, which use blocks of a few bytes. */
  readonly blockSizes?: BlockSizes
}

export interface LmdbLog extends EventLog {
  /** Removes records that exceed the limits of their topic. Also runs after the first commit and every ten minutes. */
  removeExpiredRecords(): Promise<void>
  /** Compresses records that were appended a few at a time. Runs after removeExpiredRecords(), too. */
  packRecords(): Promise<void>
  /**
   * Executes a commit that was requested by another process, which opened the log with openLmdbLogThroughChannel.
   * Resolves with the answer to send to that process.
   */
  readonly answerCommit: CommitChannel
}

const page = { records: 1_000, bytes: 4 * 1024 * 1024 }

/**
 * Opens the log to write to it. From its first commit on, processes that wrote before can no longer
 * write.
 */
export async function openLmdbLog(options: LmdbLogOptions): Promise<LmdbLog> {
  const { now, logger = null, onHeldBack = () => undefined } = options
  const layout = openLayout(options)
  const closing = new AbortController()
  const ownership = createLogOwnership(layout, () => startBackgroundJobs())
  const queue = createCommitQueue(layout.env, ownership, options.path)
  const removeExpiredRecords = createRetention(layout, queue, now, closing.signal, {
    logger,
    onHeldBack,
  })
  const packRecords = createPacking(layout, queue, closing.signal)
  const jobs = { retention: removeExpiredRecords, packing: packRecords }
  const startBackgroundJobs = createBackgroundJobs(jobs, closing.signal, logger)
  const committer = createLogCommitter(layout, queue, now)
  const log = createLog(options, layout, committer)
  return {
    ...log,
    removeExpiredRecords,
    packRecords,
    answerCommit: createCommitAnswerer(committer),
    close() {
      closing.abort()
      return log.close()
    },
  }
}

/**
 * Opens a log that another process of this machine writes to. Writes of this process are sent to
 * that process.
 */
export function openLmdbLogThroughChannel(
  channel: CommitChannel,
  options: LmdbLogOptions,
): EventLog {
  const layout = openLayout({ ...options, readOnly: true })
  return createLog(options, layout, createRemoteCommitter(channel))
}

/**
 * Opens a log only to read it, whether another process writes to it or not. Throws if there is no
 * log, or if an earlier version of the service wrote the log and this version has not opened it for
 * writing yet.
 */
export function openReadOnlyLmdbLog(options: LmdbLogOptions): ReadableLog {
  if (!existsSync(join(options.path, 'data.mdb')))
    throw new LogError(`there is no log in ${options.path}`)
  return openLmdbLogThroughChannel(
    () => Promise.reject(new LogError('the log is open for reading only')),
    options,
  )
}

function createLog(options: LmdbLogOptions, layout: LogLayout, committer: LogCommitter): EventLog {
  const { now, logger = null } = options
  const context: LmdbContext = {
    layout,
    committer,
    groups: createGroups(),
    taskMembers: new Set(),
    checkOwnership: createGroupOwnership(layout, committer),
    appendSignals: openAppendSignals({
      directory: join(options.path, 'appended'),
      topics: Object.keys(options.topics),
      now,
      logger,
    }),
    logger,
  }
  const parts = createClosableParts()

  /**
   * Returns the layout with a new read snapshot, so that a query also sees what other processes have
   * written.
   */
  function refreshLayout(): LogLayout {
    parts.checkOpen()
    layout.env.resetReadTxn()
    return layout
  }

  return {
    async openWriter(name) {
      parts.checkOpen()
      return parts.add(await openWriter(context, name))
    },

    async subscribe(subscribeOptions, handle) {
      subscribeOptions.topics.forEach((topic) => refreshLayout().treesOf(topic))
      return parts.add(startSubscription(context, subscribeOptions, handle))
    },

    async coordinateTasks(coordinationOptions, runTask) {
      parts.checkOpen()
      return parts.add(startTaskCoordination(context, coordinationOptions, runTask))
    },

    async *read({ topic, partition, from, until, pageBytes = page.bytes }) {
      const tree = refreshLayout().treeOf(topic, partition)
      const end = Math.min(until ?? Infinity, layout.tailOf(tree).next)
      let at = Math.max(from, 0)
      while (at < end) {
        parts.checkOpen()
        const { records, next } = readPage(layout.blocks, tree, at, end, {
          records: page.records,
          bytes: pageBytes,
        })
        yield* records
        at = next
        await setImmediate()
      }
    },

    async follow(followOptions, handle) {
      const trees = refreshLayout().treesOf(followOptions.topic)
      const follower = parts.add(startFollower(context, trees, followOptions, handle))
      await follower.caughtUp
      return follower
    },

    async ranges(topic) {
      return refreshLayout()
        .treesOf(topic)
        .map((tree) => offsetRangeOf(layout, tree))
    },

    async usage(topic) {
      const trees = refreshLayout().treesOf(topic)
      const retentionTimeMs = nextRetentionTime(layout, now())
      return trees.map((tree) => usageOf(layout, tree, retentionTimeMs))
    },

    async offsetsAt(topic, timestampMs) {
      return refreshLayout()
        .treesOf(topic)
        .map((tree) => ({
          topic,
          partition: tree.partition,
          offset: offsetAt(layout, tree, timestampMs),
        }))
    },

    async lag(group, topics) {
      const trees = topics.flatMap((topic) => refreshLayout().treesOf(topic))
      return trees.map((tree) => {
        const { topic, partition, low, high } = offsetRangeOf(layout, tree)
        const position = layout.positionOf(group, tree) ?? low
        return { topic, partition, position, behind: Math.max(0, high - position) }
      })
    },

    async reset(group, positions) {
      refreshLayout()
      await resetGroup(context, group, positions)
    },

    close() {
      return parts.close(async () => {
        await committer.waitUntilIdle()
        context.appendSignals.close()
        await layout.env.close()
      })
    },
  }
}
