// platform_b: the fields of a page of a list, except for its entries, and of the response with the cutoff
// between the live and the historical tier.
export interface PlatformBPage {
  readonly cursor?: unknown
}

export interface PlatformBCutoff {
  /** Trades before this time are in the historical tier. */
  readonly trades_created_ts?: unknown
}

export function cursorOf({ cursor }: PlatformBPage): unknown {
  return cursor
}
