// The coverage of a feed: the time range in which every row is published, except for its gaps. This
// module has only pure functions. They compute how a read changes the coverage, and what remains to be
// read.
import type { FeedGap } from '../../../schemas/generated/events.ts'
import type { Window } from '../../platforms/source.ts'

/**
 * Every row from `fromMs` (included) to `untilMs` (excluded) that is in no gap is published. `untilMs` is
 * the watermark.
 */
export interface Coverage {
  readonly fromMs: number
  readonly untilMs: number
  readonly gaps: readonly FeedGap[]
}

/** A part of a window whose rows were read and are ready to be appended. */
export interface ReadPiece {
  readonly fromMs: number
  readonly untilMs: number
  /**
   * The platform returned only some of the rows of this range, and would not return more for a shorter
   * range.
   */
  readonly isTruncated: boolean
  /** The platform's response contains no known row that shows that it is complete. */
  readonly isUnproven: boolean
  /**
   * The range from `unreadFromMs` to `fromMs` belongs to the same window but has not been read yet; it may be
   * empty.
   */
  readonly unreadFromMs: number
}

/**
 * Returns the coverage after a piece (a part of a window) was read. `before`: null if nothing was read yet.
 * `settledMs`, in full seconds: the platform's response contains all rows before it. The end of the coverage is the
 * watermark.
 *
 * 1. The watermark never goes back. It never passes `settledMs`, except over a gap.
 * 2. The watermark never passes a time that was neither read nor is in a gap. So a piece that does not adjoin
 *    the coverage leaves the watermark where it is.
 * 3. If a newer piece of a window is read first, the unread part before it becomes a gap with the reason
 *    `unreachable`.
 * 4. A read removes the gaps that it covers. A truncated read leaves a gap with the reason `truncated`.
 * 5. The part of the piece after `settledMs` changes nothing; it has to be read again.
 * 6. An unproven piece counts as unread: the part that it adds to the coverage becomes a gap with the reason
 *    `unreachable`.
 * 7. A piece that begins before `fromMs` of the coverage and ends at or after it moves `fromMs` back.
 */
export function nextCoverage(
  before: Coverage | null,
  piece: ReadPiece,
  settledMs: number,
): Coverage {
  const untilMs = Math.max(piece.fromMs, Math.min(piece.untilMs, settledMs))
  const [fromMs, unreadFromMs] = piece.isUnproven
    ? [untilMs, Math.max(piece.unreadFromMs, before?.untilMs ?? 0)]
    : [piece.fromMs, piece.unreadFromMs]
  const isSettled = untilMs > fromMs
  const gapsBefore = before?.gaps ?? []
  const gaps = isSettled ? gapsAfterRead(gapsBefore, { ...piece, untilMs }) : gapsBefore
  if (!before) return { fromMs, untilMs, gaps }
  const isUnreadBefore = unreadFromMs < fromMs
  if (untilMs > before.untilMs && unreadFromMs <= before.untilMs) {
    return {
      fromMs: Math.min(before.fromMs, unreadFromMs),
      untilMs,
      gaps: isUnreadBefore ? withGap(gaps, toUnreachableGap(unreadFromMs, fromMs)) : gaps,
    }
  }
  const isExtendedBack = isSettled && fromMs < before.fromMs && untilMs >= before.fromMs
  return { fromMs: isExtendedBack ? fromMs : before.fromMs, untilMs: before.untilMs, gaps }
}

/**
 * Returns the coverage with a gap from `fromMs` to `untilMs`, because reads of this range have failed too
 * often.
 */
export function withUnreachableRange(
  before: Coverage | null,
  fromMs: number,
  untilMs: number,
): Coverage {
  const gap = toUnreachableGap(fromMs, untilMs)
  if (!before) return { fromMs, untilMs, gaps: [gap] }
  return {
    fromMs: Math.min(before.fromMs, fromMs),
    untilMs: Math.max(before.untilMs, untilMs),
    gaps: withGap(before.gaps, gap),
  }
}

/**
 * Returns the coverage of a feed whose watermark is ahead of the platform's clock. A wrong clock moved the watermark
 * there: rows after `settledMs` were not read, and earlier rows may have been missed. So the watermark becomes
 * `settledMs`, and the last `suspectLengthMs` milliseconds before it become a gap.
 */
export function withWatermarkMovedBack(
  before: Coverage,
  settledMs: number,
  suspectLengthMs: number,
): Coverage {
  const { fromMs } = before
  const untilMs = Math.max(fromMs, settledMs)
  const kept = before.gaps
    .map((gap) => ({ ...gap, until_ms: Math.min(gap.until_ms, untilMs) }))
    .filter((gap) => gap.from_ms < gap.until_ms)
  const suspectFromMs = Math.max(fromMs, untilMs - suspectLengthMs)
  const gaps =
    suspectFromMs < untilMs ? withGap(kept, toUnreachableGap(suspectFromMs, untilMs)) : kept
  return { fromMs, untilMs, gaps }
}

/** Returns the gaps that may be filled when they are read again (reason `unreachable`), oldest first. */
export function retriableGaps({ gaps }: Pick<Coverage, 'gaps'>): FeedGap[] {
  return gaps.filter(isUnreachableGap)
}

/** Returns, as windows to read, the gaps that may be filled. */
export function windowsToRetry(coverage: Pick<Coverage, 'gaps'>): Window[] {
  return retriableGaps(coverage).map((gap) => ({
    fromS: gap.from_ms / 1000,
    untilS: gap.until_ms / 1000,
  }))
}

/**
 * Returns where the next read of new rows begins. That is before the watermark, at `rememberedFromMs`, to
 * find rows that appeared late, but not before the end of a gap that can be filled. Gaps are filled by reads
 * of their own, so that a window that cannot be fetched does not block newer windows.
 */
export function nextReadFromMs(
  { fromMs, untilMs, gaps }: Coverage,
  rememberedFromMs: number,
): number {
  const gapEnds = gaps.filter(isUnreachableGap).map((gap) => gap.until_ms)
  return Math.min(untilMs, Math.max(fromMs, rememberedFromMs, ...gapEnds))
}

/** Returns whether a new row with this time is late: the coverage already contains the time. */
export function isLate(timeMs: number, { fromMs, untilMs, gaps }: Coverage): boolean {
  return timeMs >= fromMs && timeMs < untilMs && !isInGap(timeMs, gaps)
}

/** Returns whether the whole range was read, except for gaps of reason `truncated`. */
export function isRangeCovered(fromMs: number, untilMs: number, coverage: Coverage): boolean {
  return (
    fromMs >= coverage.fromMs &&
    untilMs <= coverage.untilMs &&
    !coverage.gaps.some(
      (gap) => isUnreachableGap(gap) && gap.from_ms < untilMs && gap.until_ms > fromMs,
    )
  )
}

export function isInGap(timeMs: number, gaps: readonly FeedGap[]): boolean {
  return gaps.some((gap) => timeMs >= gap.from_ms && timeMs < gap.until_ms)
}

/** Returns the gaps with one more gap, in the order of time. Adjacent gaps of the same reason are joined. */
export function withGap(gaps: readonly FeedGap[], gap: FeedGap): FeedGap[] {
  const joined: FeedGap[] = []
  for (const one of [...gaps, gap].toSorted((a, b) => a.from_ms - b.from_ms)) {
    const last = joined.at(-1)
    if (last?.reason === one.reason && one.from_ms <= last.until_ms) {
      joined[joined.length - 1] = { ...last, until_ms: Math.max(last.until_ms, one.until_ms) }
    } else joined.push(one)
  }
  return joined
}

/** Returns the gaps that remain after a read of a range, or the same array if the read changes nothing. */
export function gapsAfterRead(
  gaps: readonly FeedGap[],
  { fromMs, untilMs, isTruncated }: Pick<ReadPiece, 'fromMs' | 'untilMs' | 'isTruncated'>,
): readonly FeedGap[] {
  const isTouched = gaps.some((gap) => gap.from_ms < untilMs && gap.until_ms > fromMs)
  if (!isTouched && !isTruncated) return gaps
  const left = gaps.flatMap((gap) =>
    [
      { ...gap, until_ms: Math.min(gap.until_ms, fromMs) },
      { ...gap, from_ms: Math.max(gap.from_ms, untilMs) },
    ].filter((part) => part.from_ms < part.until_ms),
  )
  const next = isTruncated
    ? withGap(left, { from_ms: fromMs, until_ms: untilMs, reason: 'truncated' })
    : left
  return JSON.stringify(next) === JSON.stringify(gaps) ? gaps : next
}

/**
 * Returns the gap of a market whose trades do not add up to its stated volume. The market is read again up to
 * `untilMs`.
 */
export function toVolumeMismatchGap(untilMs: number): FeedGap {
  return { from_ms: 0, until_ms: untilMs, reason: 'volume' }
}

export function isVolumeMismatchGap(gap: FeedGap): boolean {
  return gap.reason === 'volume'
}

function toUnreachableGap(fromMs: number, untilMs: number): FeedGap {
  return { from_ms: fromMs, until_ms: untilMs, reason: 'unreachable' }
}

function isUnreachableGap(gap: FeedGap): boolean {
  return gap.reason === 'unreachable'
}
