// The three fates of a raw record, and every reason for the two bad ones. The reasons label metrics
// and dead letters, so the lists are short and closed.
export type DropReason =
  /** platform_a: a leg of an event that has no name yet ("Person A"), or the synthetic "Other" leg. */
  | 'placeholder'
  /** platform_a: a row of the first years without the id that everything else hangs on. */
  | 'empty_condition_id'
  /** platform_b: a combination of other markets, minted by users by the hundred thousand. */
  | 'parlay'
  /** Traded in the third outcome or a later one: it says nothing about the price of the first. */
  | 'not_binary'
  /** platform_a: something that a wallet did besides the six types, such as a deposit or a rebate. */
  | 'other_activity'

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
  /** The body speaks of another market than the one it was fetched for. */
  | 'wrong_market'
  /** The row is of another wallet than the one it was fetched for. */
  | 'wrong_wallet'
  /** platform_b has no wallets. */
  | 'no_wallets'

export type Drop = { readonly drop: DropReason }
export type DeadLetter = { readonly deadLetter: DeadLetterReason; readonly detail: string }
/** What a mapping makes of a raw record. */
export type Fate<T> = { readonly value: T } | Drop | DeadLetter

const maxDetail = 300

/** `got` is what stood in the place, as far as it is worth showing. */
export function deadLetter(reason: DeadLetterReason, field: string, got?: unknown): DeadLetter {
  if (got === undefined) return { deadLetter: reason, detail: field }
  return { deadLetter: reason, detail: `${field}: ${JSON.stringify(got).slice(0, maxDetail)}` }
}
