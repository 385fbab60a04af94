"""Types of the answers. They are plain dictionaries, lists and values, as in the JSON of the service."""
# Generated from /openapi.json by clients/generate.ts. Do not edit.
from __future__ import annotations

from datetime import datetime
from typing import Any, Dict, List, Literal, Optional, Sequence, TypedDict, Union

#: A price, size or amount: Decimal if the client was created with `decimals=True`.
Number = float
#: Unix seconds, or a datetime with a time zone.
Time = Union[int, datetime]


ActivityType = Literal["TRADE", "SPLIT", "MERGE", "REDEEM", "REWARD", "CONVERSION"]
"""Type of a wallet activity. TRADE: bought or sold shares. SPLIT: exchanged dollars for an equal number of shares of each outcome. MERGE: exchanged an equal number of shares of each outcome for dollars. REDEEM: exchanged shares for their payout after the market was resolved. REWARD: received a payment from the platform. CONVERSION: exchanged No shares of some markets of an event for Yes shares of the others."""


ApiKeyList = List["ApiKey"]
"""All keys of the developer, including revoked ones, newest first."""


CandleSource = Literal["trades", "mid", "bid", "ask"]
"""What the values are: trades: prices of trades; bid, ask: the best bid or ask; mid: the middle of both, if both are there and the spread is at most 0.10."""


CandleInterval = Literal["1m", "5m", "15m", "1h", "4h", "1d", "1w"]
"""Length of a bucket. Buckets start at the Unix epoch, in UTC; weeks start on Monday."""


MarketList = List["Market"]
"""Markets in the requested order."""


MarketStatus = Literal["open", "closed", "resolved"]
"""open: can be traded; closed: trading has ended and the result is not final; resolved: the result is final."""


MatchConfidence = Literal["high", "medium"]
"""`high` for a score of 85 or more."""


MatchDimension = Literal["subject", "measure", "threshold", "window", "scope"]
"""A dimension in which the questions of two markets are compared."""


Platform = Literal["platform_a", "platform_b"]
"""The platform that the data comes from."""


PriceSource = Literal["trade", "quote", "settlement"]
"""`trade`; `quote`: the mid price of a bid and an ask that are at most 0.10 apart; `settlement`: what the first outcome of a resolved market pays."""


Side = Literal["buy", "sell"]
"""Side of a trade."""


WebhookEvent = Literal["price.crossed", "market.resolved", "match.found"]
"""What a webhook reports. price.crossed: trades crossed a price; market.resolved: the result of a market became final; match.found: two markets were found to ask the same question."""


WebhookList = List["Webhook"]
"""All webhooks of the developer, in the order of creation."""


class AccessToken(TypedDict):
    """Token for managing API keys."""
    access_token: str
    """A JWT, for the header `Authorization: Bearer <access_token>`."""
    token_type: str
    """Always `bearer`."""
    expires_in: int
    """Lifetime of the token in seconds."""


class ApiKey(TypedDict):
    """An API key of a developer, without the key itself."""
    id: str
    """Id of the key. It is not the key itself and not a secret."""
    label: str
    """Label chosen by the owner."""
    prefix: str
    """First characters of the key."""
    created_at: int
    """Time of creation, Unix seconds."""
    last_used_at: Optional[int]
    """Unix seconds of the last use, to the minute; may lag by one or two minutes. null if the key was never used."""
    revoked_at: Optional[int]
    """Unix seconds of the revocation; null if the key is active."""


class AuditedMarket(TypedDict):
    """A market, and whether its trades add up to the volume that the platform states."""
    id: str
    """Unified id: the prefix of the platform, `_`, then the id that the platform uses."""
    slug: str
    """Readable name of the market: a slug, or a ticker where the platform has tickers."""
    question: str
    """The question."""
    status: MarketStatus
    outcomes: List[Outcome]
    """The possible results. Prices, trades, order books and candles of a market refer to the first outcome."""
    platforms: List[PlatformListing]
    """Platforms that list this question: the market itself first, then its high-confidence match."""
    description: Optional[str]
    """Rules for resolving the market."""
    volume_24h: Number
    """Volume of the last 24 hours, as reported by the platform: dollars, or contracts of one dollar. Default 0."""
    volume_total: Optional[Number]
    """Volume since the market was created, in the unit of volume_24h."""
    open_interest: Optional[Number]
    """Open interest, in the unit of volume_24h."""
    created_at: Optional[int]
    """Time of creation, Unix seconds."""
    close_time: Optional[int]
    """End of trading, planned or actual, Unix seconds."""
    tags: List[str]
    """Labels given by the platform."""
    category: Optional[str]
    """Category, the same words for all platforms: politics, world, sports, crypto, economics, finance, climate, science, culture, health, mentions or other; null if the platform states none."""
    event_slug: Optional[str]
    """Slug of its event, for `/v1/events/{slug}`."""
    platform_category: Optional[str]
    """Category as the platform states it."""
    data_quality: Optional[DataQuality]


class Candle(TypedDict):
    """Trades of one time bucket, expressed in terms of the first outcome."""
    start_ts: int
    """Start of the bucket, Unix seconds, inclusive. The end of the bucket is exclusive."""
    open: Number
    """Price of the first trade. 0 to 1."""
    high: Number
    """Highest price. 0 to 1."""
    low: Number
    """Lowest price. 0 to 1."""
    close: Number
    """Price of the last trade. 0 to 1."""
    volume: Number
    """Contracts traded."""
    notional: Number
    """Value at the price of the first outcome: the sum of price times size, in dollars. Divided by `volume` it is the volume-weighted average price. It is not what was paid where the second outcome was traded: see `outcome_notional`."""
    outcome_notional: Number
    """Dollars paid: the sum of the price of the outcome that was traded times size."""
    trade_count: int
    """Number of trades."""
    is_final: bool
    """Whether the candle contains all trades of the bucket and will not change any more."""


class CandlePage(TypedDict):
    """Candles of one market, oldest first."""
    market_id: str
    """Unified id of the market."""
    interval: CandleInterval
    candles: List[Candle]
    """The candles. Buckets without trades are omitted unless `fill` is set."""
    has_more: bool
    """Whether the limit omitted candles: later ones if start_ts was given, else earlier ones."""


class CandleResult(TypedDict):
    """The candles of one market, or its error."""
    page: Optional[CandlePage]
    """The candles; null if the market has an error."""
    error: Optional[ItemError]
    """The error of this item; null if it has a result."""
    completeness: Optional[Completeness]
    """Completeness of the result; null if the market is unknown or the item is invalid."""


class CandleResults(TypedDict):
    """One result for each of `market_ids`, in the same order."""
    results: List[CandleResult]
    """The results."""


class Completeness(TypedDict):
    """How complete the data of one result is: what the headers X-Data-Complete-Until, X-Data-Gaps and X-History-Not-Requested of a response about one market state."""
    complete_until_ms: int
    """All trades of the market before this time are known, except in the gaps, Unix milliseconds. With a `source` of quotes: all recorded quotes before this time."""
    gaps: List[DataGap]
    """Missing time ranges in the period of the result, oldest first, at most 32."""
    has_more_gaps: bool
    """Whether there are more gaps."""
    history_not_requested: Optional[str]
    """Why the missing trades of a gap `not_fetched` are not fetched: `account_quota;limit=<markets>` or `service_quota;limit=<markets>`; null if they are being fetched or none are missing."""


class CreatedApiKey(TypedDict):
    """A new API key, including the key itself."""
    id: str
    """Id of the key. It is not the key itself and not a secret."""
    label: str
    """Label chosen by the owner."""
    prefix: str
    """First characters of the key."""
    created_at: int
    """Time of creation, Unix seconds."""
    last_used_at: Optional[int]
    """Unix seconds of the last use, to the minute; may lag by one or two minutes. null if the key was never used."""
    revoked_at: Optional[int]
    """Unix seconds of the revocation; null if the key is active."""
    api_key: str
    """The API key, for the header X-API-Key. It is shown only in this response; the service stores only its SHA-256 hash."""


class CreatedWebhook(TypedDict):
    """A new webhook, with its secret."""
    id: str
    """Id of the webhook."""
    url: str
    """URL that messages are sent to."""
    description: str
    """Text by which the owner recognises the webhook; may be empty."""
    event: WebhookEvent
    market_id: Optional[str]
    """Unified id of the market; null: all markets."""
    level: Optional[Number]
    """Price of the first outcome, 0 to 1; null for other events than price.crossed."""
    direction: Optional[str]
    """up, down or any; null for other events than price.crossed."""
    status: Literal["enabled", "disabled"]
    """disabled: the service has switched the webhook off, for disabled_reason. No messages are made or sent until the owner enables it."""
    disabled_reason: Optional[str]
    """Why the service has switched the webhook off; null if it is enabled."""
    created_at: int
    """Time of creation, Unix seconds."""
    last_delivered_at: Optional[int]
    """Unix seconds of the last successful delivery; null if there was none."""
    failing_since: Optional[int]
    """Unix seconds of the first failed attempt since then; null if the last attempt was successful."""
    next_attempt_at: Optional[int]
    """Unix seconds of the next attempt; null if it is not waiting."""
    last_error: Optional[str]
    """Why the last attempt failed; null if it was successful."""
    position: Optional[int]
    """Position of the next message: all messages of this webhook with a smaller position are delivered. null until the service has begun to deliver."""
    secret: str
    """Verifies the signatures of the messages, as in the Standard Webhooks specification. It is shown only in this response."""


class DataGap(TypedDict):
    """A time range whose trades are missing. It includes its start and excludes its end."""
    from_ms: int
    """Start, Unix milliseconds."""
    until_ms: int
    """End, Unix milliseconds."""
    reason: str
    """`unreachable`, `truncated`, `volume` or `not_fetched`, as in the header X-Data-Gaps."""


class DataQuality(TypedDict):
    """The newest comparison of the market's stated volume with its trades; null if they were not compared yet."""
    status: Literal["agrees", "missing", "unexplained"]
    """`agrees`: no trade is missing. `missing`: trades are missing and are being fetched. `unexplained`: the difference remained after the trades were fetched again, or fetching them cannot explain it."""
    difference: Number
    """The part of the stated volume that the trades do not explain; negative if there are trades that the stated volume does not contain."""
    unit: Literal["contracts", "dollars"]
    """Unit of the difference."""
    audited_until: int
    """Trades before this time were compared, Unix seconds."""


class Developer(TypedDict):
    """An account."""
    id: str
    """Id of the account."""
    email: str
    """Email address in lower case."""


class ErrorBody(TypedDict):
    """Errors of a request, or of the service."""
    detail: List[ErrorDetail]
    """All errors that were found."""
    request_id: str
    """The X-Request-Id of the response. Include it when you report a problem."""


class ErrorDetail(TypedDict):
    """One error."""
    loc: List[str]
    """Location of the error: `query`, `path`, `header` or `body`, then the name of the parameter or field."""
    msg: str
    """Message for people."""
    type: str
    """Type of the error, for programs."""


class Event(TypedDict):
    """A group of related markets."""
    slug: str
    """Identifier in `/v1/events/{slug}`: a slug, or an event ticker on a platform that has tickers."""
    title: str
    """Label of the outcome."""
    status: str
    """open if any of its markets is open, else closed if any is closed, else resolved."""
    markets: List[Market]
    """Its markets, most traded first: the first ten in a list of events, all of them in `/v1/events/{slug}`."""
    market_count: int
    """Number of its markets."""
    total_volume_24h: Number
    """Sum of volume_24h over all its markets."""
    platforms: List[str]
    """Platforms of its markets."""
    total_volume: Number
    """Sum of volume_total over all its markets."""
    category: str
    """Category, as in markets; `other` if unknown."""
    tags: List[str]
    """Labels given by the platform."""
    platform_category: Optional[str]
    """Category as the platform states it."""


class EventPage(TypedDict):
    """Events, most traded in the last 24 hours first."""
    events: List[Event]
    """The events of this page."""
    total: int
    """Number of matching events on all pages."""
    limit: int
    """The page size that was used."""
    offset: int
    """Number of skipped events."""
    cursor: Optional[str]
    """Cursor of the next page; null on the last page."""
    has_more: bool
    """Whether there are more results after this page."""


class ExportManifest(TypedDict):
    """What the file of an export contains, and whether it can still change."""
    kind: str
    """What the rows are: trades, quotes, candles, markets or matches."""
    format: str
    """Format of the file: parquet or csv."""
    interval: Optional[str]
    """Length of a bucket; null if the rows are not candles."""
    date: Optional[str]
    """The day, if the request names one."""
    market_id: Optional[str]
    """The market, if the request names one."""
    event_slug: Optional[str]
    """The event, if the request names one."""
    from_ms: int
    """Start of the time that the file covers, Unix milliseconds, inclusive."""
    until_ms: int
    """End of the time that the file covers, Unix milliseconds, exclusive: the end of the day, or the time of the request."""
    rows: int
    """Number of rows."""
    rows_hash: str
    """Content hash of the rows, 16 hexadecimal digits: the same for the same rows, whatever the format of the file and the version of the database. It finds errors; it is no protection against forgery."""
    first_ms: Optional[int]
    """Time of the earliest row, Unix milliseconds; null without rows, and for markets."""
    last_ms: Optional[int]
    """Time of the latest row, Unix milliseconds; null without rows, and for markets."""
    bytes: int
    """Size of the file, without the compression of the transfer."""
    sha256: str
    """SHA-256 of the file in hexadecimal, without the compression of the transfer."""
    complete_until_ms: Optional[int]
    """All trades before this time are known, except in the gaps, Unix milliseconds. Null for quotes, markets and matches, of which nothing states this."""
    gaps: List[DataGap]
    """Missing time ranges in the time that the file covers, oldest first."""
    is_final: bool
    """Whether no row is missing and none is expected to change. If not, a file that is requested later can have other rows, and another sha256."""


class ItemError(TypedDict):
    """Why an item of a batch has no result."""
    status: int
    """The status that a request for this item alone would have: 404, 422, 500 or 503. After 503, ask for the item again."""
    detail: List[ErrorDetail]
    """All errors of the item, as in an ErrorBody. `loc` has the place of the item in the list, from 0."""


class Market(TypedDict):
    """One question that is traded, in the unified model of both platforms."""
    id: str
    """Unified id: the prefix of the platform, `_`, then the id that the platform uses."""
    slug: str
    """Readable name of the market: a slug, or a ticker where the platform has tickers."""
    question: str
    """The question."""
    status: MarketStatus
    outcomes: List[Outcome]
    """The possible results. Prices, trades, order books and candles of a market refer to the first outcome."""
    platforms: List[PlatformListing]
    """Platforms that list this question: the market itself first, then its high-confidence match."""
    description: Optional[str]
    """Rules for resolving the market."""
    volume_24h: Number
    """Volume of the last 24 hours, as reported by the platform: dollars, or contracts of one dollar. Default 0."""
    volume_total: Optional[Number]
    """Volume since the market was created, in the unit of volume_24h."""
    open_interest: Optional[Number]
    """Open interest, in the unit of volume_24h."""
    created_at: Optional[int]
    """Time of creation, Unix seconds."""
    close_time: Optional[int]
    """End of trading, planned or actual, Unix seconds."""
    tags: List[str]
    """Labels given by the platform."""
    category: Optional[str]
    """Category, the same words for all platforms: politics, world, sports, crypto, economics, finance, climate, science, culture, health, mentions or other; null if the platform states none."""
    event_slug: Optional[str]
    """Slug of its event, for `/v1/events/{slug}`."""
    platform_category: Optional[str]
    """Category as the platform states it."""


class MatchedMarket(TypedDict):
    """Two markets that ask the same question."""
    platform_a: MatchSide
    """The market of the platform that was registered earlier."""
    platform_b: MatchSide
    """The market of the platform that was registered later."""
    score: Number
    """Certainty of the match. Pairs with a score below 70 are not listed. 0 to 100."""
    confidence: MatchConfidence
    relation: str
    """`identical`: one pays if and only if the other does."""
    polarity: Literal["same", "inverted"]
    """`same` if the first outcome of the market in `platform_b` pays when the first outcome of the market in `platform_a` pays, `inverted` if it pays when the second outcome pays."""
    outcome: str
    """Label of the outcome of the market in `platform_a` that pays when the first outcome of the market in `platform_b` pays."""
    reasons: List[MatchReason]
    """Result of the comparison in each of the five dimensions, in the order subject, measure, threshold, window, scope."""
    matched_at: int
    """Unix seconds at which these two markets were first matched."""


class MatchPage(TypedDict):
    """Matches, highest score first."""
    matches: List[MatchedMarket]
    """The matches of this page."""
    total: int
    """Number of matches that pass the filters, on all pages."""
    cursor: Optional[str]
    """Cursor of the next page; null on the last page."""
    has_more: bool
    """Whether there are more results after this page."""


class MatchReason(TypedDict):
    """Comparison of the two questions in one dimension."""
    dimension: MatchDimension
    verdict: str
    """Always `same` in a match."""
    evidence: str
    """What both markets say in this dimension, for people to read: `A = B`, or `A on both sides` if both use the same words. The market in `platform_a` comes first."""


class MatchSide(TypedDict):
    """A market of a match, on one platform."""
    id: str
    """Unified id."""
    native_id: str
    """The platform's own id."""
    slug: str
    """Readable name of the market: a slug, or a ticker where the platform has tickers."""
    event_ticker: str
    """Event ticker or event slug, whichever the platform has; empty if it has no event."""
    question: str
    """The question of the market."""
    status: MarketStatus
    close_time: Optional[int]
    """Unix seconds: end of trading, planned or actual."""
    url: str
    """The page of the market on its platform."""
    outcomes: List[str]
    """Labels of the outcomes, first outcome first."""


class _RequiredOrderBook(TypedDict):
    """The required fields of OrderBook."""
    market_id: str
    """Unified id of the market."""
    bids: List[PriceLevel]
    """Highest price first."""
    asks: List[PriceLevel]
    """Lowest price first."""
    spread: Number
    """Best ask minus best bid. Without bids the best bid counts as 0, without asks the best ask counts as 1."""
    mid_price: Number
    """Mean of best bid and best ask. Without bids the best bid counts as 0, without asks the best ask counts as 1."""
    timestamp_ms: int
    """Time of the book, Unix milliseconds."""
    seen_at_ms: int
    """Unix milliseconds at which the platform is known to have returned this book last. While a book does not change, this is updated about every minute for the most traded markets, and at least about every 100 minutes for others."""
    as_of_ms: int
    """Unix milliseconds at which this is known to have been the book of the market: `seen_at_ms`, or a later time until which the platform's live stream has stated no change of it."""


class OrderBook(_RequiredOrderBook, total=False):
    """The newest recorded order book of a market, expressed in terms of its first outcome."""
    state: Literal["current", "rebuilding", "stale", "polled"]
    """How far the book can be trusted. `current`: the service follows the platform's live stream, and the last requested book was equal to that of the stream. `rebuilding`: the stream is followed, but a snapshot or a comparison is awaited. `stale`: the stream was followed and is lost. `polled`: the book is requested from time to time. Absent in messages of `/v1/stream`."""


class Outcome(TypedDict):
    """One possible result of a market."""
    label: str
    """Label of the outcome."""
    price: Number
    """Probability of the outcome. For a resolved market, its payout; else the newest observed price; else the price that the platform lists. 0 to 1."""
    price_cents: Number
    """The price in cents, not rounded. 0 to 100."""


class PlatformListing(TypedDict):
    """A market on one platform."""
    platform: Platform
    native_id: str
    """The platform's own id of the market."""
    url: str
    """The page of the market on its platform."""
    best_bid: Number
    """Highest bid for the first outcome; 0 if there are no bids. 0 to 1."""
    best_ask: Number
    """Lowest ask for the first outcome; 1 if there are no asks. 0 to 1."""
    volume_24h: Number
    """Volume of the last 24 hours, as reported by the platform: dollars, or contracts of one dollar."""


class _RequiredPriceRecord(TypedDict):
    """The required fields of PriceRecord."""
    market_id: str
    """Unified id of the market."""
    price: Number
    """Probability of the first outcome. 0 to 1."""
    at_time: int
    """The requested time, Unix seconds; the current time if none was given."""
    timestamp_ms: int
    """Time of the observation, or of the resolution, Unix milliseconds."""
    platform: Platform
    """Platform of the observation."""
    source: PriceSource


class PriceRecord(_RequiredPriceRecord, total=False):
    """The newest observed price of the first outcome at or before a given time, or its settlement."""
    provisional: bool
    """Only with `provisional=true`. true: the price is that of a trade that a stream has announced and that no request has confirmed yet. Absent otherwise."""


class PriceLevel(TypedDict):
    """All orders at one price."""
    price: Number
    """Price of the first outcome. 0 to 1."""
    size: Number
    """Contracts of one dollar."""
    platform: Platform


class _RequiredPriceRequest(TypedDict):
    """The required fields of PriceRequest."""
    market_id: str
    """Unified id of the market."""


class PriceRequest(_RequiredPriceRequest, total=False):
    """The price of one market, now or at a past time."""
    at_time: Optional[Time]
    """Time of the price, Unix seconds, at most 99999999999; the current time if null or absent. Must not be in the future."""


class PriceResult(TypedDict):
    """The price of one item, or its error."""
    price: Optional[PriceRecord]
    """The price; null if the item has an error."""
    error: Optional[ItemError]
    """The error of this item; null if it has a result."""
    completeness: Optional[Completeness]
    """Completeness of the result; null if the market is unknown or the item is invalid."""


class PriceResults(TypedDict):
    """One result for each item of the request, in the same order."""
    results: List[PriceResult]
    """The results."""


class ProvisionalTrade(TypedDict):
    """A trade that the platform's stream has announced and that no request has confirmed yet. Each of its fields can still change. Once it is confirmed it is in `trades`, where the platform has no ids of trades under another `id`, and perhaps as several trades."""
    id: str
    """Unique, stable id."""
    market_id: str
    """Unified id of the market."""
    platform: Platform
    price: Number
    """Price of the first outcome. 0 to 1."""
    size: Number
    """Contracts of one dollar."""
    side: Side
    """The taker's side in terms of the first outcome."""
    timestamp_ms: int
    """Time of the trade, Unix milliseconds, with the precision that the platform gives."""
    native_trade_id: str
    """The platform's own id: a trade id or a transaction hash. Several trades can share a transaction hash."""
    outcome: str
    """Label of the outcome that was traded."""
    outcome_price: Number
    """Price of the outcome that was traded. 0 to 1."""
    provisional: bool
    """Always true."""


class ReplayedWebhook(TypedDict):
    """Where the webhook continues."""
    position: int
    """Position of the first message that is sent."""


class Signup(TypedDict):
    """A new account and its first key."""
    developer: Developer
    """The account."""
    api_key: str
    """The API key, for the header X-API-Key. It is shown only in this response; the service stores only its SHA-256 hash."""


class SpreadPage(TypedDict):
    """The difference of two matching markets over time, oldest first."""
    market_id: str
    """Unified id of the first market of the path."""
    other_market_id: str
    """Unified id of the second market of the path."""
    polarity: Literal["same", "inverted"]
    """`same` if the first outcomes of both markets pay in the same cases. `inverted` if the first outcome of one pays when the second outcome of the other pays; `other_value` is then 1 minus the price of the other market."""
    source: CandleSource
    interval: CandleInterval
    points: List[SpreadPoint]
    """The points. Buckets in which neither market has a trade or quote are omitted, and those at whose end one of them has no value."""
    has_more: bool
    """Whether the limit omitted points: later ones if start_ts was given, else earlier ones."""


class SpreadPoint(TypedDict):
    """The values of two matching markets at the end of a time bucket."""
    start_ts: int
    """Start of the bucket, Unix seconds, inclusive. The end of the bucket is exclusive."""
    value: Number
    """Value of the market `market_id` at the end of the bucket. 0 to 1."""
    other_value: Number
    """Value of the market `other_market_id` at the end of the bucket, in terms of the first outcome of the market `market_id`. 0 to 1."""
    difference: Number
    """`value` minus `other_value`. -1 to 1."""
    observed_at_ms: int
    """Time of the trade or quote that `value` comes from, Unix milliseconds. It can be before the bucket: then the bucket has none of this market."""
    other_observed_at_ms: int
    """The same of `other_value`."""
    is_final: bool
    """Whether all trades, or all recorded quotes, of both markets are known from the observations to the end of the bucket, so that the point will not change."""


class StreamCandle(TypedDict):
    """Message of the channel `candles` of `/v1/stream`: the present state of a candle that trades have changed."""
    start_ts: int
    """Start of the bucket, Unix seconds, inclusive. The end of the bucket is exclusive."""
    open: Number
    """Price of the first trade. 0 to 1."""
    high: Number
    """Highest price. 0 to 1."""
    low: Number
    """Lowest price. 0 to 1."""
    close: Number
    """Price of the last trade. 0 to 1."""
    volume: Number
    """Contracts traded."""
    notional: Number
    """Value at the price of the first outcome: the sum of price times size, in dollars. Divided by `volume` it is the volume-weighted average price. It is not what was paid where the second outcome was traded: see `outcome_notional`."""
    outcome_notional: Number
    """Dollars paid: the sum of the price of the outcome that was traded times size."""
    trade_count: int
    """Number of trades."""
    is_final: bool
    """Whether the candle contains all trades of the bucket and will not change any more."""
    market_id: str
    """Unified id of the market."""
    interval: CandleInterval


class StreamHeartbeat(TypedDict):
    """Message of the type `heartbeat` of `/v1/stream`: first of all, and then every 15 seconds."""
    timestamp_ms: int
    """Time of the message, Unix milliseconds."""
    watermarks: List[StreamWatermark]
    """Until when the trades of each platform were sent. Empty while earlier messages are still being sent; a platform of which nothing is known yet is missing."""


class StreamMarket(TypedDict):
    """Message of the channel `markets` of `/v1/stream`: the state of a market that was listed or has changed, as its platform states it."""
    id: str
    """Unified id of the market."""
    platform: Platform
    native_id: str
    """The platform's own id."""
    slug: str
    """Readable name of the market: a slug, or a ticker where the platform has tickers."""
    question: str
    """The question."""
    status: MarketStatus
    outcomes: List[StreamOutcome]
    """First outcome first."""
    volume_24h: Number
    """Volume of the last 24 hours, as reported by the platform: dollars, or contracts of one dollar."""
    volume_total: Optional[Number]
    """Volume since the market was created, in the unit of volume_24h."""
    open_interest: Optional[Number]
    """Open interest, in the unit of volume_24h."""
    created_at: Optional[int]
    """Unix seconds."""
    close_time: Optional[int]
    """End of trading, planned or actual, Unix seconds."""
    resolved_at: Optional[int]
    """When the result became final, Unix seconds."""
    event_slug: Optional[str]
    """Slug of the event of the market."""


class StreamMatch(TypedDict):
    """Message of the channel `matches` of `/v1/stream`: the match of a market on another platform that was found, has changed, or was withdrawn."""
    market_id: str
    """Unified id of the market."""
    other_market_id: Optional[str]
    """Unified id of the other market; null if the match was withdrawn."""
    score: Optional[Number]
    """70 to 100; null if the match was withdrawn."""
    confidence: Optional[MatchConfidence]
    """`high` for a score of 85 or more; null if the match was withdrawn."""
    outcome_index: Optional[int]
    """Index of the outcome of the other market that pays when the first outcome of this market pays; null if the match was withdrawn."""
    changed_at_ms: int
    """Time of the change, Unix milliseconds."""


class StreamOutcome(TypedDict):
    """An outcome of a market in a message of the channel `markets`."""
    label: str
    """Label of the outcome."""
    listed_price: Optional[Number]
    """Price that the platform lists; the payout of a resolved market."""


class StreamProvisionalTrade(TypedDict):
    """Message of the channel `provisional_trades` of `/v1/stream`: a trade that the platform's stream has announced, or its withdrawal. It is confirmed by a trade of the channel `trades` with the same `native_trade_id` and, where the platform has no ids of trades, the same `outcome`; there is no message about that. The message can come after this trade. A trade that is neither confirmed nor withdrawn is no longer valid after 15 minutes."""
    id: str
    """Id of the provisional trade."""
    market_id: str
    """Unified id of the market."""
    platform: Platform
    trade: Optional[ProvisionalTrade]
    """The trade; null if it is withdrawn."""
    withdrawn: Optional[str]
    """Why the trade is withdrawn; null if it is not. `not_listed`: the trades of the five minutes after it are complete, without it. `not_decided`: 15 minutes after its receipt, the trades of its time were still not complete."""


class StreamQuote(TypedDict):
    """Message of the channel `quotes` of `/v1/stream`: best bid and ask of a recorded order book."""
    market_id: str
    """Unified id of the market."""
    platform: Platform
    timestamp_ms: int
    """Time of the order book, Unix milliseconds."""
    best_bid: Number
    """Highest bid for the first outcome; 0 if there is none."""
    best_ask: Number
    """Lowest ask for the first outcome; 1 if there is none."""
    mid_price: Optional[Number]
    """The middle of both, if `/v1/markets/{market_id}/price` uses it as a price: both sides are there, and the spread is at most 0.10. Else null."""


class StreamWatermark(TypedDict):
    """Until when the trades of a platform were sent in a stream."""
    platform: Platform
    complete_until_ms: int
    """Unix milliseconds: every trade before this time that the service records live is before this message in the stream."""


class Trade(TypedDict):
    """One trade, expressed in terms of the first outcome of its market."""
    id: str
    """Unique, stable id."""
    market_id: str
    """Unified id of the market."""
    platform: Platform
    price: Number
    """Price of the first outcome. 0 to 1."""
    size: Number
    """Contracts of one dollar."""
    side: Side
    """The taker's side in terms of the first outcome."""
    timestamp_ms: int
    """Time of the trade, Unix milliseconds, with the precision that the platform gives."""
    native_trade_id: str
    """The platform's own id: a trade id or a transaction hash. Several trades can share a transaction hash."""
    outcome: str
    """Label of the outcome that was traded."""
    outcome_price: Number
    """Price of the outcome that was traded. 0 to 1."""


class TradeLogPage(TypedDict):
    """Trades in the order in which the service recorded them."""
    trades: List[Trade]
    """The trades after the position of the request."""
    cursor: str
    """The position after these trades, for the next request. It is always given, and stays valid."""
    has_more: bool
    """Whether there are later records now. They need not be trades that the request selects, so a response with `has_more` can be empty. If false, ask again later."""


class _RequiredTradePage(TypedDict):
    """The required fields of TradePage."""
    market_id: str
    """Unified id of the market."""
    trades: List[Trade]
    """The trades of this page."""
    cursor: Optional[str]
    """Cursor for the next older page; null on the last page."""
    has_more: bool
    """Whether there are older trades. Default false."""


class TradePage(_RequiredTradePage, total=False):
    """Trades of one market, newest first; trades with the same time are ordered by id."""
    provisional_trades: Sequence[ProvisionalTrade]
    """Only with `provisional=true`: the trades of the time range that are announced but not confirmed yet, newest first. They are not part of the page and not counted in `limit`. Absent on pages after a cursor."""


class WalletActivity(TypedDict):
    """One activity of a wallet."""
    id: str
    """Unique, stable id. A trade has the same `id` as in the trades of its market."""
    wallet: str
    """Address of the wallet, in lower case."""
    type: ActivityType
    platform: Platform
    market_id: Optional[str]
    """Unified id of the market; null for a REWARD, which has no market."""
    outcome: Optional[str]
    """Label of the outcome; null if the activity is about several outcomes or none."""
    side: Optional[Side]
    """For a TRADE: the wallet's side for that outcome. Otherwise null."""
    price: Optional[Number]
    """For a TRADE: the price of that outcome. Otherwise null. 0 to 1."""
    size: Number
    """Contracts of one dollar; for a REWARD, dollars."""
    usdc_size: Number
    """Dollars paid or received, including fees if the platform reports them."""
    tx_hash: str
    """Hash of the transaction. Several activities can share it."""
    timestamp_ms: int
    """Time of the activity, Unix milliseconds, with the precision that the platform gives (seconds)."""
    market_slug: Optional[str]
    """Slug of the market."""
    event_slug: Optional[str]
    """Slug of the market's event."""
    title: Optional[str]
    """Question of the market."""


class WalletActivityPage(TypedDict):
    """Activity of a wallet, newest first."""
    address: str
    """Address of the wallet, in lower case."""
    activity: List[WalletActivity]
    """The activities of this page."""
    limit: int
    """The `limit` of the request, or the default."""
    offset: int
    """The `offset` of the request, or the default."""
    cursor: Optional[str]
    """Cursor of the next page; null on the last page."""
    has_more: bool
    """Whether there are more results after this page."""
    complete: bool
    """Whether all activity of the wallet on the platform is available, as of a poll within the last minute. If false, the service is still fetching it; repeat the request later."""


class WalletPosition(TypedDict):
    """What a wallet holds of one outcome, computed from its activity at average cost."""
    market_id: str
    """Unified id of the market."""
    platform: Platform
    outcome: str
    """Label of the outcome that is held."""
    size: Number
    """Contracts of one dollar that are held."""
    avg_price: Number
    """Average cost of one contract, without fees."""
    initial_value: Number
    """Cost of the held contracts: size times avg_price, in dollars."""
    current_value: Optional[Number]
    """Current value of the held contracts: size times cur_price, in dollars; null if no price is known."""
    cash_pnl: Optional[Number]
    """current_value minus initial_value; null if no price is known."""
    percent_pnl: Optional[Number]
    """cash_pnl as a percentage of initial_value; null if initial_value is 0 or no price is known."""
    realized_pnl: Number
    """Profit from contracts that were sold, merged or redeemed, in dollars."""
    cur_price: Optional[Number]
    """Current price of the outcome, or its payout once the market is resolved; null if no price is known. 0 to 1."""
    redeemable: bool
    """Whether the market is resolved, so that the position can be redeemed. The payout can be 0."""
    market_slug: Optional[str]
    """Slug of the market."""
    event_slug: Optional[str]
    """Slug of the market's event."""
    title: Optional[str]
    """Question of the market."""


class WalletPositionPage(TypedDict):
    """Positions of a wallet."""
    address: str
    """Address of the wallet, in lower case."""
    positions: List[WalletPosition]
    """Positions in the requested order. Positions without a value for the sort field come last; ties are ordered by market id."""
    limit: int
    """The `limit` of the request, or the default."""
    cursor: Optional[str]
    """Cursor of the next page; null on the last page."""
    has_more: bool
    """Whether there are more results after this page."""
    complete: bool
    """Whether all activity of the wallet on the platform is available, as of a poll within the last minute. If false, the service is still fetching it; repeat the request later."""


class Webhook(TypedDict):
    """A webhook and the state of its deliveries, without its secret."""
    id: str
    """Id of the webhook."""
    url: str
    """URL that messages are sent to."""
    description: str
    """Text by which the owner recognises the webhook; may be empty."""
    event: WebhookEvent
    market_id: Optional[str]
    """Unified id of the market; null: all markets."""
    level: Optional[Number]
    """Price of the first outcome, 0 to 1; null for other events than price.crossed."""
    direction: Optional[str]
    """up, down or any; null for other events than price.crossed."""
    status: Literal["enabled", "disabled"]
    """disabled: the service has switched the webhook off, for disabled_reason. No messages are made or sent until the owner enables it."""
    disabled_reason: Optional[str]
    """Why the service has switched the webhook off; null if it is enabled."""
    created_at: int
    """Time of creation, Unix seconds."""
    last_delivered_at: Optional[int]
    """Unix seconds of the last successful delivery; null if there was none."""
    failing_since: Optional[int]
    """Unix seconds of the first failed attempt since then; null if the last attempt was successful."""
    next_attempt_at: Optional[int]
    """Unix seconds of the next attempt; null if it is not waiting."""
    last_error: Optional[str]
    """Why the last attempt failed; null if it was successful."""
    position: Optional[int]
    """Position of the next message: all messages of this webhook with a smaller position are delivered. null until the service has begun to deliver."""


class WebhookTest(TypedDict):
    """A test message."""
    message_id: str
    """Header webhook-id of the message."""


class Credentials(TypedDict):
    """Email and password of a developer."""
    email: str
    """Email address; not case-sensitive. At most 254 characters."""
    password: str
    """Password. Its length counts Unicode characters after NFKC normalization. The service stores only a hash. 8 to 256 characters."""


class NewKey(TypedDict):
    """Label of a new key."""
    label: str
    """Label by which the owner recognises the key. 1 to 100 characters."""


class _RequiredNewWebhook(TypedDict):
    """The required fields of NewWebhook."""
    url: str
    """https URL that messages are sent to. 1 to 2048 characters."""
    event: Literal["price.crossed", "market.resolved", "match.found"]
    """What the webhook reports. price.crossed: trades crossed a price; market.resolved: the result of a market became final; match.found: two markets were found to ask the same question."""


class NewWebhook(_RequiredNewWebhook, total=False):
    """A new webhook."""
    market_id: str
    """Unified id of the market. Required for price.crossed and market.resolved. match.found without it reports the matches of all markets. 1 to 512 characters."""
    level: Number
    """For price.crossed: price of the first outcome, 0 to 1. 0.0001 to 1."""
    direction: Literal["up", "down", "any"]
    """For price.crossed. up: the price rises from below the level to the level or above it; down: it falls from the level or above to below it; any, the default: both."""
    description: str
    """Text by which the owner recognises the webhook. At most 200 characters."""


class PricesRequest(TypedDict):
    """The prices of many markets and times."""
    requests: List[PriceRequest]
    """The prices to return. The same market and time may be repeated. 1 to 1000 values."""


class _RequiredWebhookReplay(TypedDict):
    """The required fields of WebhookReplay."""


class WebhookReplay(_RequiredWebhookReplay, total=False):
    """Where a webhook continues: at a position or at a time."""
    position: int
    """The position of a message. At least 0."""
    since: Time
    """Unix seconds: the first message that was made at this time or later. 0 to 253402300799."""


#: The fields that are prices, sizes or amounts, in every answer.
NUMBER_FIELDS = frozenset(
    (
        "avg_price",
        "best_ask",
        "best_bid",
        "cash_pnl",
        "close",
        "cur_price",
        "current_value",
        "difference",
        "high",
        "initial_value",
        "level",
        "listed_price",
        "low",
        "mid_price",
        "notional",
        "open",
        "open_interest",
        "other_value",
        "outcome_notional",
        "outcome_price",
        "percent_pnl",
        "price",
        "price_cents",
        "realized_pnl",
        "score",
        "size",
        "spread",
        "total_volume",
        "total_volume_24h",
        "usdc_size",
        "value",
        "volume",
        "volume_24h",
        "volume_total",
    )
)
