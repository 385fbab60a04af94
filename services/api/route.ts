// The interface of a data route of /v1: path, OpenAPI document and handler. router.ts calls the
// handlers.
import type { Readable } from 'node:stream'
import type { Catalog } from './catalog/catalog.ts'
import type { BookStates } from './history/book-states.ts'
import type { MarketHistory } from './history/market-history.ts'
import type { ProvisionalTrades } from './history/provisional-trades.ts'
import type { Body } from './http/response.ts'
import type { LiveLog } from './live/live-log.ts'
import type { StreamConnection } from './live/stream-connection.ts'
import type { Streams } from './live/streams.ts'
import type { MaybePromise } from '../lib/run/maybe-promise.ts'
import type { Store } from '../lib/store/port.ts'
import type { HistoryRequester } from './history-requests/history-requester.ts'
import type { WalletFollower } from './wallets/wallet-follower.ts'
import type { BodyName, ResponseName, QueryName } from './schemas.ts'

/** Services that the data routes use. */
export interface RouteContext {
  readonly store: Store
  readonly catalog: Catalog
  /** Answers questions about prices, trades and order books. */
  readonly history: MarketHistory
  readonly walletFollower: WalletFollower
  /** Requests older trades of a market from the poller. */
  readonly historyRequester: HistoryRequester
  /** The trades that live streams of the platforms have announced and no request has confirmed yet. */
  readonly provisionalTrades: Pick<ProvisionalTrades, 'of'>
  readonly bookStates: Pick<BookStates, 'of'>
  /** Answers requests for trades in the order of the log. */
  readonly liveLog: LiveLog
  /** Sends new records to clients of /v1/stream. */
  readonly streams: Pick<Streams, 'open'>
  /** Whether an API key is valid. */
  readonly isActiveKey: (apiKey: string) => boolean
  /** Returns the partition of a market in the topics whose key is a market. */
  readonly partitionOf: (marketId: string) => number
  /** Called when a part of a response cannot be created; not called for errors of the client. */
  readonly onFailure: (error: unknown) => void
  /**
   * Returns the current time in Unix milliseconds, but never a time before the newest watermark, even if the clock of
   * this machine is slow. Otherwise candles and prices would end before the time until which the headers of the
   * response state that it is complete.
   */
  readonly now: () => number
}

export interface RouteRequest {
  /** Parameters of the path, percent-decoded. */
  readonly params: Readonly<Record<string, string>>
  readonly search: URLSearchParams
  /** The parsed JSON body; absent if requests of the route have no body. */
  readonly body?: unknown
  /** Id of the developer whose key the request has. */
  readonly accountId: string
  /** Returns a header of the request; undefined if it is missing. */
  readonly header?: (name: string) => string | undefined
  /** Whether the client prefers CSV to JSON. Set only for a route that has CSV in `RouteDocument.files`. */
  readonly prefersCsv?: boolean
}

export interface RouteResponse {
  /** JSON text in UTF-8, unless `type` is another content type. */
  readonly body: Body
  /** Content-Type; JSON if absent. */
  readonly type?: string
  /**
   * Identifies the body, for the ETag. If absent, it is computed from the body. The tag of a body of less than
   * 1,024 bytes needs to be unique only among the responses of its URL, because such a body is not compressed.
   */
  readonly tag?: string
  readonly headers?: Readonly<Record<string, string>>
  /** `none` if absent. */
  readonly caching?: Caching
}

/**
 * A response whose body is too large for memory, or takes so long to compute that the work must stop when the
 * client disconnects.
 */
export interface FileResponse extends Pick<RouteResponse, 'headers' | 'caching'> {
  /** Content-Type */
  readonly type: string
  /**
   * Opens the body. If it rejects, the response is an error, because nothing has been sent yet. `signal` aborts
   * when the client disconnects. Not called for HEAD.
   */
  readonly open: (signal: AbortSignal) => Promise<Readable>
}

/** A response that continues until the client or the service closes the connection. */
export interface LiveResponse {
  /** Called when the head of the response was sent. The route then begins to send messages. */
  readonly attachConnection: (connection: StreamConnection) => void
  /** Called instead of `attachConnection` if the response has no body. */
  readonly close: () => void
}

/**
 * Whether clients may cache a response. `none`: later records can change it. `complete`: all its data is
 * known, but a missing trade can still be found. `immutable`: nothing is expected to change it.
 */
export type Caching = 'none' | 'complete' | 'immutable'

/**
 * The cost of a request: it counts as `base` requests, plus one request for each portion of a parameter after the first
 * portion. An incomplete portion counts as a whole portion.
 */
export interface RouteCost {
  readonly base: number
  /**
   * By parameter: the size of a portion. The unit is rows for `limit` and `offset`, different words for `q`, and values
   * or items for a list.
   */
  readonly portions: Readonly<Record<string, number>>
  /** The maximum cost of a request; `maxCost` (request-cost.ts) if absent. */
  readonly max?: number
}

export interface RouteDocument {
  readonly operationId: string
  readonly tag: 'Markets' | 'Events' | 'Matches' | 'Wallets' | 'Live' | 'Exports'
  readonly summary: string
  readonly description: string
  readonly query?: QueryName
  /** Only for POST. */
  readonly body?: { readonly schema: BodyName; readonly maxBytes: number }
  /** The schema of the JSON; absent if the response is never JSON. */
  readonly response?: ResponseName
  /** The schemas of the messages of a stream. */
  readonly messages?: readonly ResponseName[]
  /** The content types other than JSON that the response can have. */
  readonly files?: readonly string[]
  /** Error types of the route's 404 responses. */
  readonly notFound: readonly string[]
  /**
   * Whether the response is about one market or wallet, and has the headers X-Data-Complete-Until and
   * X-Data-Gaps.
   */
  readonly hasCompletenessHeaders: boolean
  /** Further headers of the response. openapi.ts describes them. */
  readonly moreHeaders?: readonly string[]
  /** The cost of a request in the rate limits; 1 if absent. */
  readonly cost?: RouteCost
}

export interface Route {
  /** In OpenAPI syntax, for example `/v1/markets/{market_id}`. */
  readonly path: string
  /**
   * GET if absent. A data route never changes data; it uses POST only if its parameters are too long for a URL.
   */
  readonly method?: 'POST'
  readonly document: RouteDocument
  /**
   * Returns the query of a request with the defaults that depend on its other parameters. The request is counted in the
   * rate limits, and handled, by the returned query.
   */
  readonly withDefaults?: (search: URLSearchParams) => URLSearchParams
  /**
   * Answers a request. Throws a RequestError for every error of the client, or rejects with it. If the data is in
   * memory, returns the response itself, because a promise would delay it.
   */
  handle(request: RouteRequest): MaybePromise<RouteResponse | FileResponse | LiveResponse>
}
