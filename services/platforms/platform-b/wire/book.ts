// platform_b: the fields of an order book. It lists bids only, for Yes and for No.

/** Any field may be missing or of another type; the code that reads a field checks it. */
export interface PlatformBBook {
  readonly ticker?: unknown
  readonly orderbook_fp?: unknown
  /** The field of the older generation of the API, with prices in cents. */
  readonly orderbook?: unknown
}

/** The bids for Yes and for No. A level is a pair of price and size. */
export interface PlatformBSides {
  readonly yes?: unknown
  readonly yes_dollars?: unknown
  readonly no?: unknown
  readonly no_dollars?: unknown
}
