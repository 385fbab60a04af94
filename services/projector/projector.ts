// The projector: the last stage before the store. It writes unified records as rows into the ClickHouse tables. Every
// table resolves duplicates by key and version, so any batch may be written again, in any order and by any process.
//
// A batch resolves when its rows are in the tables. Its candles and watermarks are deferred for up to `deferMs`:
// recomputing the current minute for every small batch would read the minute's trades again and again. So the group's
// offset can pass trades whose candles are not written yet. These candles are not lost in a crash because of two rules:
// 1. For each partition of the trades topic, the table candle_marks holds a mark: an offset before which all candles
//    and watermarks are written. It is set before the first record is deferred, and never moved past a record that is
//    still deferred.
// 2. A process that is assigned a partition first reads the records between the mark and the group's offset again and
//    writes their candles and watermarks (onPartitionsAssigned). Their rows are in the tables already. Only then does
//    it get its first batch.
//
// A watermark is written after the candles of all records before it, so every candle that a row of `feeds` covers is
// final. Order of the writes:
//   1. the rows of a batch   2. in the next flush candles_1m, then candles_1h   3. feeds
// One flush runs at a time. Rows that arrive during a flush may be missing in its candles. The next flush writes those
// candles again, and the version with more trades wins.
//
// Why this also holds with several processes, and after a process loses a partition without noticing:
// docs/decisions/005-deferred-candles.md. A store that was lost or is older than the group's positions:
// store-progress.ts. A projector that was frozen before a replay and resumes after it: domain/epochs.ts.
import { tradeRefusal, type Refusal } from '../domain/refusals.ts'
import type { Sink } from '../lib/run/stage.ts'
import type { Partition } from '../lib/log/port.ts'
import type { Store } from '../lib/store/port.ts'
import { createDeferredCandles } from './deferred-candles.ts'
import type { ProjectorRecord, TableRows } from './table-rows.ts'
import { toTableRows } from './table-rows.ts'
import { auditColumns } from './tables/audits.ts'
import { bookSightingColumns } from './tables/book-sightings.ts'
import { bookColumns } from './tables/books.ts'
import { createCandleMarks } from './tables/candle-marks.ts'
import { eventColumns } from './tables/events.ts'
import { marketColumns } from './tables/markets.ts'
import { matchColumns } from './tables/matches.ts'
import { quoteColumns } from './tables/quotes.ts'
import { tradeColumns } from './tables/trades.ts'
import { walletActivityColumns } from './tables/wallet-activity.ts'
import { walletFeedColumns } from './tables/wallet-feeds.ts'
import type { TradesLog } from './trades-log.ts'

export interface ProjectorOptions {
  readonly store: Store
  readonly tradesLog: TradesLog
  /** Epoch of the tables (domain/epochs.ts). */
  readonly epoch: number
  /** How long candles and watermarks may be deferred, in milliseconds. */
  readonly deferMs: number
  /** Called for a record with a value out of range of its column; the projector leaves it out. */
  readonly onRefused: (record: ProjectorRecord, reason: Refusal) => void
  /** Called with the offsets before which the candles are written, by partition of the topic `trades`. */
  readonly onCandlesWritten: (nextOffsets: ReadonlyMap<number, number>) => void
  /** Called when writing candles failed. The projector retries, except after a StoreError, which stops it. */
  readonly onFlushFailed: (error: unknown) => void
}

export interface Projector {
  /**
   * Writes the deferred candles and watermarks that the previous owners of these partitions may have left.
   * The caller awaits it before the first batch of the partitions. It may be called repeatedly, also for
   * partitions that this process already has.
   */
  readonly onPartitionsAssigned: (
    partitions: readonly Partition[],
    signal: AbortSignal,
  ) => Promise<void>
  /** Writes rows, but neither candles nor watermarks of trades, which onPartitionsAssigned writes. */
  readonly insertRows: (batch: readonly ProjectorRecord[]) => Promise<void>
  readonly handle: Sink<'projector'>
  /** Writes all deferred candles and watermarks. The caller calls it after the last batch. */
  stop(): Promise<void>
}

export function createProjector(options: ProjectorOptions): Projector {
  const { store, tradesLog, epoch, onRefused, onCandlesWritten } = options
  const marks = createCandleMarks(store)
  const deferred = createDeferredCandles({ ...options, onWritten: onCandlesWritten })

  return {
    async onPartitionsAssigned(partitions, signal) {
      const assigned = partitions.flatMap(({ topic, partition }) =>
        topic === 'trades' ? [partition] : [],
      )
      if (assigned.length === 0) return
      // candles that were deferred in an earlier assignment of these partitions may still be in memory
      await deferred.flushAllCandles()
      deferred.forgetFlushedTrades()
      for (const partition of assigned) deferred.writtenUntil.delete(partition)
      const positions = await tradesLog.positions()
      for (const [partition, from] of await marks.load(assigned)) {
        const until = positions.get(partition) ?? 0
        if (until <= from) continue
        for await (const record of tradesLog.read({ partition, from, until })) {
          signal.throwIfAborted()
          const { trade } = record.value
          const hasRow = trade !== null && tradeRefusal(trade) === null
          if (deferred.addRecord(record, hasRow)) await deferred.flushAllCandles()
        }
      }
      await deferred.flushAllCandles()
      onCandlesWritten(
        new Map(assigned.map((partition) => [partition, positions.get(partition) ?? 0])),
      )
      await marks.advance(deferred.writtenUntil)
    },

    async insertRows(batch) {
      await Promise.all(insertRows(store, toTableRows(batch, epoch, onRefused)))
    },

    async handle(batch) {
      deferred.throwIfFailed()
      const rows = toTableRows(batch, epoch, onRefused)
      await Promise.all([
        marks.adjustMarks(deferred.firstUnwrittenOffsets(rows.pendingCandles)),
        ...insertRows(store, rows),
      ])
      await deferred.add(rows.pendingCandles, batch.length)
    },

    async stop() {
      await deferred.waitUntilIdle()
      await deferred.flushAllCandles()
      await marks.advance(deferred.writtenUntil)
    },
  }
}

function insertRows(store: Store, rows: TableRows): Promise<void>[] {
  const insertWalletRows = async (): Promise<void> => {
    await store.insert('wallet_activity', walletActivityColumns, rows.walletActivity)
    await store.insert('wallet_feeds', walletFeedColumns, [...rows.walletFeeds.values()])
  }
  return [
    store.insert('trades', tradeColumns, rows.trades),
    store.insert('quotes', quoteColumns, rows.quotes),
    store.insert('books', bookColumns, [...rows.books.values()]),
    store.insert('book_sightings', bookSightingColumns, [...rows.bookSightings.values()]),
    store.insert('markets', marketColumns, [...rows.markets.values()]),
    store.insert('events', eventColumns, [...rows.events.values()]),
    store.insert('market_matches', matchColumns, [...rows.matches.values()]),
    store.insert('audits', auditColumns, [...rows.audits.values()]),
    insertWalletRows(),
  ]
}
