// The projector: unified records to rows. Every row decides by its own key and version who wins, so
// any batch may come again, in any order, and from any writer.
//
// A batch resolves when its rows are in the tables. Its candles, and the claims of completeness in it,
// are put off for a moment: recomputing the open minute for every small batch would read it over and
// over. So the group's position can be ahead of what is written. What keeps a crash from losing that:
//
// - candle_marks holds, per partition of the trades topic, a position before which everything is
//   written. It is set before the first record is put off, and never past one that still is.
// - Who is given a partition reads the records between the mark and the group's position again
//   (taken), and does what they call for. Their rows are in the tables already, for the position has
//   passed them. Only then comes the first batch.
//
// A claim is written after the candles of all records before it, in order of the steps below, so a
// reader of `feeds` may take every candle that the claim covers for final:
//   rows of the batch -> collected -> (flush) candles_1m, candles_1h -> feeds
// One flush runs at a time. Rows that arrive while it runs may or may not be in its candles; they are
// in the next collection, and the candle with more in it wins.
//
// Several processes share the partitions, and one may work on without knowing that it has lost some, or
// write late what it had put off. Nothing it writes is wrong: rows, candles and claims win or lose by
// their versions, and every mark that anybody writes is true. For whoever writes a mark m of a
// partition has had it given once, when everything before the mark of then was written (that mark
// being true); has done what the records from there to the group's position call for, in taken();
// has had every record behind that in its batches, one behind the other, for no other member moves
// the position of a partition that has been told here (if one does, it is told anew); and m lies
// before all of those that it has not written, or behind all of those it has. What is written stays
// written: so it does not matter when the mark arrives, nor who has the partition by then. What a
// partition leaves here when it goes is written with the rest, perhaps a second time; who has it now
// has not waited for that.
//
// It does not stay written where tables are emptied to be made anew: no projector may run meanwhile,
// nor one that was stopped in its middle wake up later.
import type { Sink } from '../platform/run/stage.ts'
import type { TradesLog } from '../platform/run/trades-log.ts'
import type { Partition } from '../platform/log/port.ts'
import type { Store } from '../platform/store/port.ts'
import { StoreError } from '../platform/store/port.ts'
import type { ProjectorRecord, SortedBatch } from './batch.ts'
import { sortBatch } from './batch.ts'
import type { PutOff } from './put-off.ts'
import { collect, createPutOff, mergePutOff } from './put-off.ts'
import { bookColumns } from './tables/books.ts'
import { createCandleMarks } from './tables/candle-marks.ts'
import { recomputeCandles } from './tables/candles.ts'
import { eventColumns } from './tables/events.ts'
import { feedColumns, toFeedRow } from './tables/feeds.ts'
import { marketColumns } from './tables/markets.ts'
import { matchColumns } from './tables/matches.ts'
import { quoteColumns } from './tables/quotes.ts'
import type { Refusal, Row } from './tables/row.ts'
import { tradeColumns, tradeRefusal } from './tables/trades.ts'
import { walletActivityColumns } from './tables/wallet-activity.ts'
import { walletFeedColumns } from './tables/wallet-feeds.ts'

export interface ProjectorOptions {
  readonly store: Store
  readonly tradesLog: TradesLog
  /** How long candles and claims may be put off. */
  readonly putOffMs: number
  /** A record that no table can hold; it is left out. */
  readonly onRefused: (record: ProjectorRecord, reason: Refusal) => void
  /** Candles could not be written. They are tried again; only a StoreError stops the projector. */
  readonly onFlushFailed: (error: unknown) => void
}

export interface Projector {
  /**
   * Makes up for what who had these partitions before had put off. To be awaited before their first
   * batch; may be called again, and for partitions that are here already.
   */
  readonly taken: (partitions: readonly Partition[], signal: AbortSignal) => Promise<void>
  readonly handle: Sink<'projector'>
  /** Writes what is put off. To be called after the last batch. */
  stop(): Promise<void>
}

/** So many records are not put off any longer; at most twice as many are held. */
const maxPutOffRecords = 100_000
/** A batch of so many means that more are waiting: candles may wait longer, and are cheaper by then. */
const backlogRecords = 10_000
const backlogPutOffs = 5

export function createProjector(options: ProjectorOptions): Projector {
  const { store, tradesLog, putOffMs, onRefused, onFlushFailed } = options
  const marks = createCandleMarks(store)
  /** Behind what is written, per partition of the trades topic. */
  const written = new Map<number, number>()
  let putOff = createPutOff()
  let flushing: { readonly taken: PutOff; readonly done: Promise<void> } | null = null
  let timer: NodeJS.Timeout | null = null
  let fatal: StoreError | null = null

  /** Takes what is put off. When it fails, that is put off again. */
  function flush(): Promise<void> {
    if (flushing !== null) return flushing.done
    if (putOff.records === 0) return Promise.resolve()
    const taken = putOff
    putOff = createPutOff()
    const done = writeOrPutBack(taken).finally(() => {
      flushing = null
    })
    flushing = { taken, done }
    return done
  }

  async function writeOrPutBack(taken: PutOff): Promise<void> {
    try {
      await writePutOff(store, taken)
      for (const [partition, next] of taken.nextOffsets) written.set(partition, next)
    } catch (error) {
      mergePutOff(putOff, taken)
      throw error
    }
  }

  function flushInBackground(): void {
    const again = (): void => schedule(putOffMs)
    flush().then(again, (error: unknown) => {
      if (error instanceof StoreError) fatal = error
      else again()
      onFlushFailed(error)
    })
  }

  function schedule(delayMs: number): void {
    if (timer !== null || putOff.records === 0) return
    timer = setTimeout(() => {
      timer = null
      flushInBackground()
    }, delayMs)
  }

  function unschedule(): void {
    if (timer !== null) clearTimeout(timer)
    timer = null
  }

  /** Per partition of the batch, the first record whose candle or claim is not written. */
  function firstUnwritten(batch: PutOff): Map<number, number> {
    return new Map(
      [...batch.firstOffsets].map(([partition, first]) => [
        partition,
        Math.min(
          first,
          putOff.firstOffsets.get(partition) ?? first,
          flushing?.taken.firstOffsets.get(partition) ?? first,
        ),
      ]),
    )
  }

  /** Writes all that is put off. */
  async function drain(): Promise<void> {
    unschedule()
    await flushing?.done
    await flush()
  }

  return {
    async taken(partitions, signal) {
      const ours = partitions.flatMap(({ topic, partition }) =>
        topic === 'trades' ? [partition] : [],
      )
      if (ours.length === 0) return
      // of these something may still lie here from another time
      await drain()
      for (const partition of ours) written.delete(partition)
      const positions = await tradesLog.positions()
      for (const [partition, from] of await marks.load(ours)) {
        const until = positions.get(partition) ?? 0
        if (until <= from) continue
        for await (const record of tradesLog.read({ partition, from, until })) {
          signal.throwIfAborted()
          const { trade } = record.value
          collect(putOff, record, trade !== null && tradeRefusal(trade) === null)
          if (putOff.records >= maxPutOffRecords) await flush()
        }
      }
      await drain()
      await marks.advance(written)
    },

    async handle(batch) {
      if (fatal !== null) throw fatal
      const sorted = sortBatch(batch, onRefused)
      await Promise.all([marks.cover(firstUnwritten(sorted.putOff)), ...insertRows(store, sorted)])
      mergePutOff(putOff, sorted.putOff)
      if (batch.length >= backlogRecords) unschedule()
      if (putOff.records < maxPutOffRecords) {
        schedule(batch.length < backlogRecords ? putOffMs : backlogPutOffs * putOffMs)
      } else {
        await flushing?.done
        unschedule()
        flushInBackground()
      }
    },

    async stop() {
      await flushing?.done.catch(() => undefined)
      await drain()
      await marks.advance(written)
    },
  }
}

function insertRows(store: Store, sorted: SortedBatch): Promise<void>[] {
  const insert = async (
    table: string,
    columns: readonly string[],
    rows: readonly Row[],
  ): Promise<void> => {
    if (rows.length > 0) await store.insert(table, columns, rows)
  }
  const insertWallets = async (): Promise<void> => {
    await insert('wallet_activity', walletActivityColumns, sorted.walletActivity)
    await insert('wallet_feeds', walletFeedColumns, [...sorted.walletFeeds.values()])
  }
  return [
    insert('trades', tradeColumns, sorted.trades),
    insert('quotes', quoteColumns, sorted.quotes),
    insert('books', bookColumns, [...sorted.books.values()]),
    insert('markets', marketColumns, [...sorted.markets.values()]),
    insert('events', eventColumns, [...sorted.events.values()]),
    insert('matches', matchColumns, [...sorted.matches.values()]),
    insertWallets(),
  ]
}

async function writePutOff(store: Store, { touched, claims }: PutOff): Promise<void> {
  await recomputeCandles(store, touched)
  const feeds = [...claims.values()].map(({ progress, partition, offset }) =>
    toFeedRow(progress, partition, offset),
  )
  if (feeds.length > 0) await store.insert('feeds', feedColumns, feeds)
}
