// Opens the role projector. Used by compose.ts.
import type { Logger } from 'pino'
import type { Lifecycle } from '../lib/run/lifecycle.ts'
import { readOrCreateLogIdentity } from '../lib/run/log-identity.ts'
import { runSink, type StageOptions } from '../lib/run/stage.ts'
import { createTradesLog } from '../lib/run/trades-log.ts'
import type { Store } from '../lib/store/port.ts'
import type { Metrics } from '../lib/telemetry/metrics.ts'
import { createProjector } from '../projector/projector.ts'
import { openStoreProgress, type StoreProgress } from '../projector/store-progress.ts'
import type { ProjectorRecord } from '../projector/table-rows.ts'
import { rejectUnknownPlatform } from '../lib/run/unknown-platform.ts'
import { roles } from '../topology.ts'
import { retryUntilStoreAnswers } from './log-and-store.ts'

/**
 * When the projector has caught up, a batch waits up to `lingerMs` for more records, candles are written up
 * to `deferMs` after their trades, and positions of the store up to `positionDeferMs` after their rows. With
 * a backlog, batches have up to `maxRecords`. The benchmarks use the same values.
 */
export const projectorTiming = {
  lingerMs: 100,
  maxRecords: 50_000,
  deferMs: 1_000,
  positionDeferMs: 5_000,
} as const

/**
 * Opens the projector. Returns its readiness check as `problem`, and the epoch of the tables. Rejects if the
 * store was filled from another log.
 */
export async function openProjector(
  lifecycle: Lifecycle,
  options: Omit<StageOptions<'projector'>, 'role'> & {
    readonly store: Store
    readonly metrics: Metrics
    readonly logger: Logger
  },
): Promise<Pick<StoreProgress, 'problem' | 'epoch'>> {
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
    (opened) => opened.stop(),
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
    (opened) => opened.stop(),
  )
  await lifecycle.open(
    'projector subscription',
    () =>
      runSink({
        ...stage,
        role: 'projector',
        async sink(batch, signal) {
          await projector.handle(batch, signal)
          progress.advance(batch)
        },
        reject: rejectUnknownPlatform,
        async onPartitionsAssigned(partitions, signal) {
          await progress.catchUp(partitions, insertRowsOfKnownPlatforms, signal)
          await projector.onPartitionsAssigned(partitions, signal)
        },
        maxRecords: projectorTiming.maxRecords,
        lingerMs: projectorTiming.lingerMs,
      }),
    (subscription) => subscription.stop(),
  )
  return progress

  /**
   * Writes rows, but not for records of unknown platforms: those became dead letters when they were first read.
   */
  function insertRowsOfKnownPlatforms(records: readonly ProjectorRecord[]): Promise<void> {
    return projector.insertRows(records.filter((record) => rejectUnknownPlatform(record) === null))
  }
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
