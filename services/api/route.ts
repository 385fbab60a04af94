// The interface of a data route of /v1: path, OpenAPI document and handler. router.ts calls the
// handlers.
import type { Readable } from 'node:stream'
import type { Catalog } from './catalog/catalog.ts'
import type { MarketHistory } from './history/market-history.ts'
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
  readonly history: MarketHistory
  readonly walletFollower: WalletFollower
  readonly historyRequester: HistoryRequester
  readonly liveLog: LiveLog
  readonly streams: Pick<Streams, 'open'>
  /** Whether an API key is valid. */
  readonly isActiveKey: (apiKey: string) => boolean
  /** The partition of a market in the topics whose key is a market. */
  readonly partitionOf: (marketId: string) => number
  /** Called when a part of a response failed; never for an error of the client. */
  readonly onFailure: (error: unknown) => void
  /** Unix milliseconds. */
  readonly now: () => number
}

export interface RouteRequest {
  /** Parameters of the path, percent-decoded. */
  readonly params: Readonly<Record<string, string>>
  readonly search: URLSearchParams
  /** The parsed JSON body; absent if the route has none. */
  readonly body?: unknown
  /** Id of the developer whose key the request has. */
  readonly accountId: string
  /** Returns a header of the request; undefined if it is missing. */
  readonly header?: (name: string) => string | undefined
  /** Whether the client prefers CSV to JSON; only for routes with CSV among their `files`. */
  readonly prefersCsv?: boolean
}

export interface RouteResponse {
  /** JSON text, in UTF-8, unless `type` says otherwise. */
  readonly body: Body
  /** Content-Type; JSON if absent. */
  readonly type?: string
  /**
   * Identifies the body, for ETag. If absent, it is computed from the body. A body of less than 1,024 bytes is not
   * compressed, so its tag may be unique among the responses of its URL only.
   */
  readonly tag?: string
  readonly headers?: Readonly<Record<string, string>>
  /** `none` if absent. */
  readonly caching?: Caching
}

/** A response whose body is too large for memory, or takes so long that it must end when the client disconnects. */
export interface FileResponse extends Pick<RouteResponse, 'headers' | 'caching'> {
  /** Content-Type */
  readonly type: string
  /**
   * Begins the body; the response has not begun then, so a rejection becomes an error response. `signal` aborts when
   * the client disconnects. Not called for HEAD.
   */
  readonly open: (signal: AbortSignal) => Promise<Readable>
}

/** A response that goes on until the client or the service closes the connection. */
export interface LiveResponse {
  /** Begins to send, when the head of the response was sent. */
  readonly attach: (connection: StreamConnection) => void
  /** Called instead if the response has no body. */
  readonly close: () => void
}

/**
 * Whether clients may cache a response. `none`: later records can change it. `complete`: all its data is
 * known, but a missing trade can still be found. `immutable`: nothing is expected to change it.
 */
export type Caching = 'none' | 'complete' | 'immutable'

/**
 * The cost of the requests of a route. A request counts as `base` requests, and as one more for each
 * further portion of a parameter that it asks for, a started portion included.
 */
export interface RouteCost {
  readonly base: number
  /**
   * The portion of each parameter: rows of `limit` and `offset`, different words of `q`, values of a list, items of a
   * list in the body.
   */
  readonly portions: Readonly<Record<string, number>>
  /** No request counts as more; `maxCost` (request-cost.ts) if absent. */
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
  /** Schema of the JSON; absent if the response is never JSON. */
  readonly response?: ResponseName
  /** The schemas of the messages of a stream. */
  readonly messages?: readonly ResponseName[]
  /** The content types of the response that are not JSON. */
  readonly files?: readonly string[]
  /** Error types of the route's 404 responses. */
  readonly notFound: readonly string[]
  /**
   * The response is about one market or wallet and has the headers X-Data-Complete-Until and
   * X-Data-Gaps.
   */
  readonly hasCompletenessHeaders: boolean
  /** Further headers of the response that openapi.ts describes. */
  readonly moreHeaders?: readonly string[]
  /** How many requests of the rate limits a request counts as; one if absent. */
  readonly cost?: RouteCost
}

export interface Route {
  /** In OpenAPI syntax, for example `/v1/markets/{market_id}`. */
  readonly path: string
  /** GET if absent. A POST changes nothing either: its parameters are in the body, because they are many. */
  readonly method?: 'POST'
  readonly document: RouteDocument
  /**
   * Throws a RequestError for every error of the client, or rejects with it. A route that has its data in
   * memory returns the response itself, because a promise would delay it.
   */
  handle(request: RouteRequest): MaybePromise<RouteResponse | FileResponse | LiveResponse>
}
