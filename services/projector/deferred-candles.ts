// The deferred candles and watermarks of the projector: collects them over several batches and writes them
// in the background, one flush at a time. projector.ts explains why deferring is safe.
import type { StageRecord } from '../lib/run/stage.ts'
import type { Store } from '../lib/store/port.ts'
import { StoreError } from '../lib/store/port.ts'
import type { PendingCandles } from './pending-candles.ts'
import { addTradesRecord, createPendingCandles, mergePendingCandles } from './pending-candles.ts'
import { createOpenCandles } from './open-candles.ts'
import { writeCandles } from './tables/candles.ts'
import { toRowVersion } from '../domain/epochs.ts'
import { feedColumns, toFeedRow } from './tables/feeds.ts'
import type { Row } from './tables/row.ts'

export interface DeferredCandles {
  /** Adds the candles of a batch and schedules a flush. Waits while too many records are deferred. */
  add(candles: PendingCandles, batchRecordCount: number): Promise<void>
  /**
   * Adds one record without scheduling a flush. Returns true if so many records are deferred that the caller has to
   * flush them.
   */
  addRecord(record: StageRecord<'trades'>, hasRow: boolean): boolean
  /**
   * Returns, for each partition of the batch, the offset of the first record whose candle or watermark is not
   * written. This record is in the batch or was deferred before it.
   */
  firstUnwrittenOffsets(batch: PendingCandles): ReadonlyMap<number, number>
  /** Writes all deferred candles and watermarks. */
  flushAllCandles(): Promise<void>
  /**
   * Forgets the trades of earlier flushes, because another process may have written trades of the same minutes.
   */
  forgetFlushedTrades(): void
  /** Resolves when no flush is running. */
  waitUntilIdle(): Promise<void>
  /** Offset after the last record whose candles are written, per partition of the trades topic. */
  readonly writtenUntil: Map<number, number>
  /** Throws the StoreError with which a flush in the background has failed. */
  throwIfFailed(): void
}

/** When this many records are deferred, a flush starts at once. At most twice as many are in memory. */
const maxPendingRecords = 100_000
/**
 * A batch of this size indicates a backlog. During a backlog, candles are deferred longer, so that each candle is
 * written less often.
 */
const backlogRecords = 10_000
const backlogDeferFactor = 5

export function createDeferredCandles(options: {
  readonly store: Store
  /** Epoch of the tables (domain/epochs.ts). */
  readonly epoch: number
  readonly deferMs: number
  /** Called with the offset after the last record whose candles are written, per partition of the trades topic. */
  readonly onWritten: (nextOffsets: ReadonlyMap<number, number>) => void
  readonly onFlushFailed: (error: unknown) => void
}): DeferredCandles {
  const { store, epoch, deferMs, onWritten, onFlushFailed } = options
  const writtenUntil = new Map<number, number>()
  let pending = createPendingCandles()
  let flushing: { readonly batch: PendingCandles; readonly done: Promise<void> } | null = null
  let timer: NodeJS.Timeout | null = null
  let fatal: StoreError | null = null
  const openCandles = createOpenCandles()

  /** Writes the deferred candles and watermarks. If writing fails, they are deferred again. */
  function flush(): Promise<void> {
    if (flushing !== null) return flushing.done
    if (pending.records === 0) return Promise.resolve()
    const batch = pending
    pending = createPendingCandles()
    const done = writeOrRestoreCandles(batch).finally(() => {
      flushing = null
    })
    flushing = { batch, done }
    return done
  }

  async function writeOrRestoreCandles(batch: PendingCandles): Promise<void> {
    try {
      await writeCandles(store, openCandles, batch.trades)
      await store.insert('feeds', feedColumns, toFeedRows(epoch, batch))
      for (const [partition, next] of batch.nextOffsets) writtenUntil.set(partition, next)
      onWritten(batch.nextOffsets)
    } catch (error) {
      openCandles.clear()
      mergePendingCandles(pending, batch)
      throw error
    }
  }

  function flushInBackground(): void {
    const scheduleNextFlush = (): void => scheduleFlush(deferMs)
    flush().then(scheduleNextFlush, (error: unknown) => {
      if (error instanceof StoreError) fatal = error
      else scheduleNextFlush()
      onFlushFailed(error)
    })
  }

  function scheduleFlush(delayMs: number): void {
    if (timer !== null || pending.records === 0) return
    timer = setTimeout(() => {
      timer = null
      flushInBackground()
    }, delayMs)
  }

  function cancelFlush(): void {
    if (timer !== null) clearTimeout(timer)
    timer = null
  }

  return {
    async add(candles, batchRecordCount) {
      mergePendingCandles(pending, candles)
      const isBacklog = batchRecordCount >= backlogRecords
      if (isBacklog) cancelFlush()
      if (pending.records < maxPendingRecords) {
        scheduleFlush(isBacklog ? backlogDeferFactor * deferMs : deferMs)
      } else {
        await flushing?.done
        cancelFlush()
        flushInBackground()
      }
    },
    addRecord(record, hasRow) {
      addTradesRecord(pending, record, hasRow)
      return pending.records >= maxPendingRecords
    },
    firstUnwrittenOffsets: (batch) =>
      new Map(
        [...batch.firstOffsets].map(([partition, first]) => [
          partition,
          Math.min(
            first,
            pending.firstOffsets.get(partition) ?? first,
            flushing?.batch.firstOffsets.get(partition) ?? first,
          ),
        ]),
      ),
    async flushAllCandles() {
      cancelFlush()
      await flushing?.done
      await flush()
    },
    forgetFlushedTrades: () => openCandles.clear(),
    async waitUntilIdle() {
      await flushing?.done.catch(() => undefined)
    },
    writtenUntil,
    throwIfFailed() {
      if (fatal !== null) throw fatal
    },
  }
}

function toFeedRows(epoch: number, { watermarks }: PendingCandles): Row[] {
  return [...watermarks.values()].map(({ progress, partition, offset }) =>
    toFeedRow(progress, partition, toRowVersion(epoch, offset)),
  )
}
