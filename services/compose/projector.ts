// Opens the role projector. Used by compose.ts.
import pLimit from 'p-limit'
import type { Logger } from 'pino'
import type { Lifecycle } from '../lib/run/lifecycle.ts'
import { readOrCreateLogIdentity } from '../lib/run/log-identity.ts'
import { runSink, type StageOptions } from '../lib/run/stage.ts'
import type { Store } from '../lib/store/port.ts'
import type { Metrics } from '../lib/telemetry/metrics.ts'
import { finishExchange } from '../ops/rebuild/tables.ts'
import { createProjector } from '../projector/projector.ts'
import { openStoreProgress, type StoreProgress } from '../projector/store-progress.ts'
import { EpochChanged } from '../projector/tables/store-positions.ts'
import { createTradesLog } from '../projector/trades-log.ts'
import { rejectUnknownPlatform } from '../lib/run/unknown-platform.ts'
import { roles } from '../topology.ts'
import { createServiceLifecycle } from './lifecycle.ts'
import { retryUntilStoreAnswers } from './log-and-store.ts'

/**
 * When the projector has caught up, a batch waits `lingerMs` for more records, and up to four times as long if inserts take
 * long (docs/decisions/080-pauses-in-proportion-to-work.md). Candles are written up to `deferMs` after their trades, and
 * positions of the store up to `positionDeferMs` after their rows. With a backlog, batches have up to `maxRecords`. The
 * benchmarks use the same values.
 *
 * An insert costs the embedded store 12 to 30 ms of processor time, however few rows it has, and each batch inserts
 * into up to eight tables. Clients do not wait for `lingerMs`: the api reads the newest records from the log.
 */
export const projectorTiming = {
  lingerMs: 500,
  maxRecords: 50_000,
  deferMs: 1_000,
  positionDeferMs: 5_000,
} as const

type OpenProjectorOptions = Omit<StageOptions<'projector'>, 'role'> & {
  readonly store: Store
  readonly metrics: Metrics
  readonly logger: Logger
}

export interface OpenedProjector extends Pick<StoreProgress, 'problem'> {
  /** The epoch of the tables. */
  epoch(): number
  /**
   * Stops the projector, calls `work`, and opens the projector again, also if `work` fails. Meanwhile this process
   * writes nothing, so the positions of the consumer group, of the tables and of the candle marks do not change.
   * Rejects if `work` fails.
   */
  whilePaused<T>(work: () => Promise<T>): Promise<T>
}

/**
 * Opens the projector. Rejects if the store was filled from another log. The projector is opened again when another
 * process has replaced the tables.
 */
export async function openProjector(
  lifecycle: Lifecycle,
  options: OpenProjectorOptions,
): Promise<OpenedProjector> {
  const { store, logger, onFatal } = options
  const oneAtATime = pLimit(1)
  let parts = createServiceLifecycle(logger)
  let progress: StoreProgress | null = null

  async function open(): Promise<void> {
    if (lifecycle.isStopping()) return
    await retryUntilStoreAnswers(() => finishExchange(store), logger)
    parts = createServiceLifecycle(logger)
    progress = await openProjectorParts(parts, { ...options, onFatal: onStopped })
  }

  async function runWhileStopped<T>(work: () => Promise<T>): Promise<T> {
    await parts.stop()
    try {
      return await work()
    } finally {
      await open().catch(onFatal)
    }
  }

  function onStopped(error: Error): void {
    if (!(error instanceof EpochChanged)) return onFatal(error)
    logger.info('the tables were replaced: the projector is opened again')
    void oneAtATime(() => runWhileStopped(async () => undefined))
  }

  await lifecycle.open('projector', open, () => oneAtATime(() => parts.stop()))
  return {
    problem: async () => progress?.problem() ?? null,
    epoch: () => progress?.epoch ?? 0,
    whilePaused: (work) => oneAtATime(() => runWhileStopped(work)),
  }
}

async function openProjectorParts(
  lifecycle: Lifecycle,
  options: OpenProjectorOptions,
): Promise<StoreProgress> {
  const { store, metrics, logger, ...stage } = options
  const progress = await lifecycle.open(
    'store positions',
    async () => {
      const logId = await readOrCreateLogIdentity(stage)
      return retryUntilStoreAnswers(
        () => openStoreProgress({ ...stage, store, logId, ...createStoreProgressObserver(logger) }),
        logger,
      )
    },
    (storeProgress) => storeProgress.stop(),
  )
  const projector = await lifecycle.open(
    'projector',
    async () => {
      const made = createProjector({
        store,
        tradesLog: createTradesLog({ ...stage, group: roles.projector.group }),
        epoch: progress.epoch,
        deferMs: projectorTiming.deferMs,
        onRefused: ({ topic, partition, offset }, reason) => {
          metrics.refusedRecords.inc({ topic, reason })
          logger.warn(
            { topic, partition, offset, reason },
            'left out a record with a value out of range for its table',
          )
        },
        onCandlesWritten: (nextOffsets) => progress.advanceCandles(nextOffsets),
        onFlushFailed: (error) =>
          logger.warn({ err: error }, 'candles could not be written; trying again'),
      })
      return made
    },
    (tableProjector) => tableProjector.stop(),
  )
  await lifecycle.open(
    'projector subscription',
    () =>
      runSink({
        ...stage,
        role: 'projector',
        async sink(batch, signal) {
          await projector.handle(batch, signal)
          progress.advanceRows(batch)
        },
        reject: rejectUnknownPlatform,
        async onPartitionsAssigned(partitions, signal) {
          await progress.catchUp(partitions, projector.insertRows, signal)
          await projector.onPartitionsAssigned(partitions, signal)
        },
        maxRecords: projectorTiming.maxRecords,
        lingerMs: projectorTiming.lingerMs,
      }),
    (subscription) => subscription.stop(),
  )
  return progress
}

function createStoreProgressObserver(logger: Logger) {
  return {
    deferMs: projectorTiming.positionDeferMs,
    onBehind: (lag: { readonly partitions: number; readonly records: number }) =>
      logger.info(lag, 'the store is behind the projector group: reading its records again'),
    onSaveFailed: (error: unknown) =>
      logger.warn({ err: error }, 'positions of the store could not be written; trying again'),
  }
}
