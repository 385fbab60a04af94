// The tape of a platform: every trade of all its markets from the first start of the poller on.
// The claim follows the platform's clock at a distance; what lies before it is read again for a
// while, because rows may appear late.
import { toCheckpoint, type HubMemory, type TapeState } from '../checkpoints.ts'
import type { PollerObserver } from '../observer.ts'
import type { Source, Window } from '../platforms/source.ts'
import type { Publisher } from '../publisher.ts'
import type { PollerTuning } from '../tuning.ts'
import { UpstreamError } from '../upstream/upstream-error.ts'
import { backoffMs, type Sleep } from '../wait.ts'
import { afterReading, isUnreachable, toTapeClaim, withGap } from './claims.ts'
import { createDiscoverer } from './discoverer.ts'
import type { ListingPublisher } from './listing-publisher.ts'
import type { PublishedTrades } from './published-trades.ts'
import { readPieces, type Piece } from './trade-pieces.ts'
import { toTradeRecord } from './trade-records.ts'

/** A window that failed so often is left behind as a gap, if what follows it can be had. */
const attemptsAtWindow = 3
/** Trades of a market that closed this long ago are no longer looked for one market at a time. */
const closedForMs = 86_400_000

export interface TapeOptions {
  readonly source: Source
  readonly memory: HubMemory
  readonly publisher: Publisher
  readonly listings: ListingPublisher
  readonly published: PublishedTrades
  readonly tuning: PollerTuning
  readonly now: () => number
  readonly sleep: Sleep
  readonly random: () => number
  readonly observer: PollerObserver
  readonly signal: AbortSignal
}

const toFullSecondMs = (ms: number): number => Math.floor(ms / 1000) * 1000

/** Decides where the tape of a platform begins: once, for ever. Its clock has to be known. */
export async function ensureTape({
  source,
  memory,
  publisher,
  now,
}: Pick<TapeOptions, 'source' | 'memory' | 'publisher' | 'now'>): Promise<TapeState> {
  if (memory.tape) return memory.tape
  const startMs = toFullSecondMs(source.nowMs())
  const state: TapeState = { startMs, untilMs: startMs, gaps: [] }
  const { platform } = source
  await publisher.publish(platform, [
    toCheckpoint(platform, 'tape', '', state),
    ...toTapeClaim(platform, state, now()),
  ])
  memory.tape = state
  return state
}

/** Follows the tape, for ever. Its clock has to be known. */
export async function followTape(options: TapeOptions): Promise<never> {
  const { source, memory, publisher, published, tuning, now, sleep, observer, signal } = options
  const { platform } = source
  const discoverer = createDiscoverer(options)
  let deepAtMs = -Infinity
  let claimedAtMs = -Infinity
  let claimedUntilMs = -Infinity
  let gapsTriedAtMs = now()
  let failures = 0

  function state(): TapeState {
    if (!memory.tape) throw new Error('the tape was not begun')
    return memory.tape
  }

  function recentMarkets(): string[] {
    const closedAfterMs = source.nowMs() - closedForMs
    return [...memory.markets.values()].flatMap(({ nativeId, phase, closedMs }) =>
      nativeId !== '' && (phase === 'open' || (closedMs ?? 0) > closedAfterMs) ? [nativeId] : [],
    )
  }

  const read = (window: Window): ReturnType<Source['trades']> =>
    source.trades({ kind: 'tape', markets: recentMarkets }, window, tuning.rowsPerWindow, signal)

  /** Appends what is new of a piece together with the state that follows from it. */
  async function publishPiece(piece: Piece, next: TapeState): Promise<void> {
    const fresh = published.select(piece.rows)
    await discoverer.ensureKnown(fresh.map(({ row }) => row.marketNativeId))
    const before = state()
    const isClaimDue =
      next.gaps !== before.gaps ||
      (next.untilMs > claimedUntilMs && now() - claimedAtMs >= tuning.claimMs)
    if (fresh.length > 0 || isClaimDue) {
      await publisher.publish(platform, [
        ...fresh.map((trade) => toTradeRecord(platform, memory, trade)),
        toCheckpoint(platform, 'tape', '', next),
        ...(isClaimDue ? toTapeClaim(platform, next, now()) : []),
      ])
    }
    for (const { row, repeat } of fresh) {
      published.note(row, repeat)
      if (row.timeMs === null) observer.count('odd_rows', { platform, reason: 'undated' })
      else if (row.timeMs < before.untilMs && !isInGap(row.timeMs, before)) {
        observer.count('odd_rows', { platform, reason: 'late' })
      }
    }
    memory.tape = next
    if (isClaimDue) {
      claimedAtMs = now()
      claimedUntilMs = next.untilMs
      observer.tape({ platform, completeUntilMs: next.untilMs })
    }
  }

  const isInGap = (timeMs: number, { gaps }: TapeState): boolean =>
    gaps.some((gap) => timeMs >= gap.from_ms && timeMs < gap.until_ms)

  function gapsAfter({ fromS, untilS, isTruncated }: Piece): TapeState['gaps'] {
    const { gaps } = state()
    const left = afterReading(gaps, { fromMs: fromS * 1000, untilMs: untilS * 1000, isTruncated })
    if (isTruncated && left !== gaps) observer.count('gaps', { platform, reason: 'truncated' })
    return left
  }

  /** Reads [fromMs, untilMs) and moves the claim up to where it was read, at most to `claimableMs`. */
  async function readOn(fromMs: number, untilMs: number, claimableMs: number): Promise<void> {
    const window = { fromS: Math.floor(fromMs / 1000), untilS: Math.ceil(untilMs / 1000) }
    for await (const piece of readPieces(read, window, null)) {
      const before = state()
      const upTo = Math.min(piece.untilS * 1000, claimableMs)
      await publishPiece(piece, {
        ...before,
        untilMs: Math.max(before.untilMs, upTo),
        gaps: gapsAfter(piece),
      })
    }
  }

  async function step(): Promise<void> {
    const { startMs, untilMs, gaps } = state()
    const nowMs = source.nowMs()
    const claimableMs = toFullSecondMs(nowMs - tuning.settleLagMs)
    const isDeep = now() - deepAtMs >= tuning.deepMs
    const overlapMs = isDeep ? tuning.deepOverlapMs : tuning.tailOverlapMs
    const readUntilMs = Math.min(untilMs + tuning.catchUpWindowMs, nowMs + 1_000)
    // What cannot be had must not hold up what can: gaps are tried apart.
    const behindGapsMs = Math.max(startMs, ...gaps.filter(isUnreachable).map((gap) => gap.until_ms))
    await readOn(Math.max(behindGapsMs, untilMs - overlapMs), readUntilMs, claimableMs)
    if (isDeep) {
      deepAtMs = now()
      published.forget(state().untilMs - 2 * tuning.deepOverlapMs, state().gaps)
    }
  }

  /** Goes on behind a window that cannot be had, if the platform answers there at all. */
  async function skip(): Promise<void> {
    const before = state()
    const claimableMs = toFullSecondMs(source.nowMs() - tuning.settleLagMs)
    const skipUntilMs = Math.min(before.untilMs + tuning.catchUpWindowMs, claimableMs)
    if (skipUntilMs <= before.untilMs) return
    const fromS = skipUntilMs / 1000
    const answer = await read({ fromS, untilS: fromS + 1 })
    const gap = { from_ms: before.untilMs, until_ms: skipUntilMs, reason: 'unreachable' }
    observer.count('gaps', { platform, reason: 'unreachable' })
    observer.log('warn', 'trades cannot be fetched for now', { platform, ...gap })
    // Rows of a second that is read again in a moment: only the state matters here.
    await publishPiece(
      { fromS, untilS: fromS + 1, rows: answer.rows, isTruncated: false },
      { ...before, untilMs: skipUntilMs, gaps: withGap(before.gaps, gap) },
    )
    failures = 0
  }

  async function fillGaps(): Promise<void> {
    gapsTriedAtMs = now()
    for (const gap of state().gaps.filter(isUnreachable)) {
      const window = { fromS: gap.from_ms / 1000, untilS: gap.until_ms / 1000 }
      for await (const piece of readPieces(read, window, null)) {
        await publishPiece(piece, { ...state(), gaps: gapsAfter(piece) })
      }
    }
  }

  /** Whether the platform let us; what it did not let us do is tried again. */
  async function tried(work: () => Promise<void>): Promise<boolean> {
    try {
      await work()
      return true
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error
      observer.log('warn', 'tape of trades not read', { platform, error: error.message })
      return false
    }
  }

  for (;;) {
    const { untilMs } = state()
    const isRead = await tried(step)
    failures = isRead || state().untilMs > untilMs ? 0 : failures + 1
    if (failures >= attemptsAtWindow) await tried(skip)
    const isGapDue = now() - gapsTriedAtMs >= tuning.gapRetryMs
    if (isRead && isGapDue && state().gaps.some(isUnreachable)) await tried(fillGaps)
    const behindMs = source.nowMs() - state().untilMs
    if (!isRead) {
      const { backoffBaseMs: baseMs, backoffCapMs: capMs } = tuning
      await sleep(backoffMs({ attempt: failures, baseMs, capMs, random: options.random }), signal)
    } else if (behindMs < tuning.catchUpWindowMs) await sleep(tuning.tapeMs, signal)
  }
}
