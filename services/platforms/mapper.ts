// The interface through which the normalizer maps the raw records of a platform: one pure function
// for each kind of object. Each platform implements it in its folder.
import type {
  Book,
  Event,
  Origin,
  RawActivity,
  RawBook,
  RawMarket,
  RawTrade,
  WalletActivity,
} from '../../schemas/generated/events.ts'
import type { Market } from '../domain/market.ts'
import type { Trade } from '../domain/trade.ts'
import type { MappingResult } from './mapping/result.ts'
import type { JsonObject } from './json.ts'

/** A raw record, the parsed object in its body, and its origin (topic, partition and offset in the log). */
export type RawInput<Raw, Body = JsonObject> = {
  readonly raw: Raw
  readonly body: Body
  readonly origin: Origin
}

/** A raw record about one market, with the platform's native id that is part of its `market_id`. */
export type MarketInput<Raw, Body = JsonObject> = RawInput<Raw, Body> & {
  readonly nativeId: string
}

/** The fields of a raw record that the mapping of a trade needs. */
export type TradeContext = Pick<
  RawTrade,
  'market_id' | 'received_at_ms' | 'repeat' | 'tokens' | 'outcomes'
>

/** A stream message about a trade, as the input of a mapper. */
export type ProvisionalTradeInput<Body = JsonObject> = MarketInput<TradeContext, Body>

export type Mapper = {
  /** Maps a market. `event` is the event under which the response listed the market, or null. */
  readonly toMarket: (input: RawInput<RawMarket>, event: JsonObject | null) => MappingResult<Market>
  readonly toEvent: (input: RawInput<RawMarket>) => MappingResult<Event>
  readonly toTrade: (input: MarketInput<RawTrade>) => MappingResult<Trade>
  /** Maps a stream message about a trade; null if the platform has no stream. */
  readonly toProvisionalTrade: ((input: ProvisionalTradeInput) => MappingResult<Trade>) | null
  readonly toBook: (input: MarketInput<RawBook>) => MappingResult<Book>
  /** Maps a row of wallet activity; null if the platform has no wallets. */
  readonly toActivity: ((input: RawInput<RawActivity>) => MappingResult<WalletActivity>) | null
}
