// The pipeline between the raw log and the tables, over a directory, composed as in compose.ts: the
// benchmarks fill, run and time it.
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { projectorTiming } from '../services/compose/projector.ts'
import { normalize } from '../services/normalizer/normalizer.ts'
import { openLocalCodec } from '../services/lib/codec/local.ts'
import type { Codec } from '../services/lib/codec/port.ts'
import { openLmdbLog, type LmdbLog } from '../services/lib/log/lmdb.ts'
import type { EventLog } from '../services/lib/log/port.ts'
import { readOrCreateLogIdentity } from '../services/lib/run/log-identity.ts'
import { runSink, runTransform } from '../services/lib/run/stage.ts'
import { openStore, type OpenedStore } from '../services/lib/store/clickhouse.ts'
import { migrate, readMigrations } from '../services/lib/store/migrate.ts'
import { createProjector } from '../services/projector/projector.ts'
import { openStoreProgress } from '../services/projector/store-progress.ts'
import { createTradesLog } from '../services/projector/trades-log.ts'
import { roles, topicsWithPrefix, type EmittedRecord } from '../services/topology.ts'
import { toMarketRecords } from './listed-markets.ts'
import type { BenchMarket } from './raw-trades.ts'
import { generateRawTrades, timeOfTrade } from './raw-trades.ts'

/** The default of the service, so that the service can be started over the same directory. */
export const topicPrefix = 'pm.'

export interface Pipeline {
  readonly directory: string
  readonly log: EventLog
  readonly codec: Codec
  readonly store: OpenedStore
  readonly topicPrefix: string
  close(): Promise<void>
}

/** The log that a benchmark fills with records. */
export interface Filled extends Pick<Pipeline, 'codec' | 'topicPrefix'> {
  readonly log: EventLog
}

export interface Stages {
  /** Resolves when the projector has received that many records, of all topics that it reads. */
  handled(records: number): Promise<void>
  /** Resolves when everything that was handled is in the tables, including candles. */
  stop(): Promise<void>
}

/** On the embedded form. */
export async function openPipeline(directory: string): Promise<Pipeline & { log: LmdbLog }> {
  const settings = topicsWithPrefix(topicPrefix)
  const log = await openLmdbLog({ path: join(directory, 'log'), topics: settings, now: Date.now })
  const codec = await openLocalCodec({ path: join(directory, 'schemas') })
  const store = await openMigratedStore(`chdb:${join(directory, 'store')}`)
  return {
    directory,
    log,
    codec,
    store,
    topicPrefix,
    async close() {
      await log.close()
      await store.close()
    },
  }
}

/** Creates the database and its tables if they do not exist. `url`: in the format of STORE_URL. */
export async function openMigratedStore(url: string): Promise<OpenedStore> {
  const store = await openStore({ url })
  await migrate(
    store,
    await readMigrations(fileURLToPath(new URL('../infra/clickhouse', import.meta.url))),
  )
  return store
}

export async function appendRecords(
  { log, codec, topicPrefix: prefix }: Filled,
  blocks: Iterable<readonly EmittedRecord[]>,
): Promise<void> {
  const writer = await log.openWriter('bench')
  for (const block of blocks)
    await writer.append(
      block.map(({ topic, key, value, partition }) => ({
        topic: prefix + topic,
        key,
        value: codec.encode(topic, value),
        ...(partition === undefined ? {} : { partition }),
      })),
    )
  await writer.close()
}

export async function appendTrades(
  pipeline: Filled,
  markets: readonly BenchMarket[],
  trades: number,
): Promise<void> {
  function* blocks(): Generator<EmittedRecord[]> {
    for (const block of generateRawTrades({ markets, trades, blockSize: 5_000 }))
      yield block.map((value) => ({ topic: 'raw.trades', key: value.market_id, value }))
  }
  await appendRecords(pipeline, blocks())
}

/**
 * Runs normalizer and projector concurrently. A failure ends the process: the measurement is invalid.
 * `isNormalizerHere`: in this process, otherwise the caller runs it.
 */
export async function runStages(
  { log, codec, store }: Pipeline,
  isNormalizerHere = true,
): Promise<Stages> {
  const stage = { log, codec, topicPrefix, now: Date.now, count: () => undefined, onFatal: fail }
  const progress = await openStoreProgress({
    ...stage,
    store,
    logId: await readOrCreateLogIdentity(stage),
    deferMs: projectorTiming.positionDeferMs,
    onBehind: () => undefined,
    onSaveFailed: (error) => fail(new Error('positions were not written', { cause: error })),
  })
  const projector = createProjector({
    epoch: progress.epoch,
    store,
    tradesLog: createTradesLog({ log, codec, topicPrefix, group: roles.projector.group }),
    deferMs: projectorTiming.deferMs,
    onRefused: ({ topic, offset }, reason) => fail(new Error(`${topic} ${offset}: ${reason}`)),
    onCandlesWritten: (nextOffsets) => progress.advanceCandles(nextOffsets),
    onFlushFailed: (error) => fail(new Error('flush failed', { cause: error })),
  })
  let records = 0
  const waiting = new Set<{ readonly records: number; readonly resolve: () => void }>()
  const sink = await runSink({
    ...stage,
    role: 'projector',
    maxRecords: projectorTiming.maxRecords,
    lingerMs: projectorTiming.lingerMs,
    async onPartitionsAssigned(partitions, signal) {
      await progress.catchUp(partitions, projector.insertRows, signal)
      await projector.onPartitionsAssigned(partitions, signal)
    },
    sink: async (batch, signal) => {
      await projector.handle(batch, signal)
      progress.advanceRows(batch)
      records += batch.length
      for (const wait of waiting) if (records >= wait.records) wait.resolve()
    },
  })
  const transform = isNormalizerHere
    ? await runTransform({ ...stage, role: 'normalizer', transform: normalize })
    : null
  return {
    handled: (wanted) =>
      new Promise((resolve) => {
        if (records >= wanted) resolve()
        else waiting.add({ records: wanted, resolve })
      }),
    async stop() {
      await transform?.stop()
      await sink.stop()
      await projector.stop()
      await progress.stop()
    },
  }
}

/**
 * Fills an empty log and empty tables with the markets, their events, books and matches, and with the trades. Returns
 * how long the stages took, in milliseconds.
 */
export async function fillTables(
  pipeline: Pipeline,
  markets: readonly BenchMarket[],
  trades: number,
): Promise<number> {
  const marketRecords = toMarketRecords(markets, timeOfTrade(trades))
  await appendRecords(pipeline, [marketRecords])
  await appendTrades(pipeline, markets, trades)
  const startedMs = performance.now()
  const stages = await runStages(pipeline)
  await stages.handled(marketRecords.length + trades)
  await stages.stop()
  const tookMs = performance.now() - startedMs
  await expectTrades(pipeline, trades)
  return tookMs
}

/** Throws unless the tables contain all trades, and the candles count all of them. */
export async function expectTrades(
  { store }: Pick<Pipeline, 'store'>,
  trades: number,
): Promise<void> {
  const sums = [
    'SELECT count() AS sum FROM trades FINAL',
    'SELECT sum(trade_count) AS sum FROM candles_1m FINAL',
    'SELECT sum(trade_count) AS sum FROM candles_1h FINAL',
  ]
  for (const sql of sums) {
    const [row] = await store.query<{ sum: number | string }>(sql)
    if (Number(row?.sum) !== trades) throw new Error(`${sql}: ${row?.sum}, not ${trades}`)
  }
}

/** The measurement is invalid: ends the process. */
export function fail(error: Error): never {
  process.stderr.write(`${error.stack}\n`)
  process.exit(1)
}
