// What is known of a wallet, and what follows from reading a piece of it: which rows are new, how far
// it is complete, what is remembered for the stretches that will be read again.
import type { FeedGap } from '../../../schemas/generated/events.ts'
import type { PublishedRows, WalletState } from '../checkpoints.ts'
import type { ActivityRow, Window } from '../platforms/source.ts'
import { afterReading, isUnreachable, withGap } from './claims.ts'
import { digestOf } from './digest.ts'
import type { NewTrade } from './published-trades.ts'
import type { WalletPiece } from './wallet-pieces.ts'

/** Rows remembered of the newest stretch; where there are more, less of it is read again. */
const largestRecent = 10_000
/** 66 bits are enough to tell the rows of two minutes apart. */
const digestCharacters = 11

export interface NewActivity extends NewTrade {
  readonly row: ActivityRow
}

export interface AfterPiece {
  /** Not published yet, oldest first. */
  readonly fresh: readonly NewActivity[]
  readonly state: WalletState
}

export interface ReadingOf {
  /** Where the stretch begins that the piece is a part of. */
  readonly stretchFromMs: number
  /** No claim goes beyond this. */
  readonly claimableMs: number
  readonly overlapMs: number
}

/**
 * From here on a wallet is read again when what is new is read. What cannot be had must not hold up
 * what can: gaps are tried apart.
 */
export function overlapFromMs({ fromMs, untilMs, gaps, recentFromMs }: WalletState): number {
  const gapEnds = gaps.filter(isUnreachable).map((gap) => gap.until_ms)
  return Math.min(untilMs, Math.max(fromMs, recentFromMs, ...gapEnds))
}

/** What becomes of a wallet when a piece of it is appended; null: it was unknown before. */
export function afterPiece(
  before: WalletState | null,
  piece: WalletPiece,
  reading: ReadingOf,
): AfterPiece {
  const { fresh, published } = selectNew(before?.recent ?? [], piece.rows)
  const claim = toClaim(before, piece, reading)
  return { fresh, state: { ...claim, ...toRecent(before, claim, published, reading.overlapMs) } }
}

/** What of a wallet is missing and can be had, newest first. */
export function missingOf({ fromMs, gaps }: WalletState): Window[] {
  const stretches = gaps.filter(isUnreachable).map((gap) => [gap.from_ms, gap.until_ms] as const)
  return [[0, fromMs] as const, ...stretches]
    .filter(([from, until]) => from < until)
    .map(([from, until]) => ({ fromS: from / 1000, untilS: until / 1000 }))
    .toSorted((a, b) => b.fromS - a.fromS)
}

function selectNew(
  recent: readonly PublishedRows[],
  rows: readonly ActivityRow[],
): { readonly fresh: readonly NewActivity[]; readonly published: readonly PublishedRows[] } {
  const known = new Map(recent.map((one) => [one[0], one]))
  const met = new Map<string, number>()
  const fresh: NewActivity[] = []
  for (const row of rows) {
    const digest = digestOf(row.key).slice(0, digestCharacters)
    const repeat = met.get(digest) ?? 0
    met.set(digest, repeat + 1)
    if (repeat < (known.get(digest)?.[2] ?? 0)) continue
    fresh.push({ row, repeat })
    known.set(digest, [digest, row.timeMs, repeat + 1])
  }
  fresh.sort((a, b) => (a.row.timeMs ?? 0) - (b.row.timeMs ?? 0))
  return { fresh, published: [...known.values()] }
}

type Claim = Pick<WalletState, 'fromMs' | 'untilMs' | 'gaps'>

function toClaim(
  before: WalletState | null,
  { fromS, untilS, isTruncated }: WalletPiece,
  { stretchFromMs, claimableMs }: ReadingOf,
): Claim {
  const [fromMs, untilMs] = [fromS * 1000, untilS * 1000]
  const gaps = afterReading(before?.gaps ?? [], { fromMs, untilMs, isTruncated })
  const claimedUntilMs = Math.max(fromMs, Math.min(untilMs, claimableMs))
  if (!before) return { fromMs, untilMs: claimedUntilMs, gaps }
  if (claimedUntilMs > before.untilMs) {
    // The newest piece of what is new: what is missing below it is a gap until it is read too.
    return {
      fromMs: before.fromMs,
      untilMs: claimedUntilMs,
      gaps: fromMs > stretchFromMs ? withGap(gaps, toGap(stretchFromMs, fromMs)) : gaps,
    }
  }
  const isOld = fromMs < before.fromMs && untilMs >= before.fromMs
  return { fromMs: isOld ? fromMs : before.fromMs, untilMs: before.untilMs, gaps }
}

function toGap(fromMs: number, untilMs: number): FeedGap {
  return { from_ms: fromMs, until_ms: untilMs, reason: 'unreachable' }
}

/** Its past cannot be had for now: it is left behind as a gap. null: nothing is known up to `untilMs`. */
export function withoutPast(before: WalletState | null, untilMs: number): WalletState {
  const begun = { fromMs: untilMs, untilMs, gaps: [], recent: [], recentFromMs: untilMs }
  const state: WalletState = before ?? begun
  if (state.fromMs === 0) return state
  return { ...state, fromMs: 0, gaps: withGap(state.gaps, toGap(0, state.fromMs)) }
}

function toRecent(
  before: WalletState | null,
  { fromMs, untilMs, gaps }: Claim,
  published: readonly PublishedRows[],
  overlapMs: number,
): Pick<WalletState, 'recent' | 'recentFromMs'> {
  const isHeld = ([, timeMs]: PublishedRows): boolean => timeMs === null || isInGap(timeMs, gaps)
  let recentFromMs = Math.max(fromMs, untilMs - overlapMs, before?.recentFromMs ?? 0)
  const isOfEnd = (one: PublishedRows): boolean => !isHeld(one) && (one[1] ?? 0) >= recentFromMs
  const newest = published.filter(isOfEnd).toSorted((a, b) => (b[1] ?? 0) - (a[1] ?? 0))
  const tooOldMs = newest[largestRecent]?.[1]
  if (tooOldMs) recentFromMs = tooOldMs + 1_000
  return { recent: [...published.filter(isHeld), ...newest.filter(isOfEnd)], recentFromMs }
}

export function isInGap(timeMs: number, gaps: readonly FeedGap[]): boolean {
  return gaps.some((gap) => timeMs >= gap.from_ms && timeMs < gap.until_ms)
}
