// A log with records of every topic that the projector reads, a store, and projectors that can rebuild its tables.
import { dirname } from 'node:path'
import pino from 'pino'
import { openAccounts, openApi } from '../../services/compose/api.ts'
import { openProjector, type OpenedProjector } from '../../services/compose/projector.ts'
import { openRebuildControl } from '../../services/compose/rebuild.ts'
import { parseConfig } from '../../services/config.ts'
import type { EventLog } from '../../services/lib/log/port.ts'
import { partitionOf } from '../../services/lib/log/partitioner.ts'
import { createLifecycle, type Lifecycle } from '../../services/lib/run/lifecycle.ts'
import type { OpenedStore } from '../../services/lib/store/clickhouse.ts'
import { createMetrics } from '../../services/lib/telemetry/metrics.ts'
import type { RebuildReport, RebuildControl } from '../../services/ops/rebuild/rebuild.ts'
import type { TableHashes } from '../../services/ops/verify/table-hashes.ts'
import { roles, type Topic } from '../../services/topology.ts'
import { openOpsLog, topicPrefix, type OpsLog } from '../ops/ops-log.ts'
import { hashTables } from '../ops/verify/hash-tables.ts'
import {
  aBook,
  aBookSighting,
  aMarket,
  aMatch,
  anAudit,
  anEvent,
  aTrade,
  aWatermark,
  partitions,
} from '../projector/records.ts'
import { openTestStore, type TestStore } from '../projector/store.ts'
import { anActivity, aWallet, aWalletWatermark } from '../projector/wallet-records.ts'
import { until } from '../support/waiting.ts'

export const marketIds = ['pb_MARKET', 'pb_OTHER', 'pa_0x1'] as const
export const startMs = Date.UTC(2026, 9, 21, 12)

export const partitionOfMarket = (id: string): number => partitionOf(id, partitions)

/** Appends records of every topic that the projector reads. `round` makes them different from those of other rounds. */
export async function appendRound(log: OpsLog, round: number): Promise<void> {
  const atMs = startMs + round * 3_600_000
  for (const [index, id] of marketIds.entries()) {
    const platform = id.startsWith('pa_') ? 'platform_a' : 'platform_b'
    const partition = partitionOfMarket(id)
    const ofMarket = { market_id: id, platform } as const
    await log.append('events', partition, [{ key: 'pb_EVENT', value: anEvent() }])
    await log.append('markets', partition, [
      {
        key: id,
        value: aMarket({ id, platform, slug: `slug-${index}`, volume_24h: String(round) }),
      },
    ])
    await log.append(
      'trades',
      partition,
      Array.from({ length: 60 }, (_, n) => ({
        key: id,
        value: {
          trade: aTrade({
            ...ofMarket,
            id: `trade-${round}-${n}`,
            // every seventh trade is late
            timestamp_ms: atMs + n * 10_000 - (n % 7 === 0 ? 7_200_000 : 0),
            price: `0.${10 + ((n * 7 + round) % 80)}`,
            wallet: n % 5 === 0 ? aWallet : null,
          }),
          progress: null,
        },
      })),
    )
    const watermark = { platform, complete_until_ms: atMs + 700_000 } as const
    await log.append('trades', partition, [
      {
        key: id,
        value: { trade: null, progress: aWatermark({ ...watermark, feed: `${platform}/trades` }) },
      },
      {
        key: id,
        value: {
          trade: null,
          progress: aWatermark({ ...watermark, feed: `${platform}/trades/${id}`, market_id: id }),
        },
      },
    ])
    await log.append(
      'books',
      partition,
      Array.from({ length: 10 }, (_, n) => ({
        key: id,
        value: aBook({ ...ofMarket, timestamp_ms: atMs + n * 1_000, received_at_ms: atMs + n }),
      })),
    )
    await log.append('book-sightings', partition, [
      { key: id, value: aBookSighting({ market_id: id }) },
    ])
    await log.append('audits', partition, [
      { key: id, value: anAudit({ ...ofMarket, trades: round }) },
    ])
  }
  await log.append('matches', 0, [{ key: 'pb_MARKET', value: aMatch() }])
  await log.append('wallet-activity', 0, [
    {
      key: aWallet,
      value: {
        activity: anActivity({ id: `0xt${round}-a` }),
        progress: aWalletWatermark(),
      },
    },
  ])
}

/** A process with the role projector, as far as rebuilds need it. */
export interface TestProcess {
  readonly projector: OpenedProjector
  readonly rebuilds: RebuildControl
  stop(): Promise<void>
}

export interface RebuildWorld {
  readonly ops: OpsLog
  readonly store: OpenedStore
  readonly fatal: readonly Error[]
  openProcess(changes?: {
    readonly store?: OpenedStore
    readonly log?: EventLog
    readonly maxRecords?: number
    readonly onFatal?: (error: Error) => void
  }): Promise<TestProcess>
  /** Opens an api. Resolves with the function that reads a path: status, body, and what the headers say about the data. */
  openApi(): Promise<(path: string) => Promise<readonly unknown[]>>
  /** Resolves when the projector has processed all records. */
  caughtUp(): Promise<void>
  hashes(): Promise<readonly TableHashes[]>
  /** The tables and views of the second database. */
  addedTables(): Promise<readonly string[]>
  close(): Promise<void>
}

export async function openRebuildWorld(): Promise<RebuildWorld> {
  const ops: OpsLog = await openOpsLog()
  const test: TestStore = await openTestStore()
  const { store } = test
  const fatal: Error[] = []
  const logger = pino({ level: 'silent' })
  const processes = new Set<TestProcess>()
  const apis: Lifecycle[] = []
  const onFatal = (error: Error): void => void fatal.push(error)
  const common = {
    log: ops.log,
    codec: ops.codec,
    topicPrefix,
    now: () => Date.now(),
    store,
    logger,
    metrics: createMetrics(),
  }
  return {
    ops,
    store,
    fatal,
    async openProcess(changes = {}) {
      const lifecycle = createLifecycle({
        onCloseError: (_part, error) => onFatal(error as Error),
      })
      const parts = { ...common, count: () => undefined, onFatal, ...changes }
      const projector = await openProjector(lifecycle, parts)
      const rebuilds = await openRebuildControl(lifecycle, { ...parts, projector })
      const opened = {
        projector,
        rebuilds,
        async stop() {
          processes.delete(opened)
          await lifecycle.stop()
        },
      }
      processes.add(opened)
      return opened
    },
    async openApi() {
      const lifecycle = createLifecycle({ onCloseError: (_part, error) => onFatal(error as Error) })
      apis.push(lifecycle)
      const variables = { DATA_DIR: dirname(ops.logPath), PORT: '0', RATE_LIMIT: 'off' }
      const config = parseConfig(variables, [])
      const onFatalPart = () => onFatal
      const accounts = await openAccounts(lifecycle, { ...common, instance: 'test', onFatal })
      const { apiKey } = (await accounts.signUp('ada@example.com', 'correct horse battery')) ?? {}
      const parts = { ...common, config, accounts, version: '0.0.0', onFatal: onFatalPart }
      const { url, loaded } = await openApi(lifecycle, parts)
      await loaded
      return async (path) => {
        const response = await fetch(url + path, { headers: { 'X-API-Key': apiKey ?? '' } })
        const { headers } = response
        return [
          path,
          response.status,
          headers.get('x-data-complete-until'),
          headers.get('x-data-gaps'),
          await response.json(),
        ]
      }
    },
    async caughtUp() {
      const topics = roles.projector.reads.map((topic) => topicPrefix + topic)
      await until(async () =>
        (await ops.log.lag(`${topicPrefix}projector`, topics)).every(({ behind }) => behind === 0),
      )
    },
    hashes: () => hashTables(store),
    async addedTables() {
      const rows = await store.query<{ name: string }>(
        `SELECT name FROM system.tables WHERE database = 'oddslog_rebuild'`,
      )
      return rows.map(({ name }) => name)
    },
    async close() {
      for (const api of apis) await api.stop()
      for (const one of processes) await one.stop()
      await test.close()
      await ops.remove()
    },
  }
}

/** Resolves with the report when the rebuild has ended. */
export function reportOfEnd({ rebuilds }: TestProcess): Promise<RebuildReport> {
  return until(
    () => rebuilds.report(),
    ({ step }) => step === null,
  )
}

export interface HeldLog {
  readonly log: EventLog
  /** Resolves when a reader waits. */
  readonly held: Promise<void>
  readonly release: () => void
}

/** A log whose readers wait at the first record of the topic until they are released. */
export function holdReaders(log: EventLog, topic: Topic): HeldLog {
  let [release, reportHeld] = [(): void => undefined, (): void => undefined]
  const released = new Promise<void>((resolve) => (release = resolve))
  const held = new Promise<void>((resolve) => (reportHeld = resolve))
  return {
    held,
    release: () => release(),
    log: {
      ...log,
      async *read(options) {
        for await (const record of log.read(options)) {
          if (record.topic === topicPrefix + topic) {
            reportHeld()
            await released
          }
          yield record
        }
      },
    },
  }
}
