// Writes positions of the store some seconds after the rows. Before each write it checks that the store still
// has the positions that this process wrote: if the store was replaced or truncated while the projector runs,
// the projector must stop.
import { partitionKey, type Position } from '../lib/log/port.ts'
import type { Store } from '../lib/store/port.ts'
import {
  EpochChanged,
  loadStorePositions,
  saveStorePositions,
  StoreMismatch,
} from './tables/store-positions.ts'

export interface StorePositionWriterOptions {
  readonly store: Store
  /** Identity of the log. */
  readonly logId: string
  /** Epoch of the tables when this process started. */
  readonly epoch: number
  /** How long a position may be deferred, in milliseconds. */
  readonly deferMs: number
  /** Called when positions could not be written. They are written later, except after a StoreMismatch. */
  readonly onSaveFailed: (error: unknown) => void
}

const replaced =
  'the store was replaced or truncated while the projector ran: start the projector again'

export type StorePositionWriter = ReturnType<typeof createStorePositionWriter>

export function createStorePositionWriter(options: StorePositionWriterOptions) {
  const { store, logId, epoch, deferMs, onSaveFailed } = options
  /** Positions that are not written yet, by partitionKey(). */
  let deferred = new Map<string, Position>()
  /** The positions that this process has written, by partitionKey(). */
  const written = new Map<string, number>()
  let timer: NodeJS.Timeout | null = null
  let fatal: StoreMismatch | null = null

  /**
   * Reads the positions in the store. Throws StoreMismatch if the store does not have the positions that this process
   * wrote.
   */
  async function load(): Promise<ReadonlyMap<string, number>> {
    // Copied before the query, because positions that are written while the query runs can be missing in its result.
    const expected = [...written]
    const { epoch: current, positions } = await loadStorePositions(store, logId)
    const isReplaced = expected.some(([key, offset]) => (positions.get(key) ?? 0) < offset)
    if (current > epoch) throw new EpochChanged(replaced)
    if (current < epoch || isReplaced) throw new StoreMismatch(replaced)
    return positions
  }

  async function write(positions: readonly Position[]): Promise<void> {
    await saveStorePositions(store, { logId, epoch }, positions)
    for (const at of positions)
      written.set(partitionKey(at), Math.max(at.offset, written.get(partitionKey(at)) ?? 0))
  }

  /** Writes all deferred positions. */
  async function flush(): Promise<void> {
    if (timer !== null) clearTimeout(timer)
    timer = null
    const batch = deferred
    deferred = new Map()
    if (batch.size === 0) return
    try {
      await load()
      await write([...batch.values()])
    } catch (error) {
      if (error instanceof StoreMismatch) fatal = error
      deferred = new Map([...batch, ...deferred])
      throw error
    }
  }

  function flushPositionsLater(): void {
    if (fatal !== null) return
    timer ??= setTimeout(() => {
      flush().catch((error: unknown) => {
        flushPositionsLater()
        onSaveFailed(error)
      })
    }, deferMs)
  }

  return {
    load,
    write,
    flush,
    /** Throws StoreMismatch after the store was replaced or truncated while this process ran. */
    throwIfStoreReplaced(): void {
      if (fatal !== null) throw fatal
    },
    /**
     * Writes these positions later. A position has no effect if an earlier call had a larger position of the same
     * partition.
     */
    deferPositions(positions: readonly Position[]): void {
      for (const { topic, partition, offset } of positions) {
        const key = partitionKey({ topic, partition })
        const known = deferred.get(key)?.offset ?? 0
        deferred.set(key, { topic, partition, offset: Math.max(known, offset) })
      }
      flushPositionsLater()
    },
  }
}
