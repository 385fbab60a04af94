// platform_b: the fields of the messages of its streams.

/** Any field may be missing or of another type; the code that reads a field checks it. */
export interface PlatformBMessage {
  readonly type?: unknown
  /** The id of the command to which this message is the answer. */
  readonly id?: unknown
  /** The id of the subscription. Each channel has one subscription. */
  readonly sid?: unknown
  /** The number of the message within its subscription, without gaps. */
  readonly seq?: unknown
  /** Unix milliseconds at which the platform queued the message. */
  readonly sending_ts_ms?: unknown
  readonly msg?: unknown
}

export interface PlatformBMessageBody {
  readonly market_ticker?: unknown
  readonly channel?: unknown
  readonly sid?: unknown
  readonly code?: unknown
  readonly ts_ms?: unknown
  /** Seconds; an older field. */
  readonly ts?: unknown
  /** Bids for Yes and for No, pairs of price and size. A side without bids is absent. */
  readonly yes_dollars_fp?: unknown
  readonly no_dollars_fp?: unknown
  readonly side?: unknown
  readonly price_dollars?: unknown
  /** What is added to the size of the level. */
  readonly delta_fp?: unknown
  /** The other fields of a trade have the names that they have in the list of trades. */
  readonly trade_id?: unknown
}
