// The cursor of a page of a list. It is opaque to clients and contains the scope (which list, with
// which filters), the sort key of the last row of the page, and a checksum that detects damaged
// cursors. It contains nothing secret and grants no access.
import { hash } from 'node:crypto'

/** The values by which the rows of a list are sorted, the most significant first; the last is an id. */
export type SortKey = readonly (string | number | null)[]

/**
 * Parses a sort key. Returns null if no row of the list can have this sort key: the cursor may be forged,
 * because anyone can compute its checksum.
 */
export type SortKeyParser<Key extends SortKey> = (values: readonly unknown[]) => Key | null

const checksumBytes = 6

export function toCursor(scope: string, sortKey: SortKey): string {
  return encodeCursorContent(Buffer.from(JSON.stringify([scope, ...sortKey])))
}

/** Adds a checksum to the content of a cursor. */
export function encodeCursorContent(content: Buffer): string {
  return Buffer.concat([checksumOf(content), content]).toString('base64url')
}

/** Whether the text is an undamaged cursor of any list. */
export function isCursor(text: string): boolean {
  return parseCursorValues(text) !== null
}

/** Returns the sort key, or null if the text is not a cursor of this scope. */
export function parseCursor<Key extends SortKey>(
  text: string,
  scope: string,
  parseKey: SortKeyParser<Key>,
): Key | null {
  const [found, ...values] = parseCursorValues(text) ?? []
  return found === scope ? parseKey(values) : null
}

/** Returns the content of a cursor of any kind, or null if the text is not an undamaged cursor. */
export function decodeCursorContent(text: string): Buffer | null {
  const bytes = Buffer.from(text, 'base64url')
  // several base64url texts decode to the same bytes; only the text that encoding produces is accepted
  if (bytes.toString('base64url') !== text) return null
  const content = bytes.subarray(checksumBytes)
  return checksumOf(content).equals(bytes.subarray(0, checksumBytes)) ? content : null
}

function parseCursorValues(text: string): readonly unknown[] | null {
  const content = decodeCursorContent(text)
  if (!content) return null
  try {
    const values: unknown = JSON.parse(content.toString())
    return Array.isArray(values) ? values : null
  } catch {
    return null
  }
}

/** Start of the year 2100. A cursor with a later time is invalid. */
const latestMs = 4_102_444_800_000

/** The sort key of trades and activities: Unix milliseconds, then id. */
export type TimeSortKey = readonly [timestampMs: number, id: string]

/** A sort key before all rows of a list that is sorted newest first. */
export const newestSortKey: TimeSortKey = [latestMs, '']

export function parseTimeSortKey([ms, id, ...others]: readonly unknown[]): TimeSortKey | null {
  const isTime = Number.isSafeInteger(ms) && Number(ms) >= 0 && Number(ms) <= latestMs
  return isTime && typeof id === 'string' && others.length === 0 ? [Number(ms), id] : null
}

/**
 * Part of the input of the checksum. It says `trades` because at first only trades had cursors. Changing it would
 * invalidate the cursors that clients have.
 */
const checksumPrefix = Buffer.from('trades cursor 1')

function checksumOf(content: Buffer): Buffer {
  return hash('sha256', Buffer.concat([checksumPrefix, content]), 'buffer').subarray(
    0,
    checksumBytes,
  )
}
