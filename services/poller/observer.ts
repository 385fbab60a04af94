// What the poller reports while it runs: counts and progress for metrics, and log lines. The methods
// return nothing, so the poller does not depend on who observes it.
import type { Platform } from '../../schemas/generated/events.ts'
import type { RequestClass } from '../platforms/request-class.ts'
import type { UpstreamObserver } from '../platforms/upstream/upstream.ts'
import type { FollowedBookState } from './streams/followed-book.ts'

export type PollerCount =
  /**
   * Responses and failed requests, by platform, class, route and outcome (ok, 429, 5xx, html, not_json, future,
   * stale, cached ...).
   */
  | 'requests'
  /** Records appended, by platform and topic. */
  | 'records'
  /**
   * Order books received, by platform and result: `recorded`, `unchanged`, `deferred` (changed, but not recorded
   * because of BOOKS_PER_DAY) or `check` (only compared with the book of the stream).
   */
  | 'books'
  /**
   * Scans of a market list that ended before its last page, by platform, list and reason (repeated_page,
   * failed ...).
   */
  | 'scans_aborted'
  /** Time ranges whose rows could not be fetched, by platform and reason. */
  | 'gaps'
  /**
   * Rows that the poller did not expect (late, undated, too_large, repaired) and rows that it expected and did not
   * get (missing, withdrawn), by platform and reason.
   */
  | 'unexpected_rows'
  /**
   * Entries of market lists that are not recorded, counted each time they are read, by platform and
   * reason (parlay: a market that combines other markets; limit: more than MAX_MARKETS).
   */
  | 'left_out'
  /**
   * Tasks that ended early and start again from the checkpoints in the log, by reason (log, taken_over).
   */
  | 'sessions'
  /** Platforms that are followed without their stream, by platform and reason (the settings that are missing). */
  | 'no_stream'
  /** Connections of a stream that ended, by platform and reason (no_data, gap, closed_1006, http_401 ...). */
  | 'stream_ends'
  /** Unexpected events on a stream, by platform and reason (not_json, gap, no_snapshot, wrong_book ...). */
  | 'stream_anomalies'
  /** Requested books that were compared with those of a stream, by platform and result (equal, different, unknown). */
  | 'stream_checks'
  /** Frames of a stream about a market, by platform and result (recorded, left_out). */
  | 'stream_frames'
  /**
   * Trades of a stream, by platform and result. Each received trade counts as announced, repeated, or untimely (its
   * time differs from the platform's clock by more than a minute). Each announced trade later counts a second time: as
   * confirmed, corrected (requests show other figures), not_listed or not_decided (the last two were withdrawn).
   */
  | 'provisional_trades'

export interface PollerObserver extends Pick<
  UpstreamObserver,
  'reportClockDifference' | 'reportWaitingRequests' | 'reportReservedRate' | 'log'
> {
  count(counterName: PollerCount, labels: Readonly<Record<string, string>>, by?: number): void
  /**
   * Reports the back-fill: for how many of the known markets the history is complete. While `isListed` is false, the
   * lists of open markets are still being read, so more markets will become known.
   */
  reportBackfillCounts(progress: {
    readonly platform: Platform
    readonly isListed: boolean
    readonly marketsDone: number
    readonly marketsTotal: number
  }): void
  /** Reports that the tape (the feed of all trades) is complete up to this time. */
  reportTapeWatermark(progress: {
    readonly platform: Platform
    readonly completeUntilMs: number
  }): void
  /** Reports that the data that the requests of a class keep up to date is current as of `asOfMs`. */
  reportFreshness(platform: Platform, requestClass: RequestClass, asOfMs: number): void
  /** Reports, for each state, the number of markets in this state that are followed with the stream. */
  reportStreamedBooks(platform: Platform, states: Readonly<Record<FollowedBookState, number>>): void
}

export const silentObserver: PollerObserver = {
  count() {},
  log() {},
  reportBackfillCounts() {},
  reportTapeWatermark() {},
  reportClockDifference() {},
  reportWaitingRequests() {},
  reportReservedRate() {},
  reportFreshness() {},
  reportStreamedBooks() {},
}
