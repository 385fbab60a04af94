// The positions of the store: what a store lacks is written again from the log, and a store that does not fit
// the log is refused. After a replay, nothing that an earlier projector writes counts.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { insertMarkets, marketRow } from '../api/rows.ts'
import { createCatalog } from '../../services/api/catalog/catalog.ts'
import { queryChangedFeeds } from '../../services/api/queries/changed-feeds.ts'
import { openLocalCodec } from '../../services/lib/codec/local.ts'
import type { Codec } from '../../services/lib/codec/port.ts'
import { openLmdbLog, type LmdbLog } from '../../services/lib/log/lmdb.ts'
import type { EventLog } from '../../services/lib/log/port.ts'
import { readOrCreateLogIdentity } from '../../services/lib/run/log-identity.ts'
import { createTradesLog } from '../../services/projector/trades-log.ts'
import { replay } from '../../services/ops/replay.ts'
import { createProjector, type Projector } from '../../services/projector/projector.ts'
import { openStoreProgress, type StoreProgress } from '../../services/projector/store-progress.ts'
import type { ProjectorRecord } from '../../services/projector/table-rows.ts'
import { createEpochStarter } from '../../services/projector/tables/store-positions.ts'
import { topicsWithPrefix } from '../../services/topology.ts'
import { aWatermark, allPartitions, aTrade } from './records.ts'
import { openTestStore, type TestStore } from './store.ts'
import { candlesIn, feedsIn, tradesIn } from './tables.ts'

const { signal } = new AbortController()
const topicPrefix = 'pm.'
const group = 'projector'
const partition = 3
const now = (): number => Date.now()
/** Longer than all tests take, so that a projector that has crashed writes nothing during later tests. */
const deferMs = 3_600_000

let test: TestStore
let directory: string
let log: LmdbLog
let codec: Codec

beforeAll(async () => {
  test = await openTestStore()
})
afterAll(() => test.close())
beforeEach(async () => {
  await test.empty()
  directory = await mkdtemp(join(tmpdir(), 'oddslog-progress-'))
  const topics = topicsWithPrefix(topicPrefix)
  log = await openLmdbLog({ path: join(directory, 'log'), topics, now })
  codec = await openLocalCodec({ path: join(directory, 'schemas') })
})
afterEach(async () => {
  await log.close()
  await rm(directory, { recursive: true })
})

interface Opened {
  readonly progress: StoreProgress
  readonly projector: Projector
  readonly behind: { readonly partitions: number; readonly records: number }[]
  /** As the subscription does before the first batch. */
  assign(): Promise<void>
  /** As the subscription does with each batch. */
  handle(records: readonly ProjectorRecord[]): Promise<void>
}

async function openProjector(ofLog: EventLog = log): Promise<Opened> {
  const logId = await readOrCreateLogIdentity({ log, codec, topicPrefix, now })
  const { store } = test
  const behind: Opened['behind'] = []
  const progress = await openStoreProgress({
    store,
    log: ofLog,
    codec,
    topicPrefix,
    logId,
    deferMs,
    onBehind: (what) => behind.push(what),
    onSaveFailed: () => undefined,
  })
  const projector = createProjector({
    store,
    tradesLog: createTradesLog({ log, codec, topicPrefix, group }),
    epoch: progress.epoch,
    deferMs,
    onRefused: () => undefined,
    onCandlesWritten: (nextOffsets) => progress.advanceCandles(nextOffsets),
    onFlushFailed: () => undefined,
  })
  return {
    progress,
    projector,
    behind,
    async assign() {
      await progress.catchUp(allPartitions, projector.insertRows, signal)
      await projector.onPartitionsAssigned(allPartitions, signal)
    },
    async handle(records) {
      await projector.handle(records, signal)
      progress.advanceRows(records)
      const next = (records.at(-1)?.offset ?? 0) + 1
      await log.reset(topicPrefix + group, [{ topic: 'pm.trades', partition, offset: next }])
    },
  }
}

/** Appends trades, each with a watermark after it. */
async function appendTrades(
  from: number,
  until: number,
  marketId = 'pb_MARKET',
): Promise<ProjectorRecord[]> {
  const writer = await log.openWriter('test')
  const records: ProjectorRecord[] = []
  for (let offset = from; offset < until; offset += 1) {
    const timestamp = 1_792_540_800_000 + offset * 1_000
    const value = {
      trade: aTrade({ id: `trade-${offset}`, market_id: marketId, timestamp_ms: timestamp }),
      progress: aWatermark({
        feed: `platform_b/trades/${marketId}`,
        market_id: marketId,
        complete_until_ms: timestamp + 1,
      }),
    }
    await writer.append([
      { topic: 'pm.trades', key: null, partition, value: codec.encode('trades', value) },
    ])
    records.push({ topic: 'trades', partition, offset, key: null, value })
  }
  await writer.close()
  return records
}

async function stop({ projector, progress }: Opened): Promise<void> {
  await projector.stop()
  await progress.stop()
}

const tables = async () => [
  await tradesIn(test.store),
  await candlesIn(test.store, '1m'),
  await feedsIn(test.store),
]

describe('a store that is behind the group', () => {
  it('gets its rows, candles and watermarks again when it was lost', async () => {
    const first = await openProjector()
    await first.assign()
    await first.handle(await appendTrades(0, 20))
    await stop(first)
    const before = await tables()
    expect(before[0]).toHaveLength(20)

    await test.empty()
    const second = await openProjector()
    expect(await second.progress.problem()).toMatch(
      /^the store is being rebuilt from the log: 1 partitions/,
    )
    await second.progress.catchUp(allPartitions, second.projector.insertRows, signal)
    expect((await tables())[0]).toEqual(before[0])
    expect(await feedsIn(test.store)).toEqual([])
    await second.projector.onPartitionsAssigned(allPartitions, signal)
    expect(second.behind).toEqual([{ partitions: 1, records: 20 }])
    expect(await second.progress.problem()).toBeNull()
    await stop(second)
    expect(await tables()).toEqual(before)
  })

  it('reads only from its position on', async () => {
    const first = await openProjector()
    await first.assign()
    await first.handle(await appendTrades(0, 20))
    await stop(first)
    const crashed = await openProjector()
    await crashed.assign()
    expect(crashed.behind).toEqual([])
    await crashed.handle(await appendTrades(20, 25))
    const third = await openProjector()
    await third.assign()
    expect(third.behind).toEqual([{ partitions: 1, records: 5 }])
    await stop(third)
    expect((await tables())[0]).toHaveLength(25)
  })

  it('gets nothing of the records that became dead letters, because no platform has their markets', async () => {
    await appendTrades(0, 5, 'pz_MARKET')
    await log.reset(topicPrefix + group, [{ topic: 'pm.trades', partition, offset: 5 }])
    const opened = await openProjector()
    await opened.assign()
    expect(opened.behind).toEqual([{ partitions: 1, records: 5 }])
    await stop(opened)
    expect(await tables()).toEqual([[], [], []])
  })

  it('lacks nothing if only transaction markers lie between its position and the group’s', async () => {
    const first = await openProjector()
    await first.assign()
    await first.handle(await appendTrades(0, 20))
    await stop(first)
    // on Kafka a group also commits positions past markers; another member has the partition and gets no record
    const pastMarkers: EventLog = {
      ...log,
      lag: async (...request) =>
        (await log.lag(...request)).map((lag) =>
          lag.topic === 'pm.trades' && lag.partition === partition
            ? { ...lag, position: lag.position + 2 }
            : lag,
        ),
    }
    const second = await openProjector(pastMarkers)
    expect(await second.progress.problem()).toBeNull()
    await stop(second)
  })

  it('is compared with the log once while its position stays, however often it is asked', async () => {
    const first = await openProjector()
    await first.assign()
    await first.handle(await appendTrades(0, 20))
    await stop(first)
    await test.empty()
    let reads = 0
    const counted: EventLog = {
      ...log,
      read(range) {
        reads += 1
        return log.read(range)
      },
    }
    const second = await openProjector(counted)
    for (let i = 0; i < 3; i += 1)
      expect(await second.progress.problem()).toMatch('1 partitions are incomplete')
    expect(reads).toBe(1)
    await second.assign()
    expect(await second.progress.problem()).toBeNull()
    await stop(second)
  })

  it('stops a running projector when the store is emptied under it', async () => {
    const first = await openProjector()
    await first.assign()
    await first.handle(await appendTrades(0, 5))
    await first.progress.stop()
    await test.empty()
    first.progress.advanceRows(await appendTrades(5, 6))
    await expect(first.progress.stop()).rejects.toThrow('the store was replaced or truncated')
    await first.projector.stop()
  })
})

describe('a store that does not fit the log', () => {
  it('is refused when it belongs to another log', async () => {
    const first = await openProjector()
    await first.assign()
    await first.handle(await appendTrades(0, 5))
    await stop(first)
    await log.close()
    const topics = topicsWithPrefix(topicPrefix)
    log = await openLmdbLog({ path: join(directory, 'other'), topics, now })
    await expect(openProjector()).rejects.toThrow(
      /belongs to another log \(.+\)\. .* npm start replay projector/,
    )
    const logId = await readOrCreateLogIdentity({ log, codec, topicPrefix, now })
    const storeToTruncate = { store: test.store, beginEpoch: createEpochStarter(test.store, logId) }
    await replay({ stage: 'projector', log, storeToTruncate, topicPrefix })
    const adopted = await openProjector()
    await stop(adopted)
    expect(await tradesIn(test.store)).toEqual([])
  })

  it('is refused when the log is an older copy', async () => {
    const first = await openProjector()
    await first.assign()
    first.progress.advanceRows(
      (await appendTrades(0, 5)).map((record) => ({ ...record, offset: record.offset + 1 })),
    )
    await stop(first)
    await expect(openProjector()).rejects.toThrow(
      /trades\/3 before offset 6, but the log ends at 5: the log is an older copy/,
    )
  })
})

describe('a projector that was frozen before a replay', () => {
  it('can neither show a watermark nor move a position or a mark', async () => {
    const feeds = () =>
      queryChangedFeeds(test.store, {
        sinceMs: 0,
        after: { feed: '', partition: 0 },
        limit: 10,
      })
    const records = await appendTrades(0, 20)
    const frozen = await openProjector()
    await frozen.assign()
    await frozen.handle(records)
    await frozen.projector.stop()
    await insertMarkets(test.store, [marketRow('pb_MARKET')])
    const catalog = createCatalog({
      store: test.store,
      storeOfRequests: test.store,
      partitionOf: () => partition,
      endedMarketsMs: 1e12,
      maxEndedMarkets: 1e9,
      loadTimeoutMs: 1_000,
      now,
    })
    const completeUntil = async (): Promise<number | null> => {
      await catalog.refresh()
      return (await catalog.findMarket('pb_MARKET'))?.completeness.completeUntilMs ?? null
    }
    expect(await completeUntil()).toBe(1_792_540_819_001)
    await frozen.handle(await appendTrades(20, 21))
    const logId = await readOrCreateLogIdentity({ log, codec, topicPrefix, now })
    const storeToTruncate = { store: test.store, beginEpoch: createEpochStarter(test.store, logId) }
    await replay({ stage: 'projector', log, storeToTruncate, topicPrefix })

    // its deferred candles, watermarks and marks
    await frozen.projector.stop()
    await expect(frozen.progress.stop()).rejects.toThrow('the store was replaced or truncated')
    expect((await feeds()).count).toBe(0)
    expect(await completeUntil()).toBe(0)
    await expect(frozen.assign()).rejects.toThrow('start the projector again')

    const next = await openProjector()
    expect(next.progress.epoch).toBe(1)
    await next.assign()
    expect(next.behind).toEqual([])
    const marks = await test.store.query<{ position: number | string }>(
      `SELECT position FROM candle_marks FINAL WHERE partition = ${partition}`,
    )
    expect(marks.map(({ position }) => Number(position))).toEqual([0])
    await next.handle(records.slice(0, 8))
    await stop(next)
    expect(await completeUntil()).toBe(1_792_540_807_001)
    expect(await tradesIn(test.store)).toHaveLength(8)
  })
})
