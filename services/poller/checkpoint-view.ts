// A view of the topic `poll-checkpoints`: the newest state of every key, whichever process wrote it. A task that is
// assigned to this process starts with the states in the view, and reads the states of other tasks from the view. Tasks
// never change the view directly; they append checkpoints to the topic.
import type { Codec } from '../lib/codec/port.ts'
import type { TextMap } from '../lib/run/scratch-file.ts'
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
} from './checkpoints.ts'
import { beginEventLoopTurn } from '../lib/run/turns.ts'
import { followTopic } from './follow-topic.ts'

/** The states of one platform, as of the newest record that the view has read. */
export interface PlatformView {
  /** The states of the platform-wide poller, without the markets: these are in `tasks`. */
  readonly platformWide: Readonly<Omit<PlatformStates, 'markets'>>
  /** The states of markets, by partition of raw.trades, which is also the number of the task. */
  readonly tasks: readonly MarketsView[]
}

export interface MarketsView {
  readonly markets: ReadonlyMap<string, MarketState>
  readonly histories: ReadonlyMap<string, HistoryState>
  readonly books: ReadonlyMap<string, BookStampState>
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
   * Returns a copy of the states for the task, which is their only writer from now on. `signal` aborts when the task
   * ends. If `target` is given, the states are copied into it, except the state of the tape if `target` already has
   * one.
   */
  copyStatesForPlatformTask(
    platform: Platform,
    signal: AbortSignal,
    target?: PlatformStates,
  ): PlatformStates
  /**
   * As `copyStatesForPlatformTask`, for the markets of one partition. The states of the markets themselves are
   * shared with the view and not copied.
   */
  copyStatesForMarketsTask(
    platform: Platform,
    partition: number,
    signal: AbortSignal,
  ): MarketTaskStates
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
  /** Creates the maps that keep the retired markets; in memory if omitted. */
  readonly createTextMap?: (() => TextMap) | undefined
  readonly signal: AbortSignal
}): Promise<CheckpointView> {
  const { log, codec, forgetting = { afterMs: Infinity, now: () => 0 }, signal } = options
  const topic = `${options.topicPrefix}poll-checkpoints`
  const views = new Map<string, MutablePlatformView>(
    options.platforms.map((platform) => [
      platform,
      createMutablePlatformView(forgetting.afterMs, options.createTextMap),
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
        view.duplicates.shareAfterWait(performance.now())
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
    copyStatesForPlatformTask: (platform, taskSignal, target = createPlatformStates()) =>
      copyStatesForPlatformTask(platformViewOf(platform), taskSignal, target),
    copyStatesForMarketsTask: (platform, partition, taskSignal) =>
      copyStatesForMarketsTask(platformViewOf(platform), partition, taskSignal),
    ended: following.ended,
    stop: () => following.stop(),
  }
}

/**
 * Removes the listener after its first call, because Node keeps a signal of AbortSignal.any, and everything that the
 * signal refers to, in memory while the signal has a listener.
 */
const onlyOnce = { once: true } as const

function copyStatesForPlatformTask(
  view: MutablePlatformView,
  signal: AbortSignal,
  target: PlatformStates,
): PlatformStates {
  const { platformWide, tasks } = view
  const { tape, changes, walked, retired } = platformWide
  Object.assign(target, { tape: target.tape ?? tape, changes, walked, retired })
  for (const [name, state] of platformWide.lists) target.lists.set(name, state)
  platformWide.events.copyTo(target.events)
  for (const [address, state] of platformWide.wallets) target.wallets.set(address, state)
  for (const { markets } of tasks) for (const [id, state] of markets) target.markets.set(id, state)
  view.assignedPlatform = target
  const release = (): void => {
    if (view.assignedPlatform === target) view.assignedPlatform = null
  }
  signal.addEventListener('abort', release, onlyOnce)
  return target
}

function copyStatesForMarketsTask(
  view: MutablePlatformView,
  partition: number,
  signal: AbortSignal,
): MarketTaskStates {
  const own = marketsOfPartition(view, partition)
  const assigned: MarketTaskStates = {
    markets: own.markets,
    changedMarkets: new Set(),
    retired: view.platformWide.retired,
    histories: new Map(own.histories),
    books: new Map(own.books),
  }
  own.assigned = assigned
  const release = (): void => {
    if (own.assigned === assigned) own.assigned = null
  }
  signal.addEventListener('abort', release, onlyOnce)
  return assigned
}
