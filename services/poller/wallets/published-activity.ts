// The rows of a wallet that are already in the log and may be read again. Their digests are part of the
// wallet's checkpoint, because the log cannot be searched for the rows of one wallet.
import type { StoredRows, WalletState } from '../checkpoints.ts'
import { digestOf } from '../feeds/digest.ts'
import type { ActivityRow } from '../../platforms/source.ts'
import { isInGap, type Coverage } from '../windows/coverage.ts'
import {
  createPublishedRows,
  selectNewRows,
  type KnownRows,
  type NewRow,
} from '../windows/published-rows.ts'

/**
 * Limits the size of a wallet's checkpoint. The checkpoint contains the published rows of the overlap, which is the
 * time before the watermark that each poll reads again. If the overlap has more rows than this, it is shortened.
 */
const maxRecent = 10_000
/**
 * Digests are cut to this many base64 characters, to keep checkpoints small. 66 bits are enough to
 * distinguish the rows of two minutes.
 */
const digestCharacters = 11

export const toActivityKey = (key: string): string => digestOf(key).slice(0, digestCharacters)

/** Returns the rows that are not published yet, oldest first. `recentRows` are the published rows. */
export function selectNewActivity(
  recentRows: readonly StoredRows[],
  rows: readonly ActivityRow[],
): NewRow<ActivityRow>[] {
  const counts = new Map(recentRows.map(([digest, , count]) => [digest, count]))
  return selectNewRows(rows, (key) => counts.get(toActivityKey(key)) ?? 0)
}

/**
 * Converts the rows of a wallet's state to the form that evidence.ts needs. Their digests become their keys.
 */
export function toKnownActivity(recentRows: readonly StoredRows[]): KnownRows {
  const known = createPublishedRows()
  known.note(
    recentRows.map(([key, timeMs, count]) => ({
      row: { key, timeMs, marketNativeId: '' },
      repeat: count - 1,
    })),
  )
  return known
}

/**
 * Returns the state of a wallet after new rows were appended. The state contains the digests of the rows
 * that will be read again: rows of the overlap before the watermark, rows in gaps, and rows without a
 * time. The overlap reaches back at least to the newest row, because later answers must contain it.
 */
export function toWalletState(
  before: WalletState | null,
  coverage: Coverage,
  newRows: readonly NewRow<ActivityRow>[],
  overlapMs: number,
): WalletState {
  const known = new Map((before?.recent ?? []).map((one) => [one[0], one]))
  for (const { row, repeat } of newRows) {
    const digest = toActivityKey(row.key)
    known.set(digest, [digest, row.timeMs, repeat + 1])
  }
  const published = [...known.values()]
  const { fromMs, untilMs, gaps } = coverage
  const isAlwaysKept = ([, timeMs]: StoredRows): boolean => timeMs === null || isInGap(timeMs, gaps)
  let recentFromMs = Math.max(fromMs, untilMs - overlapMs, before?.recentFromMs ?? 0)
  const newestMs = published
    .filter((one) => !isAlwaysKept(one) && (one[1] ?? 0) >= (before?.recentFromMs ?? fromMs))
    .reduce((newestMs, [, timeMs]) => Math.max(newestMs, timeMs ?? 0), -Infinity)
  if (newestMs >= fromMs && newestMs < recentFromMs)
    recentFromMs = Math.floor(newestMs / 1000) * 1000
  const isRecent = (one: StoredRows): boolean => !isAlwaysKept(one) && (one[1] ?? 0) >= recentFromMs
  const newest = published.filter(isRecent).toSorted((a, b) => (b[1] ?? 0) - (a[1] ?? 0))
  const tooOldMs = newest[maxRecent]?.[1]
  if (tooOldMs) recentFromMs = tooOldMs + 1_000
  const recent = [...published.filter(isAlwaysKept), ...newest.filter(isRecent)]
  return { ...coverage, recent, recentFromMs }
}
