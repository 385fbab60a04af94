// Stores the identities of the published rows of a tape that will be read again, so that a restart need not
// read the rows from raw.trades. Each append of the tape includes the identities of its new rows, as a
// checkpoint that is called a part; the state of the tape says which parts are valid.
// docs/decisions/034-published-rows-of-tapes.md
import { partitionOf } from '../../lib/log/partitioner.ts'
import type { Platform } from '../../../schemas/generated/events.ts'
import type { TradeIdentity, TradeResult } from '../../platforms/source.ts'
import { topics } from '../../topology.ts'
import { checkpointKey, toCheckpoint, type StoredRows, type TapeRowsState } from '../checkpoints.ts'
import type { PollerRecord } from '../publisher.ts'
import type { NewRow, PublishedRows } from '../windows/published-rows.ts'
import { digestOf } from './digest.ts'

/**
 * A part is used for this long after it was appended. Most of its rows are not needed any more by then; the remaining
 * rows are stored again in a new part.
 */
const storeAgainMs = 300_000
/** A part with this many rows has 200 kB. */
const rowsPerPart = 5_000
/** The parts use this many ids in turn, so that compaction of the topic removes the old parts. */
const maxParts = 4_096
/**
 * If more rows than this will be read again when a run begins, for example because of a gap of several days,
 * they are not stored.
 */
const maxRows = 500_000

/** The partition of the platform's checkpoints `tape` and `tape-rows`. */
export function tapePartition(platform: Platform): number {
  return partitionOf(checkpointKey(platform, 'tape', ''), topics['poll-checkpoints'].partitions)
}

const partIdOf = (number: number): number => number % maxParts

/** Whether a part with this id can be one of the valid parts. */
export function canBeValidPart(
  id: number,
  { firstPart, nextPart }: Pick<TapeRowsState, 'firstPart' | 'nextPart'>,
): boolean {
  return partIdOf(id - partIdOf(firstPart) + maxParts) < nextPart - firstPart
}

/**
 * Returns a digest of the key that identifies a row, because that key can be long. The tape uses these
 * digests as keys.
 */
export const toTapeKey = (key: string): string => digestOf(key)

export function withTapeKeys(result: TradeResult): TradeResult {
  return { ...result, rows: result.rows.map((row) => ({ ...row, key: toTapeKey(row.key) })) }
}

export interface TapeRows {
  /**
   * Returns the records that store the identities of these rows, which are about to be published in the same
   * append.
   */
  add(newRows: readonly NewRow<TradeIdentity>[]): readonly PollerRecord[]
  /** The stored parts that are still valid, for the checkpoint of the tape. Undefined if the rows are not stored. */
  readonly rows: TapeRowsState | undefined
}

interface Part {
  readonly number: number
  readonly storedMs: number
  readonly keys: readonly string[]
}

/**
 * `published`: all rows that will be read again; the first call of `add` stores them. `state`: the parts that an
 * earlier run has stored; they are replaced.
 */
export function createTapeRows(options: {
  readonly platform: Platform
  readonly published: Pick<PublishedRows, 'size' | 'get' | 'keys'>
  readonly state: TapeRowsState | undefined
  /** The system clock, because the stored parts of the rows are found in the log by their timestamps. */
  readonly now: () => number
}): TapeRows {
  const { platform, published, state, now } = options
  const partition = tapePartition(platform)
  let nextPart = state?.nextPart ?? 0
  /**
   * The parts that this process has written, oldest first. Null until `add` has stored all published rows
   * that will be read again.
   */
  let parts: Part[] | null = null

  function toStoredRows(key: string): StoredRows[] {
    const row = published.get(key)
    return row ? [[key, row.timeMs, row.count]] : []
  }

  /**
   * Removes the oldest parts from `from`: all that are `storeAgainMs` old, and as many more as new parts need (at most
   * `maxParts` in all). Returns the rows of the removed parts that the tape will read again, to be stored in new parts.
   */
  function takeOldRows(from: Part[], newRowCount: number): StoredRows[] {
    const isOldPart = ({ storedMs }: Part): boolean => now() - storedMs >= storeAgainMs
    const rows: StoredRows[] = []
    for (let [oldest] = from; oldest !== undefined; [oldest] = from) {
      const needed = Math.ceil((rows.length + newRowCount) / rowsPerPart)
      if (!isOldPart(oldest) && from.length + needed <= maxParts) break
      from.shift()
      // Rows without a time are never forgotten. They are stored in one part only, because otherwise they would be
      // stored again and again.
      for (const row of oldest.keys.flatMap(toStoredRows)) if (row[1] !== null) rows.push(row)
    }
    return rows
  }

  function addParts(rows: readonly StoredRows[], target: Part[]): PollerRecord[] {
    const records: PollerRecord[] = []
    for (let first = 0; first < rows.length; first += rowsPerPart) {
      const some = rows.slice(first, first + rowsPerPart)
      target.push({ number: nextPart, storedMs: now(), keys: some.map(([key]) => key) })
      const id = String(partIdOf(nextPart))
      const part = { number: nextPart, rows: some }
      records.push({ ...toCheckpoint(platform, 'tape-rows', id, part), partition })
      nextPart += 1
    }
    return records
  }

  return {
    add(newRows) {
      if (parts === null && published.size > maxRows) return []
      const stored = parts
        ? takeOldRows(parts, newRows.length)
        : [...published.keys()].flatMap(toStoredRows)
      parts ??= []
      const added = newRows.map(({ row, repeat }): StoredRows => [row.key, row.timeMs, repeat + 1])
      return addParts([...stored, ...added], parts)
    },
    get rows() {
      if (parts === null) return undefined
      const sinceMs = parts.reduce(
        (earliestMs, { storedMs }) => Math.min(earliestMs, storedMs),
        now(),
      )
      return { firstPart: parts[0]?.number ?? nextPart, nextPart, sinceMs }
    },
  }
}
