// Generated from /openapi.json by clients/generate.ts. Do not edit.

/** Token for managing API keys. */
export interface AccessToken {
  /** A JWT, for the header `Authorization: Bearer <access_token>`. */
  access_token: string
  /** Always `bearer`. */
  token_type: string
  /** Lifetime of the token in seconds. */
  expires_in: number
}

/** Type of a wallet activity. TRADE: bought or sold shares. SPLIT: exchanged dollars for an equal number of shares of each outcome. MERGE: exchanged an equal number of shares of each outcome for dollars. REDEEM: exchanged shares for their payout after the market was resolved. REWARD: received a payment from the platform. CONVERSION: exchanged No shares of some markets of an event for Yes shares of the others. */
export type ActivityType = 'TRADE' | 'SPLIT' | 'MERGE' | 'REDEEM' | 'REWARD' | 'CONVERSION'

/** An API key of a developer, without the key itself. */
export interface ApiKey {
  /** Id of the key. It is not the key itself and not a secret. */
  id: string
  /** Label chosen by the owner. */
  label: string
  /** First characters of the key. */
  prefix: string
  /** Time of creation, Unix seconds. */
  created_at: number
  /** Unix seconds of the last use, to the minute; may lag by one or two minutes. null if the key was never used. */
  last_used_at: number | null
  /** Unix seconds of the revocation; null if the key is active. */
  revoked_at: number | null
}

/** All keys of the developer, including revoked ones, newest first. */
export type ApiKeyList = ApiKey[]

/** A market, and whether its trades add up to the volume that the platform states. */
export interface AuditedMarket {
  /** Unified id: the prefix of the platform, `_`, then the id that the platform uses. */
  id: string
  /** Readable name of the market: a slug, or a ticker where the platform has tickers. */
  slug: string
  /** The question. */
  question: string
  status: MarketStatus
  /** The possible results. Prices, trades, order books and candles of a market refer to the first outcome. */
  outcomes: Outcome[]
  /** Platforms that list this question: the market itself first, then its high-confidence match. */
  platforms: PlatformListing[]
  /** Rules for resolving the market. */
  description: string | null
  /** Volume of the last 24 hours, as reported by the platform: dollars, or contracts of one dollar. Default 0. */
  volume_24h: number
  /** Volume since the market was created, in the unit of volume_24h. */
  volume_total: number | null
  /** Open interest, in the unit of volume_24h. */
  open_interest: number | null
  /** Time of creation, Unix seconds. */
  created_at: number | null
  /** End of trading, planned or actual, Unix seconds. */
  close_time: number | null
  /** Labels given by the platform. */
  tags: string[]
  /** Category, the same words for all platforms: politics, world, sports, crypto, economics, finance, climate, science, culture, health, mentions or other; null if the platform states none. */
  category: string | null
  /** Slug of its event, for `/v1/events/{slug}`. */
  event_slug: string | null
  /** Category as the platform states it. */
  platform_category: string | null
  data_quality: DataQuality | null
}

/** Trades of one time bucket, expressed in terms of the first outcome. */
export interface Candle {
  /** Start of the bucket, Unix seconds, inclusive. The end of the bucket is exclusive. */
  start_ts: number
  /** Price of the first trade. 0 to 1. */
  open: number
  /** Highest price. 0 to 1. */
  high: number
  /** Lowest price. 0 to 1. */
  low: number
  /** Price of the last trade. 0 to 1. */
  close: number
  /** Contracts traded. */
  volume: number
  /** Value at the price of the first outcome: the sum of price times size, in dollars. Divided by `volume` it is the volume-weighted average price. It is not what was paid where the second outcome was traded: see `outcome_notional`. */
  notional: number
  /** Dollars paid: the sum of the price of the outcome that was traded times size. */
  outcome_notional: number
  /** Number of trades. */
  trade_count: number
  /** Whether the candle contains all trades of the bucket and will not change any more. */
  is_final: boolean
}

/** Candles of one market, oldest first. */
export interface CandlePage {
  /** Unified id of the market. */
  market_id: string
  interval: CandleInterval
  /** The candles. Buckets without trades are omitted unless `fill` is set. */
  candles: Candle[]
  /** Whether the limit omitted candles: later ones if start_ts was given, else earlier ones. */
  has_more: boolean
}

/** The candles of one market, or its error. */
export interface CandleResult {
  /** The candles; null if the market has an error. */
  page: CandlePage | null
  /** The error of this item; null if it has a result. */
  error: ItemError | null
  /** Completeness of the result; null if the market is unknown or the item is invalid. */
  completeness: Completeness | null
}

/** One result for each of `market_ids`, in the same order. */
export interface CandleResults {
  /** The results. */
  results: CandleResult[]
}

/** What the values are: trades: prices of trades; bid, ask: the best bid or ask; mid: the middle of both, if both are there and the spread is at most 0.10. */
export type CandleSource = 'trades' | 'mid' | 'bid' | 'ask'

/** How complete the data of one result is: what the headers X-Data-Complete-Until, X-Data-Gaps and X-History-Not-Requested of a response about one market state. */
export interface Completeness {
  /** All trades of the market before this time are known, except in the gaps, Unix milliseconds. With a `source` of quotes: all recorded quotes before this time. */
  complete_until_ms: number
  /** Missing time ranges in the period of the result, oldest first, at most 32. */
  gaps: DataGap[]
  /** Whether there are more gaps. */
  has_more_gaps: boolean
  /** Why the missing trades of a gap `not_fetched` are not fetched: `account_quota;limit=<markets>` or `service_quota;limit=<markets>`; null if they are being fetched or none are missing. */
  history_not_requested: string | null
}

/** A new API key, including the key itself. */
export interface CreatedApiKey {
  /** Id of the key. It is not the key itself and not a secret. */
  id: string
  /** Label chosen by the owner. */
  label: string
  /** First characters of the key. */
  prefix: string
  /** Time of creation, Unix seconds. */
  created_at: number
  /** Unix seconds of the last use, to the minute; may lag by one or two minutes. null if the key was never used. */
  last_used_at: number | null
  /** Unix seconds of the revocation; null if the key is active. */
  revoked_at: number | null
  /** The API key, for the header X-API-Key. It is shown only in this response; the service stores only its SHA-256 hash. */
  api_key: string
}

/** A new webhook, with its secret. */
export interface CreatedWebhook {
  /** Id of the webhook. */
  id: string
  /** URL that messages are sent to. */
  url: string
  /** Text by which the owner recognises the webhook; may be empty. */
  description: string
  event: WebhookEvent
  /** Unified id of the market; null: all markets. */
  market_id: string | null
  /** Price of the first outcome, 0 to 1; null for other events than price.crossed. */
  level: number | null
  /** up, down or any; null for other events than price.crossed. */
  direction: string | null
  /** disabled: the service has switched the webhook off, for disabled_reason. No messages are made or sent until the owner enables it. */
  status: 'enabled' | 'disabled'
  /** Why the service has switched the webhook off; null if it is enabled. */
  disabled_reason: string | null
  /** Time of creation, Unix seconds. */
  created_at: number
  /** Unix seconds of the last successful delivery; null if there was none. */
  last_delivered_at: number | null
  /** Unix seconds of the first failed attempt since then; null if the last attempt was successful. */
  failing_since: number | null
  /** Unix seconds of the next attempt; null if it is not waiting. */
  next_attempt_at: number | null
  /** Why the last attempt failed; null if it was successful. */
  last_error: string | null
  /** Position of the next message: all messages of this webhook with a smaller position are delivered. null until the service has begun to deliver. */
  position: number | null
  /** Verifies the signatures of the messages, as in the Standard Webhooks specification. It is shown only in this response. */
  secret: string
}

/** A time range whose trades are missing. It includes its start and excludes its end. */
export interface DataGap {
  /** Start, Unix milliseconds. */
  from_ms: number
  /** End, Unix milliseconds. */
  until_ms: number
  /** `unreachable`, `truncated`, `volume` or `not_fetched`, as in the header X-Data-Gaps. */
  reason: string
}

/** The newest comparison of the market's stated volume with its trades; null if they were not compared yet. */
export interface DataQuality {
  /** `agrees`: no trade is missing. `missing`: trades are missing and are being fetched. `unexplained`: the difference remained after the trades were fetched again, or fetching them cannot explain it. */
  status: 'agrees' | 'missing' | 'unexplained'
  /** The part of the stated volume that the trades do not explain; negative if there are trades that the stated volume does not contain. */
  difference: number
  /** Unit of the difference. */
  unit: 'contracts' | 'dollars'
  /** Trades before this time were compared, Unix seconds. */
  audited_until: number
}

/** An account. */
export interface Developer {
  /** Id of the account. */
  id: string
  /** Email address in lower case. */
  email: string
}

/** Errors of a request, or of the service. */
export interface ErrorBody {
  /** All errors that were found. */
  detail: ErrorDetail[]
  /** The X-Request-Id of the response. Include it when you report a problem. */
  request_id: string
}

/** One error. */
export interface ErrorDetail {
  /** Location of the error: `query`, `path`, `header` or `body`, then the name of the parameter or field. */
  loc: string[]
  /** Message for people. */
  msg: string
  /** Type of the error, for programs. */
  type: string
}

/** A group of related markets. */
export interface Event {
  /** Identifier in `/v1/events/{slug}`: a slug, or an event ticker on a platform that has tickers. */
  slug: string
  /** Label of the outcome. */
  title: string
  /** open if any of its markets is open, else closed if any is closed, else resolved. */
  status: string
  /** Its markets, most traded first: the first ten in a list of events, all of them in `/v1/events/{slug}`. */
  markets: Market[]
  /** Number of its markets. */
  market_count: number
  /** Sum of volume_24h over all its markets. */
  total_volume_24h: number
  /** Platforms of its markets. */
  platforms: string[]
  /** Sum of volume_total over all its markets. */
  total_volume: number
  /** Category, as in markets; `other` if unknown. */
  category: string
  /** Labels given by the platform. */
  tags: string[]
  /** Category as the platform states it. */
  platform_category: string | null
}

/** Events, most traded in the last 24 hours first. */
export interface EventPage {
  /** The events of this page. */
  events: Event[]
  /** Number of matching events on all pages. */
  total: number
  /** The page size that was used. */
  limit: number
  /** Number of skipped events. */
  offset: number
  /** Cursor of the next page; null on the last page. */
  cursor: string | null
  /** Whether there are more results after this page. */
  has_more: boolean
}

/** What the file of an export contains, and whether it can still change. */
export interface ExportManifest {
  /** What the rows are: trades, quotes, candles, markets or matches. */
  kind: string
  /** Format of the file: parquet or csv. */
  format: string
  /** Length of a bucket; null if the rows are not candles. */
  interval: string | null
  /** The day, if the request names one. */
  date: string | null
  /** The market, if the request names one. */
  market_id: string | null
  /** The event, if the request names one. */
  event_slug: string | null
  /** Start of the time that the file covers, Unix milliseconds, inclusive. */
  from_ms: number
  /** End of the time that the file covers, Unix milliseconds, exclusive: the end of the day, or the time of the request. */
  until_ms: number
  /** Number of rows. */
  rows: number
  /** Content hash of the rows, 16 hexadecimal digits: the same for the same rows, whatever the format of the file and the version of the database. It finds errors; it is no protection against forgery. */
  rows_hash: string
  /** Time of the earliest row, Unix milliseconds; null without rows, and for markets. */
  first_ms: number | null
  /** Time of the latest row, Unix milliseconds; null without rows, and for markets. */
  last_ms: number | null
  /** Size of the file, without the compression of the transfer. */
  bytes: number
  /** SHA-256 of the file in hexadecimal, without the compression of the transfer. */
  sha256: string
  /** All trades before this time are known, except in the gaps, Unix milliseconds. Null for quotes, markets and matches, of which nothing states this. */
  complete_until_ms: number | null
  /** Missing time ranges in the time that the file covers, oldest first. */
  gaps: DataGap[]
  /** Whether no row is missing and none is expected to change. If not, a file that is requested later can have other rows, and another sha256. */
  is_final: boolean
}

/** Length of a bucket. Buckets start at the Unix epoch, in UTC; weeks start on Monday. */
export type CandleInterval = '1m' | '5m' | '15m' | '1h' | '4h' | '1d' | '1w'

/** Why an item of a batch has no result. */
export interface ItemError {
  /** The status that a request for this item alone would have: 404, 422, 500 or 503. After 503, ask for the item again. */
  status: number
  /** All errors of the item, as in an ErrorBody. `loc` has the place of the item in the list, from 0. */
  detail: ErrorDetail[]
}

/** One question that is traded, in the unified model of both platforms. */
export interface Market {
  /** Unified id: the prefix of the platform, `_`, then the id that the platform uses. */
  id: string
  /** Readable name of the market: a slug, or a ticker where the platform has tickers. */
  slug: string
  /** The question. */
  question: string
  status: MarketStatus
  /** The possible results. Prices, trades, order books and candles of a market refer to the first outcome. */
  outcomes: Outcome[]
  /** Platforms that list this question: the market itself first, then its high-confidence match. */
  platforms: PlatformListing[]
  /** Rules for resolving the market. */
  description: string | null
  /** Volume of the last 24 hours, as reported by the platform: dollars, or contracts of one dollar. Default 0. */
  volume_24h: number
  /** Volume since the market was created, in the unit of volume_24h. */
  volume_total: number | null
  /** Open interest, in the unit of volume_24h. */
  open_interest: number | null
  /** Time of creation, Unix seconds. */
  created_at: number | null
  /** End of trading, planned or actual, Unix seconds. */
  close_time: number | null
  /** Labels given by the platform. */
  tags: string[]
  /** Category, the same words for all platforms: politics, world, sports, crypto, economics, finance, climate, science, culture, health, mentions or other; null if the platform states none. */
  category: string | null
  /** Slug of its event, for `/v1/events/{slug}`. */
  event_slug: string | null
  /** Category as the platform states it. */
  platform_category: string | null
}

/** Markets in the requested order. */
export type MarketList = Market[]

/** open: can be traded; closed: trading has ended and the result is not final; resolved: the result is final. */
export type MarketStatus = 'open' | 'closed' | 'resolved'

/** Two markets that ask the same question. */
export interface MatchedMarket {
  /** The market of the platform that was registered earlier. */
  platform_a: MatchSide
  /** The market of the platform that was registered later. */
  platform_b: MatchSide
  /** Certainty of the match. Pairs with a score below 70 are not listed. 0 to 100. */
  score: number
  confidence: MatchConfidence
  /** `identical`: one pays if and only if the other does. */
  relation: string
  /** `same` if the first outcome of the market in `platform_b` pays when the first outcome of the market in `platform_a` pays, `inverted` if it pays when the second outcome pays. */
  polarity: 'same' | 'inverted'
  /** Label of the outcome of the market in `platform_a` that pays when the first outcome of the market in `platform_b` pays. */
  outcome: string
  /** Result of the comparison in each of the five dimensions, in the order subject, measure, threshold, window, scope. */
  reasons: MatchReason[]
  /** Unix seconds at which these two markets were first matched. */
  matched_at: number
}

/** `high` for a score of 85 or more. */
export type MatchConfidence = 'high' | 'medium'

/** A dimension in which the questions of two markets are compared. */
export type MatchDimension = 'subject' | 'measure' | 'threshold' | 'window' | 'scope'

/** Matches, highest score first. */
export interface MatchPage {
  /** The matches of this page. */
  matches: MatchedMarket[]
  /** Number of matches that pass the filters, on all pages. */
  total: number
  /** Cursor of the next page; null on the last page. */
  cursor: string | null
  /** Whether there are more results after this page. */
  has_more: boolean
}

/** Comparison of the two questions in one dimension. */
export interface MatchReason {
  dimension: MatchDimension
  /** Always `same` in a match. */
  verdict: string
  /** What both markets say in this dimension, for people to read: `A = B`, or `A on both sides` if both use the same words. The market in `platform_a` comes first. */
  evidence: string
}

/** A market of a match, on one platform. */
export interface MatchSide {
  /** Unified id. */
  id: string
  /** The platform's own id. */
  native_id: string
  /** Readable name of the market: a slug, or a ticker where the platform has tickers. */
  slug: string
  /** Event ticker or event slug, whichever the platform has; empty if it has no event. */
  event_ticker: string
  /** The question of the market. */
  question: string
  status: MarketStatus
  /** Unix seconds: end of trading, planned or actual. */
  close_time: number | null
  /** The page of the market on its platform. */
  url: string
  /** Labels of the outcomes, first outcome first. */
  outcomes: string[]
}

/** The newest recorded order book of a market, expressed in terms of its first outcome. */
export interface OrderBook {
  /** Unified id of the market. */
  market_id: string
  /** Highest price first. */
  bids: PriceLevel[]
  /** Lowest price first. */
  asks: PriceLevel[]
  /** Best ask minus best bid. Without bids the best bid counts as 0, without asks the best ask counts as 1. */
  spread: number
  /** Mean of best bid and best ask. Without bids the best bid counts as 0, without asks the best ask counts as 1. */
  mid_price: number
  /** Time of the book, Unix milliseconds. */
  timestamp_ms: number
  /** Unix milliseconds at which the platform is known to have returned this book last. While a book does not change, this is updated about every minute for the most traded markets, and at least about every 100 minutes for others. */
  seen_at_ms: number
  /** Unix milliseconds at which this is known to have been the book of the market: `seen_at_ms`, or a later time until which the platform's live stream has stated no change of it. */
  as_of_ms: number
  /** How far the book can be trusted. `current`: the service follows the platform's live stream, and the last requested book was equal to that of the stream. `rebuilding`: the stream is followed, but a snapshot or a comparison is awaited. `stale`: the stream was followed and is lost. `polled`: the book is requested from time to time. Absent in messages of `/v1/stream`. */
  state?: 'current' | 'rebuilding' | 'stale' | 'polled' | undefined
}

/** One possible result of a market. */
export interface Outcome {
  /** Label of the outcome. */
  label: string
  /** Probability of the outcome. For a resolved market, its payout; else the newest observed price; else the price that the platform lists. 0 to 1. */
  price: number
  /** The price in cents, not rounded. 0 to 100. */
  price_cents: number
}

/** The platform that the data comes from. */
export type Platform = 'platform_a' | 'platform_b'

/** A market on one platform. */
export interface PlatformListing {
  platform: Platform
  /** The platform's own id of the market. */
  native_id: string
  /** The page of the market on its platform. */
  url: string
  /** Highest bid for the first outcome; 0 if there are no bids. 0 to 1. */
  best_bid: number
  /** Lowest ask for the first outcome; 1 if there are no asks. 0 to 1. */
  best_ask: number
  /** Volume of the last 24 hours, as reported by the platform: dollars, or contracts of one dollar. */
  volume_24h: number
}

/** The newest observed price of the first outcome at or before a given time, or its settlement. */
export interface PriceRecord {
  /** Unified id of the market. */
  market_id: string
  /** Probability of the first outcome. 0 to 1. */
  price: number
  /** The requested time, Unix seconds; the current time if none was given. */
  at_time: number
  /** Time of the observation, or of the resolution, Unix milliseconds. */
  timestamp_ms: number
  /** Platform of the observation. */
  platform: Platform
  source: PriceSource
  /** Only with `provisional=true`. true: the price is that of a trade that a stream has announced and that no request has confirmed yet. Absent otherwise. */
  provisional?: boolean | undefined
}

/** All orders at one price. */
export interface PriceLevel {
  /** Price of the first outcome. 0 to 1. */
  price: number
  /** Contracts of one dollar. */
  size: number
  platform: Platform
}

/** The price of one market, now or at a past time. */
export interface PriceRequest {
  /** Unified id of the market. */
  market_id: string
  /** Time of the price, Unix seconds, at most 99999999999; the current time if null or absent. Must not be in the future. */
  at_time?: number | null | undefined
}

/** The price of one item, or its error. */
export interface PriceResult {
  /** The price; null if the item has an error. */
  price: PriceRecord | null
  /** The error of this item; null if it has a result. */
  error: ItemError | null
  /** Completeness of the result; null if the market is unknown or the item is invalid. */
  completeness: Completeness | null
}

/** One result for each item of the request, in the same order. */
export interface PriceResults {
  /** The results. */
  results: PriceResult[]
}

/** `trade`; `quote`: the mid price of a bid and an ask that are at most 0.10 apart; `settlement`: what the first outcome of a resolved market pays. */
export type PriceSource = 'trade' | 'quote' | 'settlement'

/** A trade that the platform's stream has announced and that no request has confirmed yet. Each of its fields can still change. Once it is confirmed it is in `trades`, where the platform has no ids of trades under another `id`, and perhaps as several trades. */
export interface ProvisionalTrade {
  /** Unique, stable id. */
  id: string
  /** Unified id of the market. */
  market_id: string
  platform: Platform
  /** Price of the first outcome. 0 to 1. */
  price: number
  /** Contracts of one dollar. */
  size: number
  /** The taker's side in terms of the first outcome. */
  side: Side
  /** Time of the trade, Unix milliseconds, with the precision that the platform gives. */
  timestamp_ms: number
  /** The platform's own id: a trade id or a transaction hash. Several trades can share a transaction hash. */
  native_trade_id: string
  /** Label of the outcome that was traded. */
  outcome: string
  /** Price of the outcome that was traded. 0 to 1. */
  outcome_price: number
  /** Always true. */
  provisional: boolean
}

/** Where the webhook continues. */
export interface ReplayedWebhook {
  /** Position of the first message that is sent. */
  position: number
}

/** Side of a trade. */
export type Side = 'buy' | 'sell'

/** A new account and its first key. */
export interface Signup {
  /** The account. */
  developer: Developer
  /** The API key, for the header X-API-Key. It is shown only in this response; the service stores only its SHA-256 hash. */
  api_key: string
}

/** The difference of two matching markets over time, oldest first. */
export interface SpreadPage {
  /** Unified id of the first market of the path. */
  market_id: string
  /** Unified id of the second market of the path. */
  other_market_id: string
  /** `same` if the first outcomes of both markets pay in the same cases. `inverted` if the first outcome of one pays when the second outcome of the other pays; `other_value` is then 1 minus the price of the other market. */
  polarity: 'same' | 'inverted'
  source: CandleSource
  interval: CandleInterval
  /** The points. Buckets in which neither market has a trade or quote are omitted, and those at whose end one of them has no value. */
  points: SpreadPoint[]
  /** Whether the limit omitted points: later ones if start_ts was given, else earlier ones. */
  has_more: boolean
}

/** The values of two matching markets at the end of a time bucket. */
export interface SpreadPoint {
  /** Start of the bucket, Unix seconds, inclusive. The end of the bucket is exclusive. */
  start_ts: number
  /** Value of the market `market_id` at the end of the bucket. 0 to 1. */
  value: number
  /** Value of the market `other_market_id` at the end of the bucket, in terms of the first outcome of the market `market_id`. 0 to 1. */
  other_value: number
  /** `value` minus `other_value`. -1 to 1. */
  difference: number
  /** Time of the trade or quote that `value` comes from, Unix milliseconds. It can be before the bucket: then the bucket has none of this market. */
  observed_at_ms: number
  /** The same of `other_value`. */
  other_observed_at_ms: number
  /** Whether all trades, or all recorded quotes, of both markets are known from the observations to the end of the bucket, so that the point will not change. */
  is_final: boolean
}

/** Message of the channel `candles` of `/v1/stream`: the present state of a candle that trades have changed. */
export interface StreamCandle {
  /** Start of the bucket, Unix seconds, inclusive. The end of the bucket is exclusive. */
  start_ts: number
  /** Price of the first trade. 0 to 1. */
  open: number
  /** Highest price. 0 to 1. */
  high: number
  /** Lowest price. 0 to 1. */
  low: number
  /** Price of the last trade. 0 to 1. */
  close: number
  /** Contracts traded. */
  volume: number
  /** Value at the price of the first outcome: the sum of price times size, in dollars. Divided by `volume` it is the volume-weighted average price. It is not what was paid where the second outcome was traded: see `outcome_notional`. */
  notional: number
  /** Dollars paid: the sum of the price of the outcome that was traded times size. */
  outcome_notional: number
  /** Number of trades. */
  trade_count: number
  /** Whether the candle contains all trades of the bucket and will not change any more. */
  is_final: boolean
  /** Unified id of the market. */
  market_id: string
  interval: CandleInterval
}

/** Message of the type `heartbeat` of `/v1/stream`: first of all, and then every 15 seconds. */
export interface StreamHeartbeat {
  /** Time of the message, Unix milliseconds. */
  timestamp_ms: number
  /** Until when the trades of each platform were sent. Empty while earlier messages are still being sent; a platform of which nothing is known yet is missing. */
  watermarks: StreamWatermark[]
}

/** Message of the channel `markets` of `/v1/stream`: the state of a market that was listed or has changed, as its platform states it. */
export interface StreamMarket {
  /** Unified id of the market. */
  id: string
  platform: Platform
  /** The platform's own id. */
  native_id: string
  /** Readable name of the market: a slug, or a ticker where the platform has tickers. */
  slug: string
  /** The question. */
  question: string
  status: MarketStatus
  /** First outcome first. */
  outcomes: StreamOutcome[]
  /** Volume of the last 24 hours, as reported by the platform: dollars, or contracts of one dollar. */
  volume_24h: number
  /** Volume since the market was created, in the unit of volume_24h. */
  volume_total: number | null
  /** Open interest, in the unit of volume_24h. */
  open_interest: number | null
  /** Unix seconds. */
  created_at: number | null
  /** End of trading, planned or actual, Unix seconds. */
  close_time: number | null
  /** When the result became final, Unix seconds. */
  resolved_at: number | null
  /** Slug of the event of the market. */
  event_slug: string | null
}

/** Message of the channel `matches` of `/v1/stream`: the match of a market on another platform that was found, has changed, or was withdrawn. */
export interface StreamMatch {
  /** Unified id of the market. */
  market_id: string
  /** Unified id of the other market; null if the match was withdrawn. */
  other_market_id: string | null
  /** 70 to 100; null if the match was withdrawn. */
  score: number | null
  /** `high` for a score of 85 or more; null if the match was withdrawn. */
  confidence: MatchConfidence | null
  /** Index of the outcome of the other market that pays when the first outcome of this market pays; null if the match was withdrawn. */
  outcome_index: number | null
  /** Time of the change, Unix milliseconds. */
  changed_at_ms: number
}

/** An outcome of a market in a message of the channel `markets`. */
export interface StreamOutcome {
  /** Label of the outcome. */
  label: string
  /** Price that the platform lists; the payout of a resolved market. */
  listed_price: number | null
}

/** Message of the channel `provisional_trades` of `/v1/stream`: a trade that the platform's stream has announced, or its withdrawal. It is confirmed by a trade of the channel `trades` with the same `native_trade_id` and, where the platform has no ids of trades, the same `outcome`; there is no message about that. The message can come after this trade. A trade that is neither confirmed nor withdrawn is no longer valid after 15 minutes. */
export interface StreamProvisionalTrade {
  /** Id of the provisional trade. */
  id: string
  /** Unified id of the market. */
  market_id: string
  platform: Platform
  /** The trade; null if it is withdrawn. */
  trade: ProvisionalTrade | null
  /** Why the trade is withdrawn; null if it is not. `not_listed`: the trades of the five minutes after it are complete, without it. `not_decided`: 15 minutes after its receipt, the trades of its time were still not complete. */
  withdrawn: string | null
}

/** Message of the channel `quotes` of `/v1/stream`: best bid and ask of a recorded order book. */
export interface StreamQuote {
  /** Unified id of the market. */
  market_id: string
  platform: Platform
  /** Time of the order book, Unix milliseconds. */
  timestamp_ms: number
  /** Highest bid for the first outcome; 0 if there is none. */
  best_bid: number
  /** Lowest ask for the first outcome; 1 if there is none. */
  best_ask: number
  /** The middle of both, if `/v1/markets/{market_id}/price` uses it as a price: both sides are there, and the spread is at most 0.10. Else null. */
  mid_price: number | null
}

/** Until when the trades of a platform were sent in a stream. */
export interface StreamWatermark {
  platform: Platform
  /** Unix milliseconds: every trade before this time that the service records live is before this message in the stream. */
  complete_until_ms: number
}

/** One trade, expressed in terms of the first outcome of its market. */
export interface Trade {
  /** Unique, stable id. */
  id: string
  /** Unified id of the market. */
  market_id: string
  platform: Platform
  /** Price of the first outcome. 0 to 1. */
  price: number
  /** Contracts of one dollar. */
  size: number
  /** The taker's side in terms of the first outcome. */
  side: Side
  /** Time of the trade, Unix milliseconds, with the precision that the platform gives. */
  timestamp_ms: number
  /** The platform's own id: a trade id or a transaction hash. Several trades can share a transaction hash. */
  native_trade_id: string
  /** Label of the outcome that was traded. */
  outcome: string
  /** Price of the outcome that was traded. 0 to 1. */
  outcome_price: number
}

/** Trades in the order in which the service recorded them. */
export interface TradeLogPage {
  /** The trades after the position of the request. */
  trades: Trade[]
  /** The position after these trades, for the next request. It is always given, and stays valid. */
  cursor: string
  /** Whether there are later records now. They need not be trades that the request selects, so a response with `has_more` can be empty. If false, ask again later. */
  has_more: boolean
}

/** Trades of one market, newest first; trades with the same time are ordered by id. */
export interface TradePage {
  /** Unified id of the market. */
  market_id: string
  /** The trades of this page. */
  trades: Trade[]
  /** Cursor for the next older page; null on the last page. */
  cursor: string | null
  /** Whether there are older trades. Default false. */
  has_more: boolean
  /** Only with `provisional=true`: the trades of the time range that are announced but not confirmed yet, newest first. They are not part of the page and not counted in `limit`. Absent on pages after a cursor. */
  provisional_trades?: ProvisionalTrade[] | undefined
}

/** One activity of a wallet. */
export interface WalletActivity {
  /** Unique, stable id. A trade has the same `id` as in the trades of its market. */
  id: string
  /** Address of the wallet, in lower case. */
  wallet: string
  type: ActivityType
  platform: Platform
  /** Unified id of the market; null for a REWARD, which has no market. */
  market_id: string | null
  /** Label of the outcome; null if the activity is about several outcomes or none. */
  outcome: string | null
  /** For a TRADE: the wallet's side for that outcome. Otherwise null. */
  side: Side | null
  /** For a TRADE: the price of that outcome. Otherwise null. 0 to 1. */
  price: number | null
  /** Contracts of one dollar; for a REWARD, dollars. */
  size: number
  /** Dollars paid or received, including fees if the platform reports them. */
  usdc_size: number
  /** Hash of the transaction. Several activities can share it. */
  tx_hash: string
  /** Time of the activity, Unix milliseconds, with the precision that the platform gives (seconds). */
  timestamp_ms: number
  /** Slug of the market. */
  market_slug: string | null
  /** Slug of the market's event. */
  event_slug: string | null
  /** Question of the market. */
  title: string | null
}

/** Activity of a wallet, newest first. */
export interface WalletActivityPage {
  /** Address of the wallet, in lower case. */
  address: string
  /** The activities of this page. */
  activity: WalletActivity[]
  /** The `limit` of the request, or the default. */
  limit: number
  /** The `offset` of the request, or the default. */
  offset: number
  /** Cursor of the next page; null on the last page. */
  cursor: string | null
  /** Whether there are more results after this page. */
  has_more: boolean
  /** Whether all activity of the wallet on the platform is available, as of a poll within the last minute. If false, the service is still fetching it; repeat the request later. */
  complete: boolean
}

/** What a wallet holds of one outcome, computed from its activity at average cost. */
export interface WalletPosition {
  /** Unified id of the market. */
  market_id: string
  platform: Platform
  /** Label of the outcome that is held. */
  outcome: string
  /** Contracts of one dollar that are held. */
  size: number
  /** Average cost of one contract, without fees. */
  avg_price: number
  /** Cost of the held contracts: size times avg_price, in dollars. */
  initial_value: number
  /** Current value of the held contracts: size times cur_price, in dollars; null if no price is known. */
  current_value: number | null
  /** current_value minus initial_value; null if no price is known. */
  cash_pnl: number | null
  /** cash_pnl as a percentage of initial_value; null if initial_value is 0 or no price is known. */
  percent_pnl: number | null
  /** Profit from contracts that were sold, merged or redeemed, in dollars. */
  realized_pnl: number
  /** Current price of the outcome, or its payout once the market is resolved; null if no price is known. 0 to 1. */
  cur_price: number | null
  /** Whether the market is resolved, so that the position can be redeemed. The payout can be 0. */
  redeemable: boolean
  /** Slug of the market. */
  market_slug: string | null
  /** Slug of the market's event. */
  event_slug: string | null
  /** Question of the market. */
  title: string | null
}

/** Positions of a wallet. */
export interface WalletPositionPage {
  /** Address of the wallet, in lower case. */
  address: string
  /** Positions in the requested order. Positions without a value for the sort field come last; ties are ordered by market id. */
  positions: WalletPosition[]
  /** The `limit` of the request, or the default. */
  limit: number
  /** Cursor of the next page; null on the last page. */
  cursor: string | null
  /** Whether there are more results after this page. */
  has_more: boolean
  /** Whether all activity of the wallet on the platform is available, as of a poll within the last minute. If false, the service is still fetching it; repeat the request later. */
  complete: boolean
}

/** A webhook and the state of its deliveries, without its secret. */
export interface Webhook {
  /** Id of the webhook. */
  id: string
  /** URL that messages are sent to. */
  url: string
  /** Text by which the owner recognises the webhook; may be empty. */
  description: string
  event: WebhookEvent
  /** Unified id of the market; null: all markets. */
  market_id: string | null
  /** Price of the first outcome, 0 to 1; null for other events than price.crossed. */
  level: number | null
  /** up, down or any; null for other events than price.crossed. */
  direction: string | null
  /** disabled: the service has switched the webhook off, for disabled_reason. No messages are made or sent until the owner enables it. */
  status: 'enabled' | 'disabled'
  /** Why the service has switched the webhook off; null if it is enabled. */
  disabled_reason: string | null
  /** Time of creation, Unix seconds. */
  created_at: number
  /** Unix seconds of the last successful delivery; null if there was none. */
  last_delivered_at: number | null
  /** Unix seconds of the first failed attempt since then; null if the last attempt was successful. */
  failing_since: number | null
  /** Unix seconds of the next attempt; null if it is not waiting. */
  next_attempt_at: number | null
  /** Why the last attempt failed; null if it was successful. */
  last_error: string | null
  /** Position of the next message: all messages of this webhook with a smaller position are delivered. null until the service has begun to deliver. */
  position: number | null
}

/** What a webhook reports. price.crossed: trades crossed a price; market.resolved: the result of a market became final; match.found: two markets were found to ask the same question. */
export type WebhookEvent = 'price.crossed' | 'market.resolved' | 'match.found'

/** All webhooks of the developer, in the order of creation. */
export type WebhookList = Webhook[]

/** A test message. */
export interface WebhookTest {
  /** Header webhook-id of the message. */
  message_id: string
}

/** Email and password of a developer. */
export interface Credentials {
  /** Email address; not case-sensitive. At most 254 characters. */
  email: string
  /** Password. Its length counts Unicode characters after NFKC normalization. The service stores only a hash. 8 to 256 characters. */
  password: string
}

/** Label of a new key. */
export interface NewKey {
  /** Label by which the owner recognises the key. 1 to 100 characters. */
  label: string
}

/** A new webhook. */
export interface NewWebhook {
  /** https URL that messages are sent to. 1 to 2048 characters. */
  url: string
  /** What the webhook reports. price.crossed: trades crossed a price; market.resolved: the result of a market became final; match.found: two markets were found to ask the same question. */
  event: 'price.crossed' | 'market.resolved' | 'match.found'
  /** Unified id of the market. Required for price.crossed and market.resolved. match.found without it reports the matches of all markets. 1 to 512 characters. */
  market_id?: string | undefined
  /** For price.crossed: price of the first outcome, 0 to 1. 0.0001 to 1. */
  level?: number | undefined
  /** For price.crossed. up: the price rises from below the level to the level or above it; down: it falls from the level or above to below it; any, the default: both. */
  direction?: 'up' | 'down' | 'any' | undefined
  /** Text by which the owner recognises the webhook. At most 200 characters. */
  description?: string | undefined
}

/** The prices of many markets and times. */
export interface PricesRequest {
  /** The prices to return. The same market and time may be repeated. 1 to 1000 values. */
  requests: PriceRequest[]
}

/** Where a webhook continues: at a position or at a time. */
export interface WebhookReplay {
  /** The position of a message. At least 0. */
  position?: number | undefined
  /** Unix seconds: the first message that was made at this time or later. 0 to 253402300799. */
  since?: number | undefined
}

/** Parameters of `listMarkets`. */
export interface ListMarketsInput {
  /** Only markets whose newest record was received at or after this time, Unix seconds. A market gets a record when it changes: at once for its texts, status and times, and within ten minutes for its volumes and listed prices. At most 99999999999. */
  readonly updated_since?: number | undefined
  /** volume: most traded in the last 24 hours first; created_at: newest first; ids: in the order of `ids`, which is the default with `ids`. Default volume. */
  readonly sort_by?: 'volume' | 'created_at' | 'ids' | undefined
  /** Only markets of this platform. */
  readonly platform?: Platform | undefined
  /** Only markets with this status. */
  readonly status?: MarketStatus | undefined
  /** Only markets with this category or platform_category; not case-sensitive. At most 200 characters. */
  readonly category?: string | undefined
  /** Only markets with at least one of these tags, up to 20, separated by commas; not case-sensitive. At most 1000 characters. */
  readonly tag?: string | undefined
  /** Only markets with at least this volume_24h. */
  readonly min_volume?: number | undefined
  /** Only markets created at or after this time, Unix seconds. At most 99999999999. */
  readonly start_ts?: number | undefined
  /** Only markets created before this time, Unix seconds. At most 99999999999. */
  readonly end_ts?: number | undefined
  /** Only these markets, by unified id, whenever they ended; unknown ids are left out. Several values: repeat the parameter or separate by commas. At most 1000 values, at most 512 characters each. */
  readonly ids?: readonly string[] | undefined
  /** Maximum number of results. 1 to 100, default 20. */
  readonly limit?: number | undefined
  /** Number of results to skip. 0 to 9007199254740991, default 0. */
  readonly offset?: number | undefined
  /** The `X-Next-Cursor` of the previous page, with the same filters and the same order. Cannot be combined with an `offset` above 0. */
  readonly cursor?: string | undefined
}

/** Parameters of `searchMarkets`. */
export interface SearchMarketsInput {
  /** Up to 32 search words. Each must match a word of its own in the question, the slug, a tag or the event title, or of the market's high-confidence match: the beginning of the word, an equal number ($96,000, 96k), a synonym (btc, bitcoin) or, if the word is unknown or rare, a similar word. Not sensitive to case, accents and apostrophes. 2 to 300 characters. */
  readonly q: string
  /** volume: most traded in the last 24 hours first; created_at: newest first; relevance: best match first: words that agree exactly before beginnings and similar words, then open markets, then short texts, then volume. Default volume. */
  readonly sort_by?: 'volume' | 'created_at' | 'relevance' | undefined
  /** Only markets of this platform. */
  readonly platform?: Platform | undefined
  /** Only markets with this status. */
  readonly status?: MarketStatus | undefined
  /** Only markets with this category or platform_category; not case-sensitive. At most 200 characters. */
  readonly category?: string | undefined
  /** Only markets with at least one of these tags, up to 20, separated by commas; not case-sensitive. At most 1000 characters. */
  readonly tag?: string | undefined
  /** Only markets with at least this volume_24h. */
  readonly min_volume?: number | undefined
  /** Only markets created at or after this time, Unix seconds. At most 99999999999. */
  readonly start_ts?: number | undefined
  /** Only markets created before this time, Unix seconds. At most 99999999999. */
  readonly end_ts?: number | undefined
  /** Only these markets, by unified id, whenever they ended; unknown ids are left out. Several values: repeat the parameter or separate by commas. At most 1000 values, at most 512 characters each. */
  readonly ids?: readonly string[] | undefined
  /** Maximum number of results. 1 to 100, default 20. */
  readonly limit?: number | undefined
  /** Number of results to skip. 0 to 9007199254740991, default 0. */
  readonly offset?: number | undefined
  /** The `X-Next-Cursor` of the previous page, with the same filters and the same order. Cannot be combined with an `offset` above 0. */
  readonly cursor?: string | undefined
}

/** Parameters of `getMarket`. */
export interface GetMarketInput {
  /** Unified id of the market. */
  readonly market_id: string
}

/** Parameters of `getMarketPrice`. */
export interface GetMarketPriceInput {
  /** Unified id of the market. */
  readonly market_id: string
  /** Time of the price, Unix seconds; default: the current time. Must not be in the future. At most 99999999999. */
  readonly at_time?: number | undefined
  /** true: trades that a stream of the platform has announced and that no request has confirmed yet count, too. Only for the current price. */
  readonly provisional?: boolean | undefined
}

/** Parameters of `listMarketTrades`. */
export interface ListMarketTradesInput {
  /** Unified id of the market. */
  readonly market_id: string
  /** Maximum number of results. 1 to 500, default 100. */
  readonly limit?: number | undefined
  /** The `cursor` of the previous page. */
  readonly cursor?: string | undefined
  /** Only trades at or after this time, Unix seconds. At most 99999999999. */
  readonly start_ts?: number | undefined
  /** Only trades before this time, Unix seconds. At most 99999999999. */
  readonly end_ts?: number | undefined
  /** If given, it must be the slug of the market. */
  readonly slug?: string | undefined
  /** true: the response also has `provisional_trades`, the trades that a stream of the platform has announced and that no request has confirmed yet. Only for JSON. Ignored with a cursor. */
  readonly provisional?: boolean | undefined
}

/** Parameters of `getMarketOrderBook`. */
export interface GetMarketOrderBookInput {
  /** Unified id of the market. */
  readonly market_id: string
}

/** Parameters of `listMarketCandles`. */
export interface ListMarketCandlesInput {
  /** Unified id of the market. */
  readonly market_id: string
  /** Length of a bucket. Buckets start at the Unix epoch, in UTC; weeks start on Monday. Default 1h. */
  readonly interval?: CandleInterval | undefined
  /** trades: prices of trades; bid, ask: the best bid or ask of the recorded order books; mid: the middle of both, if both are there and the spread is at most 0.10. A value of an order book is in force until the next recorded one: `open` is the value at the start of the bucket. Candles of quotes have no volume. Default trades. */
  readonly source?: CandleSource | undefined
  /** Unix seconds. The first candle is that of the bucket that contains this time. Without this parameter, the newest candles are returned. At most 99999999999. */
  readonly start_ts?: number | undefined
  /** Only buckets that start before this time, Unix seconds; default: the current time. At most 99999999999. */
  readonly end_ts?: number | undefined
  /** Maximum number of results. 1 to 5000, default 1000. */
  readonly limit?: number | undefined
  /** previous: each bucket without trades after the first trade gets a candle with the last price before it and volume 0. With quotes: each bucket in which a value was in force gets a candle. */
  readonly fill?: 'previous' | undefined
}

/** Parameters of `getPrices`. */
export interface GetPricesInput {
  /** The prices to return. The same market and time may be repeated. 1 to 1000 values. */
  readonly requests: readonly PriceRequest[]
}

/** Parameters of `listCandles`. */
export interface ListCandlesInput {
  /** Unified ids of the markets. The same id may be repeated. `limit` times the number of ids is at most 100000. Several values: repeat the parameter or separate by commas. At most 100 values. */
  readonly market_ids: readonly string[]
  /** Length of a bucket. Buckets start at the Unix epoch, in UTC; weeks start on Monday. Default 1h. */
  readonly interval?: CandleInterval | undefined
  /** trades: prices of trades; bid, ask: the best bid or ask of the recorded order books; mid: the middle of both, if both are there and the spread is at most 0.10. A value of an order book is in force until the next recorded one: `open` is the value at the start of the bucket. Candles of quotes have no volume. Default trades. */
  readonly source?: CandleSource | undefined
  /** Unix seconds. The first candle is that of the bucket that contains this time. Without this parameter, the newest candles are returned. At most 99999999999. */
  readonly start_ts?: number | undefined
  /** Only buckets that start before this time, Unix seconds; default: the current time. At most 99999999999. */
  readonly end_ts?: number | undefined
  /** Maximum number of results. 1 to 5000, default 1000. */
  readonly limit?: number | undefined
  /** previous: each bucket without trades after the first trade gets a candle with the last price before it and volume 0. With quotes: each bucket in which a value was in force gets a candle. */
  readonly fill?: 'previous' | undefined
}

/** Parameters of `listEvents`. */
export interface ListEventsInput {
  /** Only events of this platform. At most 200 characters. */
  readonly platform?: string | undefined
  /** Only events with this status. At most 200 characters. */
  readonly status?: string | undefined
  /** Up to 32 search words. Each must match a word of its own in the title, by the rules of `/v1/markets/search`. 2 to 300 characters. */
  readonly q?: string | undefined
  /** Only events with at least this total_volume_24h. */
  readonly min_volume?: number | undefined
  /** top: each event has its ten most traded markets; none: `markets` is empty. `market_count` counts all markets in both cases. Default top. */
  readonly markets?: 'top' | 'none' | undefined
  /** Maximum number of results. 1 to 200, default 50. */
  readonly limit?: number | undefined
  /** Number of results to skip. 0 to 9007199254740991, default 0. */
  readonly offset?: number | undefined
  /** The `cursor` of the previous page, with the same filters and the same order. Cannot be combined with an `offset` above 0. */
  readonly cursor?: string | undefined
}

/** Parameters of `getEvent`. */
export interface GetEventInput {
  /** Slug of the event. */
  readonly slug: string
  /** all: the event has all its markets; none: `markets` is empty. `market_count` counts all markets in both cases. Default all. */
  readonly markets?: 'all' | 'none' | undefined
}

/** Parameters of `listMatchingMarkets`. */
export interface ListMatchingMarketsInput {
  /** Only matches with at least this score. 0 to 100. */
  readonly min_score?: number | undefined
  /** Only matches of this confidence. */
  readonly confidence?: MatchConfidence | undefined
  /** Only matches of which both markets have this status. */
  readonly status?: MarketStatus | undefined
  /** Up to 32 search words. One of the two markets must be found by them, as in `/v1/markets/search`. 2 to 300 characters. */
  readonly q?: string | undefined
  /** Only matches whose `platform_a` is one of these markets. Several values: repeat the parameter or separate by commas. At most 100 values, at most 300 characters each. */
  readonly platform_a_market_slug?: readonly string[] | undefined
  /** Only matches whose `platform_b` is a market in one of these events. Several values: repeat the parameter or separate by commas. At most 100 values, at most 300 characters each. */
  readonly platform_b_event_ticker?: readonly string[] | undefined
  /** Only matches of which one of these markets is part, by unified id, of either platform; unknown ids have no effect. Several values: repeat the parameter or separate by commas. At most 1000 values, at most 512 characters each. */
  readonly ids?: readonly string[] | undefined
  /** Maximum number of results. 1 to 200, default 50. */
  readonly limit?: number | undefined
  /** Number of results to skip. 0 to 9007199254740991, default 0. */
  readonly offset?: number | undefined
  /** The `cursor` of the previous page, with the same filters and the same order. Cannot be combined with an `offset` above 0. */
  readonly cursor?: string | undefined
}

/** Parameters of `listSpread`. */
export interface ListSpreadInput {
  /** Unified id of the market. */
  readonly market_id: string
  /** Unified id of the other market of the match. */
  readonly other_market_id: string
  /** Length of a bucket. Buckets start at the Unix epoch, in UTC; weeks start on Monday. Default 1h. */
  readonly interval?: CandleInterval | undefined
  /** trades: prices of the last trades; bid, ask: the best bid or ask of the recorded order books; mid: the middle of both, if both are there and the spread of the book is at most 0.10. Default mid. */
  readonly source?: CandleSource | undefined
  /** Unix seconds. The first point is that of the bucket that contains this time. Without this parameter, the newest points are returned. At most 99999999999. */
  readonly start_ts?: number | undefined
  /** Only buckets that start before this time, Unix seconds; default: the current time. At most 99999999999. */
  readonly end_ts?: number | undefined
  /** Maximum number of results. 1 to 5000, default 1000. */
  readonly limit?: number | undefined
}

/** Parameters of `listWalletActivity`. */
export interface ListWalletActivityInput {
  /** Address of the wallet: 0x and 40 hex digits, in either case. */
  readonly address: string
  /** Maximum number of results. 1 to 500, default 100. */
  readonly limit?: number | undefined
  /** Number of results to skip. 0 to 9007199254740991, default 0. */
  readonly offset?: number | undefined
  /** The `cursor` of the previous page, with the same filters and the same order. Cannot be combined with an `offset` above 0. */
  readonly cursor?: string | undefined
  /** Only activity at or after this time, Unix seconds. At most 99999999999. */
  readonly start_ts?: number | undefined
  /** Only activity before this time, Unix seconds. At most 99999999999. */
  readonly end_ts?: number | undefined
  /** Only activity of this type. */
  readonly activity_type?: ActivityType | undefined
}

/** Parameters of `listWalletPositions`. */
export interface ListWalletPositionsInput {
  /** Address of the wallet: 0x and 40 hex digits, in either case. */
  readonly address: string
  /** Maximum number of results. 1 to 500, default 100. */
  readonly limit?: number | undefined
  /** The `cursor` of the previous page, with the same filter and the same order. */
  readonly cursor?: string | undefined
  /** Sort order: descending by current_value, cash_pnl, percent_pnl, initial_value or size. Default CURRENT. */
  readonly sort_by?: 'CURRENT' | 'CASHPNL' | 'PERCENTPNL' | 'INITIAL' | 'SIZE' | undefined
  /** true: only positions that can be redeemed; false: only those that cannot. */
  readonly redeemable?: boolean | undefined
}

/** Parameters of `listTrades`. */
export interface ListTradesInput {
  /** Maximum number of trades. 1 to 1000, default 100. */
  readonly limit?: number | undefined
  /** Only trades after this position: the `cursor` of a response, or the `id` of a message of `/v1/stream`. If absent, the response begins with the oldest trade that is retained, or with `since`. */
  readonly after?: string | undefined
  /** Only trades at or after this time, Unix seconds. At most 99999999999. */
  readonly since?: number | undefined
  /** Only trades of this platform. */
  readonly platform?: Platform | undefined
  /** Only trades of this market: its unified id. */
  readonly market_id?: string | undefined
  /** Only trades of the markets of this event: its slug. */
  readonly event_slug?: string | undefined
}

/** Parameters of `openStream`. */
export interface OpenStreamInput {
  /** The kinds of messages. `candles` needs market_ids (at most 100) or event_slug (of an event with at most 100 markets). At most 100 values. */
  readonly channels: readonly (
    'trades' | 'quotes' | 'books' | 'candles' | 'markets' | 'matches' | 'provisional_trades'
  )[]
  /** Only messages about these markets: their unified ids. At most 1000 values, at most 300 characters each. */
  readonly market_ids?: readonly string[] | undefined
  /** Only messages about the markets that the event with this slug has when the stream is opened. */
  readonly event_slug?: string | undefined
  /** Only messages about markets of this platform. */
  readonly platform?: Platform | undefined
  /** Length of the candles of the channel `candles`; default: 1m. Only with this channel. */
  readonly interval?: CandleInterval | undefined
  /** Only messages after this position: the `id` of a message, or the `cursor` of a response of `/v1/trades`. The header `Last-Event-ID` takes precedence. Without both, the stream begins with the next message. */
  readonly after?: string | undefined
}

/** Parameters of `exportRows`. */
export interface ExportRowsInput {
  /** What the rows of the file are. */
  readonly kind: 'trades' | 'quotes' | 'candles' | 'markets' | 'matches'
  /** All markets on this day in UTC, `YYYY-MM-DD`. Must not be in the future. */
  readonly date?: string | undefined
  /** One market, at all times: its unified id. */
  readonly market_id?: string | undefined
  /** All markets of an event, at all times: the slug of the event. */
  readonly event_slug?: string | undefined
  /** For candles: length of a bucket, as in `/v1/markets/{market_id}/candles`. Default 1h. */
  readonly interval?: CandleInterval | undefined
  /** Format of the file. Default parquet. */
  readonly format?: 'parquet' | 'csv' | undefined
}

/** Parameters of `describeExport`. */
export interface DescribeExportInput {
  /** What the rows of the file are. */
  readonly kind: 'trades' | 'quotes' | 'candles' | 'markets' | 'matches'
  /** All markets on this day in UTC, `YYYY-MM-DD`. Must not be in the future. */
  readonly date?: string | undefined
  /** One market, at all times: its unified id. */
  readonly market_id?: string | undefined
  /** All markets of an event, at all times: the slug of the event. */
  readonly event_slug?: string | undefined
  /** For candles: length of a bucket, as in `/v1/markets/{market_id}/candles`. Default 1h. */
  readonly interval?: CandleInterval | undefined
  /** Format of the file. Default parquet. */
  readonly format?: 'parquet' | 'csv' | undefined
}

/** Parameters of `signUp`. */
export interface SignUpInput {
  /** Email address; not case-sensitive. At most 254 characters. */
  readonly email: string
  /** Password. Its length counts Unicode characters after NFKC normalization. The service stores only a hash. 8 to 256 characters. */
  readonly password: string
}

/** Parameters of `logIn`. */
export interface LogInInput {
  /** Email address; not case-sensitive. At most 254 characters. */
  readonly email: string
  /** Password. Its length counts Unicode characters after NFKC normalization. The service stores only a hash. 8 to 256 characters. */
  readonly password: string
}

/** Parameters of `listKeys`. */
export interface ListKeysInput {}

/** Parameters of `createKey`. */
export interface CreateKeyInput {
  /** Label by which the owner recognises the key. 1 to 100 characters. */
  readonly label: string
}

/** Parameters of `revokeKey`. */
export interface RevokeKeyInput {
  /** The `id` of the key, not the key itself. */
  readonly key_id: string
}

/** Parameters of `listWebhooks`. */
export interface ListWebhooksInput {}

/** Parameters of `createWebhook`. */
export interface CreateWebhookInput {
  /** https URL that messages are sent to. 1 to 2048 characters. */
  readonly url: string
  /** What the webhook reports. price.crossed: trades crossed a price; market.resolved: the result of a market became final; match.found: two markets were found to ask the same question. */
  readonly event: 'price.crossed' | 'market.resolved' | 'match.found'
  /** Unified id of the market. Required for price.crossed and market.resolved. match.found without it reports the matches of all markets. 1 to 512 characters. */
  readonly market_id?: string | undefined
  /** For price.crossed: price of the first outcome, 0 to 1. 0.0001 to 1. */
  readonly level?: number | undefined
  /** For price.crossed. up: the price rises from below the level to the level or above it; down: it falls from the level or above to below it; any, the default: both. */
  readonly direction?: 'up' | 'down' | 'any' | undefined
  /** Text by which the owner recognises the webhook. At most 200 characters. */
  readonly description?: string | undefined
}

/** Parameters of `getWebhook`. */
export interface GetWebhookInput {
  /** The `id` of the webhook. */
  readonly webhook_id: string
}

/** Parameters of `deleteWebhook`. */
export interface DeleteWebhookInput {
  /** The `id` of the webhook. */
  readonly webhook_id: string
}

/** Parameters of `enableWebhook`. */
export interface EnableWebhookInput {
  /** The `id` of the webhook. */
  readonly webhook_id: string
}

/** Parameters of `replayWebhook`. */
export interface ReplayWebhookInput {
  /** The `id` of the webhook. */
  readonly webhook_id: string
  /** The position of a message. At least 0. */
  readonly position?: number | undefined
  /** Unix seconds: the first message that was made at this time or later. 0 to 253402300799. */
  readonly since?: number | undefined
}

/** Parameters of `testWebhook`. */
export interface TestWebhookInput {
  /** The `id` of the webhook. */
  readonly webhook_id: string
}
