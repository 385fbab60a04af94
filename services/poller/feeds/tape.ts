// Follows the tape of a platform: every trade of all its markets since the poller was first started. The watermark
// follows the platform's clock at a distance of `settleLagMs`. The last minutes before the watermark are read again for
// a while, because trades may appear late. If the tape is far behind, the newest trades are read first, and the older
// trades later, as gaps (docs/decisions/035-newest-trades-first.md).
import type { Window } from '../../platforms/source.ts'
import { UpstreamError } from '../../platforms/upstream/upstream-error.ts'
import { backOffMs } from '../../lib/run/retry.ts'
import type { Sleep } from '../../lib/run/wait.ts'
import { waitForHint } from '../streams/stream-hints.ts'
import { windowsToRetry, nextReadFromMs, retriableGaps } from '../windows/coverage.ts'
import { expectedSettledMs, readAllPieces } from '../windows/window-reader.ts'
import { createTapeFeed, isWatermarkAheadOfPlatform, type TapeOptions } from './tape-feed.ts'

/**
 * A window that failed this often becomes a gap, provided that the platform responds for a later window.
 */
const maxAttempts = 3

/**
 * If the watermark is ahead of the platform's clock for this long, the watermark is moved back. It is not moved
 * earlier, because a single response may have a wrong `Date`.
 */
const maxAheadMs = 20_000

interface FollowTapeOptions extends TapeOptions {
  readonly sleep: Sleep
  readonly random: () => number
}

/**
 * Follows the tape until an error or the signal ends it. The platform's clock must be known before the
 * call. Resolves when that clock stays behind the watermark; then the caller must call `startTape` again.
 */
export async function followTape(options: FollowTapeOptions): Promise<void> {
  const { source, published, tuning, steadyNow, sleep, random, observer, signal } = options
  const { platform } = source
  const { coverage, readWindow, deepPartSeconds } = createTapeFeed(options)
  /** When the poller last began to read the deep overlap (`deepOverlapMs`) again, to find trades that appeared late. */
  let deepAtMs = -Infinity
  /** Where the next part of the deep overlap begins; null if the deep overlap is not being read. */
  let deepFromMs: number | null = null
  let gapsTriedAtMs = -Infinity
  /**
   * Reads the gaps again, one piece of a gap after each poll of the newest trades; null while no gap is being
   * read.
   */
  let filling: AsyncGenerator<void> | null = null
  let failures = 0
  const staysAhead = createWatermarkAheadOfClockCheck(options)
  const { tryToRead, logFailure } = createReadAttempts(options)

  async function readNewTrades(): Promise<void> {
    const { untilMs } = coverage()
    const fromMs = nextReadFromMs(coverage(), untilMs - tuning.tailOverlapMs)
    // At least one second is requested, so that there is a response from which the platform's clock is
    // learned even if the estimate of that clock is behind.
    const newestMs = Math.max(untilMs, source.nowMs()) + 1_000
    let windowFromMs = fromMs
    let windowUntilMs = Math.min(untilMs + tuning.catchUpWindowMs, newestMs)
    for (;;) {
      const [fromS, untilS] = [Math.floor(windowFromMs / 1000), Math.ceil(windowUntilMs / 1000)]
      await readAllPieces(readWindow({ fromS, untilS }))
      // If the watermark cannot move because the local clock is behind, newer trades are published
      // nevertheless.
      if (windowUntilMs >= newestMs || coverage().untilMs > untilMs) break
      windowFromMs = windowUntilMs
      windowUntilMs = Math.min(windowFromMs + tuning.catchUpWindowMs, newestMs)
    }
  }

  /**
   * Reads a part of the deep overlap (`deepOverlapMs`) again. The newest trades are read between two parts, so that
   * they do not have to wait for the whole deep overlap.
   */
  async function readDeepPart(): Promise<void> {
    if (deepFromMs === null) {
      if (steadyNow() - deepAtMs < tuning.deepMs) return
      deepAtMs = steadyNow()
      deepFromMs = coverage().untilMs - tuning.deepOverlapMs
    }
    // If reads have failed for a while, the rows of the first parts may be forgotten.
    const earliestMs = coverage().untilMs - tuning.deepOverlapMs
    const fromMs = nextReadFromMs(coverage(), Math.max(deepFromMs, earliestMs))
    const endMs = coverage().untilMs - tuning.tailOverlapMs
    const untilMs = Math.min(endMs, fromMs + deepPartSeconds() * 1000)
    // If the read fails, the next deep read includes this part again.
    deepFromMs = untilMs < endMs ? untilMs : null
    if (fromMs < untilMs)
      await readAllPieces(
        readWindow({ fromS: Math.floor(fromMs / 1000), untilS: Math.ceil(untilMs / 1000) }),
      )
    if (deepFromMs === null)
      published.forgetRowsBefore(
        coverage().untilMs - 2 * tuning.deepOverlapMs,
        retriableGaps(coverage()),
      )
  }

  /**
   * Reads the second at `untilMs`. If the platform responds, the unread time before it becomes a
   * gap. Returns whether the platform responded.
   */
  async function skipUntil(untilMs: number): Promise<boolean> {
    const fromMs = coverage().untilMs
    if (untilMs <= fromMs) return false
    const following: Window = { fromS: untilMs / 1000, untilS: untilMs / 1000 + 1 }
    await readAllPieces(readWindow(following, fromMs))
    if (coverage().untilMs <= untilMs) return false
    const gap = { from_ms: fromMs, until_ms: untilMs, reason: 'unreachable' }
    observer.count('gaps', { platform, reason: 'unreachable' })
    observer.log('warn', 'trades are fetched later', { platform, ...gap })
    gapsTriedAtMs = -Infinity
    return true
  }

  /** Skips the window that cannot be fetched, by reading what follows it. */
  async function skipWindow(): Promise<void> {
    // Two seconds less, because the `asOfMs` of the answer may be that much earlier than the estimate of the platform's
    // clock.
    const settledMs = expectedSettledMs(source, tuning) - 2_000
    const untilMs = Math.min(coverage().untilMs + tuning.catchUpWindowMs, settledMs)
    if (await skipUntil(untilMs)) failures = 0
  }

  /** If the tape is far behind, skips to the newest trades. The skipped time becomes a gap. */
  async function skipToNewest(): Promise<void> {
    if (source.nowMs() - coverage().untilMs < tuning.catchUpWindowMs) return
    await skipUntil(expectedSettledMs(source, tuning) - tuning.tailOverlapMs)
  }

  async function* readGaps(): AsyncGenerator<void> {
    gapsTriedAtMs = steadyNow()
    for (const window of windowsToRetry(coverage())) {
      try {
        yield* readWindow(window)
      } catch (error) {
        logFailure(error)
        yield
      }
    }
  }

  /** Reads one piece of the gaps. A gap that cannot be read is read from its beginning later. */
  async function readGapPiece(): Promise<void> {
    const pieces = filling ?? readGaps()
    filling = null
    const { done } = await pieces.next()
    if (done !== true) filling = pieces
  }

  for (;;) {
    await tryToRead(skipToNewest)
    const { untilMs } = coverage()
    const isRead = await tryToRead(readNewTrades)
    failures = isRead || coverage().untilMs > untilMs ? 0 : failures + 1
    if (failures >= maxAttempts) await tryToRead(skipWindow)
    if (isRead) await tryToRead(readDeepPart)
    const isRetryDue = steadyNow() - gapsTriedAtMs >= tuning.gapRetryMs
    const isFillDue = filling !== null || (isRetryDue && windowsToRetry(coverage()).length > 0)
    if (isRead && isFillDue) await tryToRead(readGapPiece)
    if (staysAhead()) return
    if (!isRead) await sleep(backOffMs({ ...tuning.backOff, random }, failures), signal)
    else if (filling === null) await pauseBeforeNextPoll(options)
  }
}

function createReadAttempts({ source, observer }: TapeOptions) {
  const { platform } = source

  /** Logs the error of a failed read, and throws any other error. */
  function logFailure(error: unknown): void {
    if (!(error instanceof UpstreamError)) throw error
    observer.log('warn', 'tape of trades not read', { platform, error: error.message })
  }

  /** Runs a read and returns whether it succeeded. The caller repeats a failed read later. */
  async function tryToRead(read: () => Promise<void>): Promise<boolean> {
    try {
      await read()
      return true
    } catch (error) {
      logFailure(error)
      return false
    }
  }

  return { logFailure, tryToRead }
}

function pauseBeforeNextPoll({ hints, tuning, sleep, signal }: FollowTapeOptions): Promise<void> {
  const pause = { ms: tuning.tapeMs, minMs: tuning.tapeHintMs }
  return waitForHint(hints?.trade, pause, sleep, signal)
}

/** Returns a function that says whether the watermark has been ahead of the platform's clock for `maxAheadMs`. */
function createWatermarkAheadOfClockCheck({
  source,
  memory,
  steadyNow,
}: TapeOptions): () => boolean {
  let sinceMs: number | null = null
  return () => {
    if (!memory.tape || !isWatermarkAheadOfPlatform(memory.tape, source)) sinceMs = null
    else sinceMs ??= steadyNow()
    return sinceMs !== null && steadyNow() - sinceMs >= maxAheadMs
  }
}
