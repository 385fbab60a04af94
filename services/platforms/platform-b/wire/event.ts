// platform_b: the fields of an event.
import { createDigestRules } from '../../content.ts'

/** Any field may be missing or of another type; the code that reads a field checks it. */
export interface PlatformBEvent {
  readonly event_ticker?: unknown
  readonly series_ticker?: unknown
  readonly title?: unknown
  readonly sub_title?: unknown
  readonly category?: unknown
  /** An object of which only the field `competition` is read. */
  readonly product_metadata?: unknown
  /** Nested markets. The poller records each in a record of its own, together with the event. */
  readonly markets?: unknown
}

export const eventDigestRules = createDigestRules({ ignored: ['last_updated_ts'] })

export interface PlatformBProductMetadata {
  readonly competition?: unknown
}
