// A view of the topic `poll-checkpoints`: the newest state of every key, whichever process wrote it. A task that is
// assigned to this process starts with the states in the view, and reads the states of other tasks from the view. Tasks
// never change the view directly; they append checkpoints to the topic.
import type { Codec } from '../lib/codec/port.ts'
import type { CreateScratchMap } from '../lib/run/scratch-file.ts'
import { shareConcurrentRuns } from '../lib/run/share-runs.ts'
import { LogError, type EventLog, type LogRecord } from '../lib/log/port.ts'
import type { Platform } from '../../schemas/generated/events.ts'
import { topics } from '../topology.ts'
import {
  createMutablePlatformView,
  findOrphanedStates,
  forgetExpiredMarkets,
  marketsOfPartition,
  applyCheckpoint,
  type AssignedMarkets,
  type MutablePlatformView,
} from './checkpoint-states.ts'
import {
  createPlatformStates,
  parseCheckpointKey,
  type BookStampState,
  type HistoryState,
  type PlatformStates,
  type MarketTaskStates,
  type MarketState,
  type MarketSummary,
} from './checkpoints.ts'
import { beginEventLoopTurn } from '../lib/run/turns.ts'
import { followTopic } from './follow-topic.ts'
import type { ReadonlyStates } from './states.ts'
import { marketTaskOf } from './tasks.ts'
import { createTaskStates, createUnreadStates } from './unread-states.ts'

/** The states of one platform, as of the newest record that the view has read. */
export interface PlatformView {
  /** The states of the platform-wide poller, without the markets: these are in `tasks`. */
  readonly platformWide: Readonly<Omit<PlatformStates, 'markets'>>
  /** The states of markets, by partition of raw.trades, which is also the number of the task. */
  readonly tasks: readonly MarketsView[]
}

export interface MarketsView {
  readonly markets: ReadonlyStates<MarketState, MarketSummary>
  readonly histories: ReadonlyStates<HistoryState>
  readonly books: ReadonlyStates<BookStampState>
}

export interface CheckpointView {
  of(platform: Platform): PlatformView
  /** Increases with every record. */
  readonly version: number
  /**
   * Resolves when the view contains every record that was appended before the call. Rejects if the log
   * fails.
   */
  catchUp(): Promise<void>
  /**
   * Returns the states for the task, which is their only writer from now on. What the task stores does not change the
   * view. `signal` aborts when the task ends. If `target` is given, the states are set in it, except the state of the
   * tape if `target` already has one.
   */
  statesForPlatformTask(
    platform: Platform,
    signal: AbortSignal,
    target?: PlatformStates,
  ): PlatformStates
  /** As `statesForPlatformTask`, for the markets of one partition. The task only reads the states of the markets. */
  statesForMarketsTask(platform: Platform, partition: number, signal: AbortSignal): MarketTaskStates
  /**
   * Never resolves. Rejects when the view can read no further records, for example because the log
   * failed.
   */
  readonly ended: Promise<never>
  stop(): Promise<void>
}

/**
 * Resolves with the view when it has read the whole topic. Rejects with the signal's reason when the
 * signal aborts.
 */
export async function openCheckpointView(options: {
  readonly log: EventLog
  readonly codec: Codec
  readonly topicPrefix: string
  readonly platforms: readonly Platform[]
  /** When retired markets and events are forgotten; never if omitted. */
  readonly forgetting?: { readonly afterMs: number; readonly now: () => number }
  /** Creates the maps that keep the retired markets and the events; in memory if omitted. */
  readonly createMap?: CreateScratchMap | undefined
  readonly signal: AbortSignal
}): Promise<CheckpointView> {
  const { log, codec, forgetting = { afterMs: Infinity, now: () => 0 }, signal } = options
  const topic = `${options.topicPrefix}poll-checkpoints`
  const views = new Map<string, MutablePlatformView>(
    options.platforms.map((platform) => [
      platform,
      createMutablePlatformView(forgetting.afterMs, options.createMap),
    ]),
  )
  /** The offset of the next record to read, by partition. The follower and `catchUp` both advance it. */
  const positions = Array.from({ length: topics['poll-checkpoints'].partitions }, () => 0)
  let version = 0
  /** Whether the histories and books of forgotten markets have been removed. This is done once. */
  let hasRemovedOrphans = options.forgetting === undefined

  function applyRecord({ partition, offset, value, timestampMs }: LogRecord): void {
    if (offset < (positions[partition] ?? 0)) return
    try {
      const { key, state } = codec.decode('poll-checkpoints', value)
      const { platform, kind, id } = parseCheckpointKey(key)
      const view = views.get(platform)
      if (view) {
        applyCheckpoint(view, kind, id, state, timestampMs)
        forgetExpiredMarkets(view, forgetting.now())
      }
    } catch (cause) {
      // The record is not skipped, because without its state, rows that are already published might be published again.
      const message = `${topic}/${partition}/${offset} is no checkpoint`
      throw new LogError(message, { cause, retriable: false })
    }
    positions[partition] = offset + 1
    version += 1
  }

  async function readNewRecords(): Promise<void> {
    const orphans = hasRemovedOrphans ? [] : [...views.values()].map(findOrphanedStates)
    await Promise.all(
      positions.map(async (from, partition) => {
        for await (const record of log.read({ topic, partition, from })) {
          signal.throwIfAborted()
          applyRecord(record)
        }
      }),
    )
    for (const removeOrphans of orphans) removeOrphans()
    hasRemovedOrphans = true
  }

  function platformViewOf(platform: Platform): MutablePlatformView {
    const view = views.get(platform)
    if (!view) throw new Error(`${platform} is not followed`)
    return view
  }

  const following = await followTopic({ log, topic, signal }, async (batch) => {
    const turn = beginEventLoopTurn()
    for (const record of batch) {
      if (turn.isTurnOver()) await turn.next()
      applyRecord(record)
    }
  })
  return {
    of: platformViewOf,
    get version() {
      return version
    },
    catchUp: shareConcurrentRuns(readNewRecords),
    statesForPlatformTask: (platform, taskSignal, target = createPlatformStates()) =>
      statesForPlatformTask(platformViewOf(platform), taskSignal, target),
    statesForMarketsTask: (platform, partition, taskSignal) =>
      statesForMarketsTask(platformViewOf(platform), partition, taskSignal),
    ended: following.ended,
    stop: () => following.stop(),
  }
}

/**
 * Removes the listener after its first call, because Node keeps a signal of AbortSignal.any, and everything that the
 * signal refers to, in memory while the signal has a listener.
 */
const onlyOnce = { once: true } as const

function statesForPlatformTask(
  view: MutablePlatformView,
  signal: AbortSignal,
  target: PlatformStates,
): PlatformStates {
  const { tape, changes, walked, lists, retired, events, wallets } = view.platformWide
  const assigned = {
    markets: createTaskStates(joinPartitions(view)),
    events: createUnreadStates(events),
    wallets: createUnreadStates(wallets),
  }
  view.assignedPlatform = assigned
  const release = (): void => {
    if (view.assignedPlatform === assigned) view.assignedPlatform = null
  }
  signal.addEventListener('abort', release, onlyOnce)
  return Object.assign(target, {
    tape: target.tape ?? tape,
    changes,
    walked,
    lists: new Map(lists),
    retired,
    markets: assigned.markets,
    wallets: assigned.wallets,
    events: {
      ...assigned.events,
      // an own copy is new
      isHalfExpired: (id: string, nowMs: number) =>
        !assigned.events.own.has(id) && events.isHalfExpired(id, nowMs),
    },
  })
}

/** Returns the states of the markets of all partitions. */
function joinPartitions(view: MutablePlatformView): ReadonlyStates<MarketState, MarketSummary> {
  const parts = view.tasks.map(({ markets }) => markets)
  const partOf = (id: string) => marketsOfPartition(view, marketTaskOf(id)).markets
  return {
    get: (id) => partOf(id).get(id),
    has: (id) => partOf(id).has(id),
    *keys() {
      for (const part of parts) yield* part.keys()
    },
    *values() {
      for (const part of parts) yield* part.values()
    },
    *[Symbol.iterator]() {
      for (const part of parts) yield* part
    },
    get size() {
      return parts.reduce((sum, { size }) => sum + size, 0)
    },
  }
}

function statesForMarketsTask(
  view: MutablePlatformView,
  partition: number,
  signal: AbortSignal,
): MarketTaskStates {
  const own = marketsOfPartition(view, partition)
  const assigned: AssignedMarkets = {
    markets: own.markets,
    changedMarkets: new Set(),
    retired: view.platformWide.retired,
    histories: createTaskStates(own.histories),
    books: createTaskStates(own.books),
  }
  own.assigned = assigned
  const release = (): void => {
    if (own.assigned === assigned) own.assigned = null
  }
  signal.addEventListener('abort', release, onlyOnce)
  return assigned
}
