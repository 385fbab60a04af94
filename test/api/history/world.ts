// A log and a store for tests of the api's memory, with a projector that the test moves step by step.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TopicValues } from '../../../schemas/generated/events.ts'
import { toRowVersion } from '../../../services/domain/epochs.ts'
import { candlePositions } from '../../../services/domain/store-positions.ts'
import { CodecError } from '../../../services/lib/codec/port.ts'
import { openLocalCodec } from '../../../services/lib/codec/local.ts'
import { openLmdbLog } from '../../../services/lib/log/lmdb.ts'
import { partitionOf } from '../../../services/lib/log/partitioner.ts'
import type { EventLog, NewRecord, PartitionRange } from '../../../services/lib/log/port.ts'
import { readOrCreateLogIdentity } from '../../../services/lib/run/log-identity.ts'
import { decodeRecord } from '../../../services/lib/run/stage.ts'
import { rejectUnknownPlatform } from '../../../services/lib/run/unknown-platform.ts'
import { toTableRows, type ProjectorRecord } from '../../../services/projector/table-rows.ts'
import {
  createPendingCandles,
  mergePendingCandles,
} from '../../../services/projector/pending-candles.ts'
import { auditColumns } from '../../../services/projector/tables/audits.ts'
import { bookSightingColumns } from '../../../services/projector/tables/book-sightings.ts'
import { bookColumns } from '../../../services/projector/tables/books.ts'
import { createOpenCandles } from '../../../services/projector/open-candles.ts'
import { writeCandles } from '../../../services/projector/tables/candles.ts'
import { marketColumns } from '../../../services/projector/tables/markets.ts'
import { feedColumns, toFeedRow } from '../../../services/projector/tables/feeds.ts'
import { quoteColumns } from '../../../services/projector/tables/quotes.ts'
import {
  createEpochStarter,
  loadStorePositions,
  saveStorePositions,
} from '../../../services/projector/tables/store-positions.ts'
import { tradeColumns } from '../../../services/projector/tables/trades.ts'
import { topics } from '../../../services/topology.ts'
import { openMigratedStore } from '../../support/migrated-store.ts'

export const partitions = 3
export const partitionOfMarket = (marketId: string): number => partitionOf(marketId, partitions)

const followed = ['trades', 'books', 'markets', 'audits', 'book-sightings'] as const
export type Followed = (typeof followed)[number]
const tables = [
  'trades',
  'books',
  'markets',
  'audits',
  'book_sightings',
  'quotes',
  'market_latest',
  'feeds',
  'candles_1m',
  'candles_1h',
  'event_markets',
  'event_slugs',
]

export type World = Awaited<ReturnType<typeof openWorld>>

export async function openWorld() {
  const directory = await mkdtemp(join(tmpdir(), 'oddslog-history-'))
  const opened = await openLmdbLog({
    path: join(directory, 'log'),
    topics: {
      ...Object.fromEntries(
        followed.map((topic) => [`pm.${topic}`, { ...topics[topic], partitions }]),
      ),
      'pm.matches': { ...topics.matches, partitions },
      'pm.log-identity': topics['log-identity'],
    },
    now: () => 1,
  })
  const codec = await openLocalCodec({ path: join(directory, 'schemas') })
  const store = await openMigratedStore()
  const logId = await readOrCreateLogIdentity({
    log: opened,
    codec,
    topicPrefix: 'pm.',
    now: () => 1,
  })
  const writer = await opened.openWriter('test')
  /** By topic and partition: the offset after the last record that the follower has applied. */
  const delivered = new Map<string, number>()
  /** The offset of the next record that the projector reads. */
  const projected = new Map<string, number>()
  /** Candles of projected trades that are not written yet, as the projector defers them. */
  let deferred = createPendingCandles()

  /** Notes what followers have applied. */
  const log: EventLog = {
    ...opened,
    follow: (options, handle) =>
      opened.follow(options, async (batch, signal) => {
        await handle(batch, signal)
        for (const { topic, partition, offset } of batch)
          delivered.set(`${topic}/${partition}`, offset + 1)
      }),
  }

  async function truncate(): Promise<void> {
    for (const table of tables) await store.command(`TRUNCATE TABLE ${table}`)
    projected.clear()
    deferred = createPendingCandles()
  }

  async function projectPartition(topic: Followed, partition: number, most: number) {
    const from = projected.get(`${topic}/${partition}`) ?? 0
    const batch: ProjectorRecord[] = []
    let next = from
    for await (const record of opened.read({ topic: `pm.${topic}`, partition, from })) {
      if (next - from >= most) break
      next = record.offset + 1
      const decoded = decodeRecord<Followed>(codec, 'pm.', record)
      if (!(decoded instanceof CodecError) && rejectUnknownPlatform(decoded) === null)
        batch.push(decoded)
    }
    const rows = toTableRows(batch, 0, () => undefined)
    await store.insert('trades', tradeColumns, rows.trades)
    await store.insert('quotes', quoteColumns, rows.quotes)
    await store.insert('books', bookColumns, [...rows.books.values()])
    await store.insert('markets', marketColumns, [...rows.markets.values()])
    await store.insert('audits', auditColumns, [...rows.audits.values()])
    await store.insert('book_sightings', bookSightingColumns, [...rows.bookSightings.values()])
    mergePendingCandles(deferred, rows.pendingCandles)
    projected.set(`${topic}/${partition}`, next)
  }

  return {
    log,
    codec,
    store,
    append: (records: readonly NewRecord[]): Promise<void> => writer.append(records),
    record<T extends Followed>(topic: T, key: string, value: TopicValues[T]): NewRecord {
      return { topic: `pm.${topic}`, key, value: codec.encode(topic, value) }
    },
    /** Waits until a follower that began with an empty log has applied everything. */
    async applied(): Promise<void> {
      const ranges = await Promise.all(followed.map((topic) => opened.ranges(`pm.${topic}`)))
      const isApplied = ({ topic, partition, high }: PartitionRange): boolean =>
        (delivered.get(`${topic}/${partition}`) ?? 0) >= high
      while (!ranges.flat().every(isApplied)) await new Promise((resolve) => setTimeout(resolve, 1))
    },
    /** Writes the rows of at most `most` further records of each partition. */
    async project(most = Infinity): Promise<void> {
      for (const topic of followed)
        for (let partition = 0; partition < partitions; partition += 1)
          await projectPartition(topic, partition, most)
    },
    /** Writes the candles of what is projected, and then the watermarks. */
    async projectCandles(): Promise<void> {
      await writeCandles(store, createOpenCandles(), deferred.trades)
      const { epoch } = await loadStorePositions(store, logId)
      const feeds = [...deferred.watermarks.values()].map(({ progress, partition, offset }) =>
        toFeedRow(progress, partition, toRowVersion(epoch, offset)),
      )
      await store.insert('feeds', feedColumns, feeds)
      for (const [partition, next] of deferred.nextOffsets)
        projected.set(`candles/${partition}`, next)
      deferred = createPendingCandles()
    },
    /** Writes the positions of the store, those of records after this number of Kafka's transaction markers. */
    async savePositions(markers = 0): Promise<void> {
      const { epoch } = await loadStorePositions(store, logId)
      const positions = [...projected].map(([key, offset]) => {
        const [topic = '', partition] = key.split('/')
        const after = topic === candlePositions ? 0 : markers
        return { topic, partition: Number(partition), offset: offset + after }
      })
      if (positions.length > 0) await saveStorePositions(store, { logId, epoch }, positions)
    },
    /** As `replay projector`. */
    async replay(): Promise<void> {
      const all = followed.flatMap((topic) =>
        Array.from({ length: partitions }, (_, partition) => ({ topic, partition })),
      )
      await createEpochStarter(store, logId)(all)
      await truncate()
    },
    /** As if the directory of the store was lost: no epoch tells it. */
    async loseStore(): Promise<void> {
      await store.command('TRUNCATE TABLE store_positions')
      await truncate()
    },
    async close(): Promise<void> {
      await opened.close()
      await store.close()
      await rm(directory, { recursive: true, force: true })
    },
  }
}
