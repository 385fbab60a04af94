// Generated from /openapi.json by clients/generate.ts. Do not edit.

import type { Answer, RequestOptions } from '../answer.ts'
import type {
  AccessToken,
  ApiKeyList,
  AuditedMarket,
  CandlePage,
  CandleResults,
  CreateKeyInput,
  CreateWebhookInput,
  CreatedApiKey,
  CreatedWebhook,
  DeleteWebhookInput,
  DescribeExportInput,
  EnableWebhookInput,
  Event,
  EventPage,
  ExportManifest,
  ExportRowsInput,
  GetEventInput,
  GetMarketInput,
  GetMarketOrderBookInput,
  GetMarketPriceInput,
  GetPricesInput,
  GetWebhookInput,
  ListCandlesInput,
  ListEventsInput,
  ListKeysInput,
  ListMarketCandlesInput,
  ListMarketTradesInput,
  ListMarketsInput,
  ListMatchingMarketsInput,
  ListSpreadInput,
  ListTradesInput,
  ListWalletActivityInput,
  ListWalletPositionsInput,
  ListWebhooksInput,
  LogInInput,
  Market,
  MarketList,
  MatchPage,
  MatchedMarket,
  OpenStreamInput,
  OrderBook,
  PriceRecord,
  PriceResults,
  ReplayWebhookInput,
  ReplayedWebhook,
  RevokeKeyInput,
  SearchMarketsInput,
  SignUpInput,
  Signup,
  SpreadPage,
  TestWebhookInput,
  Trade,
  TradeLogPage,
  TradePage,
  WalletActivity,
  WalletActivityPage,
  WalletPosition,
  WalletPositionPage,
  Webhook,
  WebhookList,
  WebhookTest,
} from './types.ts'

/** The operations of the service, one method each. */
export interface Operations {
  /** List markets: `GET /v1/markets`. Returns the markets of both platforms that pass the filters. By default the most traded come first. With `ids`, the known ones among these markets come in the order asked for, up to 100 on a page: the default of `limit` is then the number of ids, at most 100. Markets that ended more than 30 days ago, or before the 200,000 markets that ended last (the operator can change both), are left out, unless `ids` names them. Counts as 1 request in the rate limits, and as 1 more for each further 50 rows of `limit`, 25000 rows of `offset`, 5 values of `tag`, 250 values of `ids` (20 at most). */
  listMarkets(input?: ListMarketsInput, options?: RequestOptions): Promise<Answer<MarketList>>
  /** Search markets: `GET /v1/markets/search`. Returns the markets that have a word for every search word. By default the most traded come first. The header X-Total-Count has the number of all markets found. Markets that ended more than 30 days ago, or before the 200,000 markets that ended last (the operator can change both), are left out, unless `ids` names them. Counts as 1 request in the rate limits, and as 1 more for each further 50 rows of `limit`, 25000 rows of `offset`, 5 values of `tag`, 250 values of `ids`, 4 words of `q` (20 at most). */
  searchMarkets(input: SearchMarketsInput, options?: RequestOptions): Promise<Answer<MarketList>>
  /** Get a market: `GET /v1/markets/{market_id}`. Returns one market by its unified id. Counts as 1 request in the rate limits. */
  getMarket(input: GetMarketInput, options?: RequestOptions): Promise<Answer<AuditedMarket>>
  /** Get the price of a market, now or at a past time: `GET /v1/markets/{market_id}/price`. Returns the newest price observed at or before the given time: a trade, or the mid price of a quote whose bid and ask are at most 0.10 apart. From the resolution of a market on, the price is what its first outcome pays. With `provisional=true`, a newer trade that a live stream of the platform has announced counts, too. Counts as 1 request in the rate limits. */
  getMarketPrice(input: GetMarketPriceInput, options?: RequestOptions): Promise<Answer<PriceRecord>>
  /** List the trades of a market: `GET /v1/markets/{market_id}/trades`. Returns trades, newest first. `cursor` selects the next older page. Trades that arrive between two requests cause no repeated and no skipped rows. `start_ts` and `end_ts` select the trades of a time range. With `Accept: text/csv` the page is CSV, with the cursor in `X-Next-Cursor`. With `provisional=true`, the response also has the trades that a live stream of the platform has announced before any request has confirmed them. Counts as 1 request in the rate limits, and as 1 more for each further 250 rows of `limit` (20 at most). */
  listMarketTrades(
    input: ListMarketTradesInput,
    options?: RequestOptions,
  ): Promise<Answer<TradePage>>
  /** Get the order book of a market: `GET /v1/markets/{market_id}/orderbook`. Returns the newest recorded bids and asks for the first outcome, best price first. Counts as 1 request in the rate limits. */
  getMarketOrderBook(
    input: GetMarketOrderBookInput,
    options?: RequestOptions,
  ): Promise<Answer<OrderBook>>
  /** List the candles of a market: `GET /v1/markets/{market_id}/candles`. Returns open, high, low, close and volume of each time bucket, oldest first. With `start_ts` the result begins at that time, without it the result has the newest buckets. `source` selects trades or quotes. With `Accept: text/csv` the result is CSV. Counts as 1 request in the rate limits, and as 1 more for each further 2000 rows of `limit` (20 at most). */
  listMarketCandles(
    input: ListMarketCandlesInput,
    options?: RequestOptions,
  ): Promise<Answer<CandlePage>>
  /** Get many prices: `POST /v1/prices`. Returns the prices of up to 1,000 markets and times, in the order of the request. Each result is what `GET /v1/markets/{market_id}/price` returns for the item, or its error; an error of one item does not affect the others. Unknown fields have no effect; the header `X-Ignored-Parameters` names them. Counts as 1 request in the rate limits, and as 1 more for each further 20 items of `requests` (50 at most). */
  getPrices(input: GetPricesInput, options?: RequestOptions): Promise<Answer<PriceResults>>
  /** List the candles of several markets: `GET /v1/candles`. Returns the candles of up to 100 markets, in the order of `market_ids`. Each result is what `GET /v1/markets/{market_id}/candles` returns for the market, or its error; an error of one market does not affect the others. Counts as 1 request in the rate limits, and as 1 more for each further 5 values of `market_ids`, 2000 rows of `limit` (20 at most). */
  listCandles(input: ListCandlesInput, options?: RequestOptions): Promise<Answer<CandleResults>>
  /** List events: `GET /v1/events`. Returns the events that pass the filters, most traded first. Each has its ten most traded markets, or none with `markets=none`. Events all of whose markets ended more than 30 days ago, or before the 200,000 markets that ended last (the operator can change both), are left out; `/v1/events/{slug}` has them. Counts as 1 request in the rate limits, and as 1 more for each further 50 rows of `limit`, 25000 rows of `offset`, 4 words of `q` (20 at most). */
  listEvents(input?: ListEventsInput, options?: RequestOptions): Promise<Answer<EventPage>>
  /** Get an event: `GET /v1/events/{slug}`. Returns one event by its slug, with all its markets, or without them with `markets=none`. Counts as 1 request in the rate limits. */
  getEvent(input: GetEventInput, options?: RequestOptions): Promise<Answer<Event>>
  /** List matching markets: `GET /v1/matching-markets`. Returns pairs of markets that ask the same question on two platforms, highest score first, with the reasons for each match. Pairs with a market that ended more than 30 days ago, or before the 200,000 markets that ended last (the operator can change both), are left out, unless `ids` names one of the two. Counts as 1 request in the rate limits, and as 1 more for each further 50 rows of `limit`, 25000 rows of `offset`, 4 words of `q`, 25 values of `platform_a_market_slug`, 25 values of `platform_b_event_ticker`, 250 values of `ids` (20 at most). */
  listMatchingMarkets(
    input?: ListMatchingMarketsInput,
    options?: RequestOptions,
  ): Promise<Answer<MatchPage>>
  /** List the spread between two matching markets: `GET /v1/matching-markets/{market_id}/{other_market_id}/spread`. Returns the values of two matching markets at the end of each time bucket and their difference, oldest first, in terms of the first outcome of the market `market_id`. The two markets can be in either order. Without a new trade or quote, the last value of a market stays in force; `observed_at_ms` has its time. With `start_ts` the result begins at that time, without it the result has the newest points. With `Accept: text/csv` the result is CSV. Counts as 2 requests in the rate limits, and as 1 more for each further 2000 rows of `limit` (20 at most). */
  listSpread(input: ListSpreadInput, options?: RequestOptions): Promise<Answer<SpreadPage>>
  /** List the activity of a wallet: `GET /v1/wallets/{address}/activity`. Returns activity, newest first, of all times or from `start_ts` to `end_ts`. The first request about a wallet starts fetching its past and waits up to two seconds for it. `complete` says whether all activity is available. The service then follows the wallet, which counts towards a quota of your account; without quota left, the response has what is known and the header `X-Wallet-Not-Followed`. Counts as 1 request in the rate limits, and as 1 more for each further 250 rows of `limit`, 5000 rows of `offset` (20 at most). */
  listWalletActivity(
    input: ListWalletActivityInput,
    options?: RequestOptions,
  ): Promise<Answer<WalletActivityPage>>
  /** List the positions of a wallet: `GET /v1/wallets/{address}/positions`. Returns positions, computed from all activity of the wallet at average cost. Losing positions of resolved markets stay listed, with price 0, until they are redeemed. While `complete` is false, the positions do not include the activity that is not fetched yet. Counts as 5 requests in the rate limits. */
  listWalletPositions(
    input: ListWalletPositionsInput,
    options?: RequestOptions,
  ): Promise<Answer<WalletPositionPage>>
  /** List the trades of all markets, to follow them: `GET /v1/trades`. Returns trades in the order in which the service recorded them, from `after` on. Ask again with the `cursor` of the response: no trade is left out and none is repeated, also when the service is restarted or rebuilds its tables. The trades of a market are in the order in which they became known, which can differ from the order of their times. A trade that was corrected comes again, with the same `id`. `has_more` can be true on a response with fewer trades than `limit`, because one request reads a limited part of the log. A cursor that cannot be used is 422 with the type `cursor_of_other_log`, `cursor_in_future` or `cursor_expired`; the message of the latter has the oldest cursor. Counts as 1 request in the rate limits, and as 1 more for each further 250 rows of `limit` (20 at most). */
  listTrades(input?: ListTradesInput, options?: RequestOptions): Promise<Answer<TradeLogPage>>
  /** Follow trades, quotes, order books, candles, markets and matches as they happen: `GET /v1/stream`. Sends server-sent events until one side closes the connection; with an `Upgrade` to WebSocket, the same messages as JSON `{"type", "id", "data"}`. The type of a message is its channel, `heartbeat` or `error`. `id` is a cursor: a client that connects again with the last one in `Last-Event-ID` or `after` gets exactly the messages after it. `data` is a Trade (`trades`), StreamQuote (`quotes`), OrderBook (`books`), StreamCandle (`candles`), StreamMarket (`markets`), StreamMatch (`matches`), StreamProvisionalTrade (`provisional_trades`) or StreamHeartbeat. The first message is a heartbeat. An error message has `type` and `msg`, and is the last one: `slow_reader`, `server_stopping`, `invalid_api_key` or `internal_error`. Counts as 1 request in the rate limits. */
  openStream(
    input: OpenStreamInput,
    options?: RequestOptions,
  ): Promise<Answer<ReadableStream<Uint8Array>>>
  /** Export rows as a file: `GET /v1/exports/{kind}`. Returns all rows of a day (`date`), a market (`market_id`) or an event (`event_slug`) as one file in Parquet or CSV. `trades`: One row per trade, ordered by `market_id`, `timestamp_ms` and `id`. Columns: `id` (string), `market_id` (string), `platform` (string), `price` (decimal(38, 18)), `size` (decimal(18, 6)), `side` (string), `timestamp_ms` (int64), `native_trade_id` (string), `outcome` (string), `outcome_price` (decimal(38, 18)). `quotes`: One row per recorded order book, ordered by `market_id` and `timestamp_ms`. Columns: `market_id` (string), `platform` (string), `timestamp_ms` (int64), `best_bid` (decimal(38, 18)), `best_ask` (decimal(38, 18)), `mid_price` (decimal(38, 19), nullable). `candles`: One row per bucket with trades, ordered by `market_id` and `start_ts`. The export of a day has the buckets that begin on that day. Columns: `market_id` (string), `platform` (string), `interval` (string), `start_ts` (int64), `open` (decimal(38, 18)), `high` (decimal(38, 18)), `low` (decimal(38, 18)), `close` (decimal(38, 18)), `volume` (decimal(38, 6)), `notional` (decimal(38, 24)), `outcome_notional` (decimal(38, 24)), `trade_count` (int64). `markets`: One row per market in its newest state, ordered by `id`. The export of a day has the markets that existed on that day. Columns: `id` (string), `platform` (string), `native_id` (string), `slug` (string), `question` (string), `status` (string), `outcomes` (list of string), `payouts` (list of decimal(38, 18)), `url` (string), `description` (string, nullable), `volume_24h` (decimal(38, 18)), `volume_total` (decimal(38, 18), nullable), `open_interest` (decimal(38, 18), nullable), `created_at` (int64, nullable), `close_time` (int64, nullable), `resolved_at` (int64, nullable), `tags` (list of string), `category` (string, nullable), `platform_category` (string, nullable), `event_slug` (string, nullable). `matches`: One row per match, ordered by `platform_a_id` and `platform_b_id`. The export of a day has the matches that were first found on that day. Columns: `platform_a_id` (string), `platform_a_event_ticker` (string), `platform_a_question` (string), `platform_a_status` (string), `platform_b_id` (string), `platform_b_event_ticker` (string), `platform_b_question` (string), `platform_b_status` (string), `score` (double), `confidence` (string), `relation` (string), `polarity` (string), `outcome` (string), `reasons` (string), `matched_at` (int64). Counts as 20 requests in the rate limits. */
  exportRows(
    input: ExportRowsInput,
    options?: RequestOptions,
  ): Promise<Answer<ReadableStream<Uint8Array>>>
  /** Describe the file of an export: `GET /v1/exports/{kind}/manifest`. Returns the number of rows of the file, their first and last time, the SHA-256 of its bytes, how far its data are complete, and whether it is final. The parameters are those of the export. It takes as long as the export, because the whole file is computed. Counts as 20 requests in the rate limits. */
  describeExport(
    input: DescribeExportInput,
    options?: RequestOptions,
  ): Promise<Answer<ExportManifest>>
  /** Sign up: `POST /v1/auth/signup`. Creates an account and its first API key. The key is shown only in this response. */
  signUp(input: SignUpInput, options?: RequestOptions): Promise<Answer<Signup>>
  /** Log in: `POST /v1/auth/login`. Returns a bearer token for `/v1/keys`. If the request also has an API key, the key must be valid and belong to the same account. */
  logIn(input: LogInInput, options?: RequestOptions): Promise<Answer<AccessToken>>
  /** List your keys: `GET /v1/keys`. All active keys of the account, newest first, and those revoked in the last 30 days, up to 100. */
  listKeys(input?: ListKeysInput, options?: RequestOptions): Promise<Answer<ApiKeyList>>
  /** Create a key: `POST /v1/keys`. The key is shown only in this response. An account can have up to 100 active keys. */
  createKey(input: CreateKeyInput, options?: RequestOptions): Promise<Answer<CreatedApiKey>>
  /** Revoke a key: `DELETE /v1/keys/{key_id}`. This process rejects the key at once, all others within a second. Revoking a revoked key has the same response. */
  revokeKey(input: RevokeKeyInput, options?: RequestOptions): Promise<Answer<null>>
  /** List your webhooks: `GET /v1/webhooks`. All webhooks of the account, in the order of creation, with the state of their deliveries. */
  listWebhooks(input?: ListWebhooksInput, options?: RequestOptions): Promise<Answer<WebhookList>>
  /** Create a webhook: `POST /v1/webhooks`. From now on, a signed message is sent to the URL when the event happens. The secret that verifies the signatures is shown only in this response. An account can have up to 20 webhooks. */
  createWebhook(
    input: CreateWebhookInput,
    options?: RequestOptions,
  ): Promise<Answer<CreatedWebhook>>
  /** Get a webhook: `GET /v1/webhooks/{webhook_id}`. The state of its deliveries is that of about a second ago. If the service has switched the webhook off, `disabled_reason` says why. */
  getWebhook(input: GetWebhookInput, options?: RequestOptions): Promise<Answer<Webhook>>
  /** Delete a webhook: `DELETE /v1/webhooks/{webhook_id}`. Within a second, no more messages are sent. */
  deleteWebhook(input: DeleteWebhookInput, options?: RequestOptions): Promise<Answer<null>>
  /** Switch a webhook on again: `POST /v1/webhooks/{webhook_id}/enable`. The messages that were not delivered are sent now. There are no messages about events that happened while the webhook was switched off. For a webhook that is failing, the next attempt is made at once. */
  enableWebhook(input: EnableWebhookInput, options?: RequestOptions): Promise<Answer<null>>
  /** Continue at another position: `POST /v1/webhooks/{webhook_id}/replay`. Sends all messages of the webhook from a position or a time on, also those that were delivered, with the same ids as before. A later position than that of the webhook leaves out the messages in between. Messages are kept for 7 days. */
  replayWebhook(
    input: ReplayWebhookInput,
    options?: RequestOptions,
  ): Promise<Answer<ReplayedWebhook>>
  /** Send a test message: `POST /v1/webhooks/{webhook_id}/test`. Sends a signed message of type `webhook.test`, after the messages that are not delivered yet. `GET /v1/webhooks/{webhook_id}` shows the result. */
  testWebhook(input: TestWebhookInput, options?: RequestOptions): Promise<Answer<WebhookTest>>
}

/** The operations whose answers are pages that a cursor continues. */
export interface Lists {
  listMarkets: { input: ListMarketsInput; item: Market }
  searchMarkets: { input: SearchMarketsInput; item: Market }
  listMarketTrades: { input: ListMarketTradesInput; item: Trade }
  listEvents: { input: ListEventsInput; item: Event }
  listMatchingMarkets: { input: ListMatchingMarketsInput; item: MatchedMarket }
  listWalletActivity: { input: ListWalletActivityInput; item: WalletActivity }
  listWalletPositions: { input: ListWalletPositionsInput; item: WalletPosition }
}

export const operations = {
  listMarkets: {
    method: 'GET',
    path: '/v1/markets',
    body: [],
    credential: 'key',
    answer: 'json',
    list: { field: null, maxLimit: 100 },
  },
  searchMarkets: {
    method: 'GET',
    path: '/v1/markets/search',
    body: [],
    credential: 'key',
    answer: 'json',
    list: { field: null, maxLimit: 100 },
  },
  getMarket: {
    method: 'GET',
    path: '/v1/markets/{market_id}',
    body: [],
    credential: 'key',
    answer: 'json',
  },
  getMarketPrice: {
    method: 'GET',
    path: '/v1/markets/{market_id}/price',
    body: [],
    credential: 'key',
    answer: 'json',
  },
  listMarketTrades: {
    method: 'GET',
    path: '/v1/markets/{market_id}/trades',
    body: [],
    credential: 'key',
    answer: 'json',
    list: { field: 'trades', maxLimit: 500 },
  },
  getMarketOrderBook: {
    method: 'GET',
    path: '/v1/markets/{market_id}/orderbook',
    body: [],
    credential: 'key',
    answer: 'json',
  },
  listMarketCandles: {
    method: 'GET',
    path: '/v1/markets/{market_id}/candles',
    body: [],
    credential: 'key',
    answer: 'json',
  },
  getPrices: {
    method: 'POST',
    path: '/v1/prices',
    body: ['requests'],
    credential: 'key',
    answer: 'json',
  },
  listCandles: { method: 'GET', path: '/v1/candles', body: [], credential: 'key', answer: 'json' },
  listEvents: {
    method: 'GET',
    path: '/v1/events',
    body: [],
    credential: 'key',
    answer: 'json',
    list: { field: 'events', maxLimit: 200 },
  },
  getEvent: {
    method: 'GET',
    path: '/v1/events/{slug}',
    body: [],
    credential: 'key',
    answer: 'json',
  },
  listMatchingMarkets: {
    method: 'GET',
    path: '/v1/matching-markets',
    body: [],
    credential: 'key',
    answer: 'json',
    list: { field: 'matches', maxLimit: 200 },
  },
  listSpread: {
    method: 'GET',
    path: '/v1/matching-markets/{market_id}/{other_market_id}/spread',
    body: [],
    credential: 'key',
    answer: 'json',
  },
  listWalletActivity: {
    method: 'GET',
    path: '/v1/wallets/{address}/activity',
    body: [],
    credential: 'key',
    answer: 'json',
    list: { field: 'activity', maxLimit: 500 },
  },
  listWalletPositions: {
    method: 'GET',
    path: '/v1/wallets/{address}/positions',
    body: [],
    credential: 'key',
    answer: 'json',
    list: { field: 'positions', maxLimit: 500 },
  },
  listTrades: { method: 'GET', path: '/v1/trades', body: [], credential: 'key', answer: 'json' },
  openStream: { method: 'GET', path: '/v1/stream', body: [], credential: 'key', answer: 'file' },
  exportRows: {
    method: 'GET',
    path: '/v1/exports/{kind}',
    body: [],
    credential: 'key',
    answer: 'file',
  },
  describeExport: {
    method: 'GET',
    path: '/v1/exports/{kind}/manifest',
    body: [],
    credential: 'key',
    answer: 'json',
  },
  signUp: {
    method: 'POST',
    path: '/v1/auth/signup',
    body: ['email', 'password'],
    credential: 'none',
    answer: 'json',
  },
  logIn: {
    method: 'POST',
    path: '/v1/auth/login',
    body: ['email', 'password'],
    credential: 'none',
    answer: 'json',
  },
  listKeys: { method: 'GET', path: '/v1/keys', body: [], credential: 'token', answer: 'json' },
  createKey: {
    method: 'POST',
    path: '/v1/keys',
    body: ['label'],
    credential: 'token',
    answer: 'json',
  },
  revokeKey: {
    method: 'DELETE',
    path: '/v1/keys/{key_id}',
    body: [],
    credential: 'token',
    answer: 'none',
  },
  listWebhooks: {
    method: 'GET',
    path: '/v1/webhooks',
    body: [],
    credential: 'token',
    answer: 'json',
  },
  createWebhook: {
    method: 'POST',
    path: '/v1/webhooks',
    body: ['url', 'event', 'market_id', 'level', 'direction', 'description'],
    credential: 'token',
    answer: 'json',
  },
  getWebhook: {
    method: 'GET',
    path: '/v1/webhooks/{webhook_id}',
    body: [],
    credential: 'token',
    answer: 'json',
  },
  deleteWebhook: {
    method: 'DELETE',
    path: '/v1/webhooks/{webhook_id}',
    body: [],
    credential: 'token',
    answer: 'none',
  },
  enableWebhook: {
    method: 'POST',
    path: '/v1/webhooks/{webhook_id}/enable',
    body: [],
    credential: 'token',
    answer: 'none',
  },
  replayWebhook: {
    method: 'POST',
    path: '/v1/webhooks/{webhook_id}/replay',
    body: ['position', 'since'],
    credential: 'token',
    answer: 'json',
  },
  testWebhook: {
    method: 'POST',
    path: '/v1/webhooks/{webhook_id}/test',
    body: [],
    credential: 'token',
    answer: 'json',
  },
} as const
