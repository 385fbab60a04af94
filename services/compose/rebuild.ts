// Connects the rebuild of the tables with the projector, the log and a second database of the store.
import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import type { Logger } from 'pino'
import type { Lifecycle } from '../lib/run/lifecycle.ts'
import { readOrCreateLogIdentity } from '../lib/run/log-identity.ts'
import { ownPid } from '../lib/run/running-process.ts'
import { openStore, type OpenedStore } from '../lib/store/clickhouse.ts'
import { migrate, readMigrations } from '../lib/store/migrate.ts'
import { createRebuildControl, type RebuildControl } from '../ops/rebuild/rebuild.ts'
import {
  openTableFiller,
  readInputRanges,
  type TableFillerOptions,
} from '../projector/table-fill.ts'
import { loadStorePositions } from '../projector/tables/store-positions.ts'
import { migrationsDir, toStoreUrl } from './log-and-store.ts'
import { projectorTiming, type OpenedProjector } from './projector.ts'

/**
 * Fewer than the projector writes at once in a backlog, so that this process can do other things in between, such as
 * writing the records that arrive.
 */
const recordsPerBatch = 10_000

export async function openRebuildControl(
  lifecycle: Lifecycle,
  options: Pick<TableFillerOptions, 'log' | 'codec' | 'topicPrefix'> &
    Parameters<typeof readOrCreateLogIdentity>[0] & {
      readonly store: OpenedStore
      readonly projector: OpenedProjector
      readonly logger: Logger
      /** The default is `recordsPerBatch`. */
      readonly maxRecords?: number
    },
): Promise<RebuildControl> {
  const { store, projector, logger, log, codec, topicPrefix, now } = options
  const { maxRecords = recordsPerBatch } = options
  const logId = await readOrCreateLogIdentity(options)
  return lifecycle.open(
    'rebuild',
    async () =>
      createRebuildControl({
        store,
        async openDatabase(database) {
          const endpoint = store.endpoint()
          if (endpoint === null) throw new Error('the store is being restarted')
          const opened = await openStore({ url: toStoreUrl(endpoint, database) })
          await migrate(opened, await readMigrations(migrationsDir))
          return opened
        },
        openNewTableFiller: (fillerOptions) =>
          openTableFiller({
            ...fillerOptions,
            log,
            codec,
            topicPrefix,
            logId,
            maxRecords,
            deferMs: projectorTiming.deferMs,
            // the projector has reported these records when it wrote the live tables
            onRefused: () => undefined,
          }),
        readEpoch: async () => (await loadStorePositions(store, logId)).epoch,
        readRanges: () => readInputRanges(log, topicPrefix),
        whilePaused: (work) => projector.whilePaused(work),
        owner: { host: hostname(), pid: ownPid, id: randomUUID() },
        now,
        onFailed: (error) => logger.error({ err: error }, 'the rebuild of the tables has failed'),
      }),
    (rebuildControl) => rebuildControl.stop(),
  )
}
