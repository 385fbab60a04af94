// What the normalizer knows of a platform: one mapping for each kind of object, a pure function of
// what was said. platforms/ has one mapper each.
import type {
  Book,
  Event,
  Market,
  Origin,
  RawActivity,
  RawBook,
  RawMarket,
  RawTrade,
  Trade,
  WalletActivity,
} from '../../schemas/generated/events.ts'
import type { Fate } from './fate.ts'
import type { JsonObject } from './json.ts'

/** A raw record, the object in its body, and where it lay. */
export type Said<Raw> = {
  readonly raw: Raw
  readonly body: JsonObject
  readonly origin: Origin
}

export type Mapper = {
  /** `event` is the event that the market was listed under, if it came with one. */
  readonly toMarket: (said: Said<RawMarket>, event: JsonObject | null) => Fate<Market>
  readonly toEvent: (said: Said<RawMarket>) => Fate<Event>
  readonly toTrade: (said: Said<RawTrade>) => Fate<Trade>
  readonly toBook: (said: Said<RawBook>) => Fate<Book>
  readonly toActivity: (said: Said<RawActivity>) => Fate<WalletActivity>
}
