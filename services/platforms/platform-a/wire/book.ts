// platform_a: the fields of the order book of one outcome's token (CLOB API).

/** Any field may be missing or of another type; the code that reads a field checks it. */
export interface PlatformABook {
  /** The condition id: platform_a's id of the market. */
  readonly market?: unknown
  readonly asset_id?: unknown
  /** Unix milliseconds in a string. */
  readonly timestamp?: unknown
  readonly hash?: unknown
  readonly bids?: unknown
  readonly asks?: unknown
}

export interface PlatformALevel {
  readonly price?: unknown
  readonly size?: unknown
}
