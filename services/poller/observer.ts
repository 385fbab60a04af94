// What the poller tells of itself while it works: counts for metrics, lines for the log, progress
// for people. It never asks anything back.
import type { Platform } from '../../schemas/generated/events.ts'

export type PollerCount =
  /** Answers and failures, by platform, route, and outcome (ok, 429, 5xx, html, not_json ...). */
  | 'requests'
  /** Records appended, by platform and topic. */
  | 'records'
  /** Walks through a list given up, by platform, list and reason (repeated_page, failed ...). */
  | 'sweeps_aborted'
  /** Stretches of trades that could not be fetched, by platform and reason. */
  | 'gaps'
  /** Rows published beyond what the interface promises, by platform and reason (late, undated ...). */
  | 'odd_rows'
  /** Entries of lists that are not followed, each time they are met, by platform and reason (parlay). */
  | 'left_out'
  /** Times the whole poller went back to what the log remembers. */
  | 'sessions'

export interface PollerObserver {
  count(what: PollerCount, labels: Readonly<Record<string, string>>, by?: number): void
  log(
    level: 'info' | 'warn' | 'error',
    message: string,
    fields: Readonly<Record<string, unknown>>,
  ): void
  /** The back-fill of history: markets that have it, of all known. */
  backfill(progress: {
    readonly platform: Platform
    readonly marketsDone: number
    readonly marketsTotal: number
  }): void
  /** The tape is complete up to this instant. */
  tape(progress: { readonly platform: Platform; readonly completeUntilMs: number }): void
}

export const silentObserver: PollerObserver = {
  count() {},
  log() {},
  backfill() {},
  tape() {},
}
