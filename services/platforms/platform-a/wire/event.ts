// platform_a: the fields of an event of the Gamma API.

/** Any field may be missing or of another type; the code that reads a field checks it. */
export interface PlatformAEvent {
  readonly id?: unknown
  readonly slug?: unknown
  readonly ticker?: unknown
  readonly title?: unknown
  readonly description?: unknown
  readonly category?: unknown
  readonly subcategory?: unknown
  readonly negRisk?: unknown
  readonly series?: unknown
  readonly tags?: unknown
  /** Nested markets. The poller records each in a record of its own, together with the event. */
  readonly markets?: unknown
}

/** A tag of an event or a market, or the series of an event. */
export interface PlatformALabel {
  readonly slug?: unknown
  readonly label?: unknown
  readonly title?: unknown
}
