// The results of mapping a raw record: a value, a drop or a dead letter. The reasons are labels of
// metrics and fields of dead letters, so they are fixed lists.
export type DropReason =
  /**
   * A market reserved for a candidate without a name yet ("Person A"), or the synthetic "Other".
   */
  | 'placeholder'
  /**
   * A market from the first years of its platform, which has no condition id: the id under which the platform lists
   * the trades of a market.
   */
  | 'empty_condition_id'
  /** A market that combines other markets. Users create hundreds of thousands of them. */
  | 'parlay'
  /**
   * A trade or book of the third or a later outcome. It does not determine the price of the first
   * outcome.
   */
  | 'not_binary'
  /** An activity of a type other than the six recorded ones, such as a deposit or a rebate. */
  | 'other_activity'
  /**
   * A raw trade with `awaits_market` set. The poller appends this trade again with the facts about its
   * market.
   */
  | 'awaits_market'
  /**
   * A stream message about a trade, if the message cannot be mapped. It does not become a dead letter, because requests
   * return the same trade, and stream messages must not stop the stage.
   */
  | 'unreadable_message'

export type DeadLetterReason =
  | 'not_json'
  | 'not_an_object'
  | 'missing_field'
  | 'bad_outcomes'
  | 'bad_price'
  | 'bad_side'
  | 'bad_size'
  | 'bad_time'
  | 'unknown_outcome'
  | 'unknown_status'
  /** The record's `market_id` is not a valid id of its platform. */
  | 'bad_market_id'
  /** The body contains the id of another market than the record. */
  | 'wrong_market'
  /** The body contains the address of another wallet than the record. */
  | 'wrong_wallet'
  /** No registered platform has this name. */
  | 'unknown_platform'
  /** Wallet activity from a platform that has no wallets. */
  | 'no_wallets'

export type Drop = { readonly drop: DropReason }
export type DeadLetter = { readonly deadLetter: DeadLetterReason; readonly detail: string }
/** The result of mapping a raw record. */
export type MappingResult<T> = { readonly value: T } | Drop | DeadLetter

const maxDetail = 300

/**
 * Creates a dead letter for an invalid field. Its detail contains the invalid value, truncated if it is long.
 */
export function deadLetter(
  reason: DeadLetterReason,
  field: string,
  invalidValue?: unknown,
): DeadLetter {
  if (invalidValue === undefined) return { deadLetter: reason, detail: field }
  return {
    deadLetter: reason,
    detail: `${field}: ${JSON.stringify(invalidValue).slice(0, maxDetail)}`,
  }
}
