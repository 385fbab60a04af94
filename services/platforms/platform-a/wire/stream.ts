// platform_a: the fields of the messages of the market channel (CLOB API).

/** Any field may be missing or of another type; the code that reads a field checks it. */
export interface PlatformAStreamEvent {
  readonly event_type?: unknown
  /** The condition id: platform_a's id of the market. */
  readonly market?: unknown
  /** The token that the event is about. Changes of prices name a token in each entry instead. */
  readonly asset_id?: unknown
  /** Unix milliseconds in a string. */
  readonly timestamp?: unknown
  readonly bids?: unknown
  readonly asks?: unknown
  readonly price_changes?: unknown
  /** Only in trades. */
  readonly transaction_hash?: unknown
  readonly side?: unknown
  readonly price?: unknown
  readonly size?: unknown
}

/**
 * A change of one price level of one token. A message contains the same change once for each token of the
 * market.
 */
export interface PlatformAPriceChange {
  readonly asset_id?: unknown
  readonly price?: unknown
  /** The new size of the level; 0 if it is empty now. */
  readonly size?: unknown
  /** BUY: a bid. */
  readonly side?: unknown
}
