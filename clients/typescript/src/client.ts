// The entry of the package: creates the client of a service.
import type { Answer, RequestOptions } from './answer.ts'
import { readCandleBatch, readMarkets, readPrices } from './batches.ts'
import { operations, type Operations } from './generated/operations.ts'
import type {
  Candle,
  CandleResult,
  ListCandlesInput,
  ListTradesInput,
  Market,
  OpenStreamInput,
  PriceRequest,
  PriceResult,
  TradeLogPage,
} from './generated/types.ts'
import {
  createAll,
  createPages,
  followTrades,
  readCandles,
  type All,
  type CandlesInput,
  type FollowOptions,
  type Pages,
} from './paging.ts'
import { prepareRequest, sendOnce, type Connection, type Input, type Operation } from './request.ts'
import { defaultRetryPolicy, wait, withRetries, type RetryPolicy } from './retry.ts'
import { followStream, type StreamMessage } from './stream.ts'

export type { Answer, RequestOptions } from './answer.ts'
export { ApiError, ConnectionError, OddslogError, StreamError } from './errors.ts'
export type { All, CandlesInput, FollowOptions, Pages } from './paging.ts'
export type { RetryPolicy } from './retry.ts'
export type { StreamMessage } from './stream.ts'
export type { Operations } from './generated/operations.ts'
export type * from './generated/types.ts'

export interface ClientOptions {
  /** Of the service, for example `http://127.0.0.1:8080`. */
  readonly url: string
  /** Not needed for `signUp` and `logIn`. */
  readonly apiKey?: string | undefined
  /** The global `fetch` if absent. */
  readonly fetch?: typeof fetch
  /** Five retries that wait two minutes at most, if absent. */
  readonly retry?: Partial<RetryPolicy>
  /** Of one attempt: 120,000 if absent. An export begins when the service has the whole file. */
  readonly timeoutMs?: number
}

export interface Client extends Operations {
  /** The pages of each list, with their completeness. */
  readonly pages: Pages
  /** The rows of each list, on all pages. */
  readonly all: All
  /** All candles of a market from `start_ts` on, oldest first. */
  candles(input: CandlesInput, options?: RequestOptions): AsyncGenerator<Candle, void, undefined>
  /**
   * The trades of all markets from `after` or `since` on, in the order in which the service recorded them, and then
   * those that come. `cursor` of a page is the position after its trades: `after` of a program that goes on later.
   */
  followTrades(
    input?: ListTradesInput,
    options?: FollowOptions,
  ): AsyncGenerator<TradeLogPage, void, undefined>
  /**
   * The messages of some channels as they happen. If the connection breaks, the client connects again and goes on after
   * the last message.
   */
  stream(
    input: OpenStreamInput,
    options?: RequestOptions,
  ): AsyncGenerator<StreamMessage, void, undefined>
  /** Any number of prices, in the order of `requests`. Each result is a price or an error. */
  prices(requests: readonly PriceRequest[], options?: RequestOptions): Promise<PriceResult[]>
  /** The candles of any number of markets, in the order of `market_ids`. Each result is a page or an error. */
  candlesOfMarkets(input: ListCandlesInput, options?: RequestOptions): Promise<CandleResult[]>
  /** The known ones among any number of markets, in the order of `ids`. */
  marketsById(ids: readonly string[], options?: RequestOptions): Promise<Market[]>
}

const defaultTimeoutMs = 120_000

export function createClient(options: ClientOptions): Client {
  const policy = { ...defaultRetryPolicy, ...options.retry }
  const connection: Connection = {
    url: new URL(options.url).href.replace(/\/+$/, ''),
    apiKey: options.apiKey ?? null,
    // browsers reject a fetch that is called as a method of another object
    fetch: options.fetch ?? ((...args) => fetch(...args)),
    timeoutMs: options.timeoutMs ?? defaultTimeoutMs,
  }

  // async, so that invalid input rejects the promise, too
  async function call(
    name: keyof Operations,
    input: object = {},
    requestOptions: RequestOptions = {},
  ): Promise<Answer<unknown>> {
    const operation: Operation = operations[name]
    const request = prepareRequest(connection, operation, input as Input, requestOptions)
    const { signal } = requestOptions
    return withRetries(
      () => sendOnce(connection, request, operation.answer, signal),
      policy,
      isSafe(operation),
      (ms) => wait(ms, signal),
    )
  }

  const names = Object.keys(operations) as (keyof Operations)[]
  const methods = Object.fromEntries(
    names.map((name) => [
      name,
      (input?: object, requestOptions?: RequestOptions) => call(name, input, requestOptions),
    ]),
  ) as unknown as Operations
  return {
    ...methods,
    pages: createPages(call),
    all: createAll(call),
    candles: (input, given) => readCandles(call, input, given),
    followTrades: (input, given) => followTrades(call, input, given),
    stream: (input, given) => followStream(call, policy, input, given),
    prices: (requests, given) => readPrices(call, policy, requests, given),
    candlesOfMarkets: (input, given) => readCandleBatch(call, policy, input, given),
    marketsById: (ids, given) => readMarkets(call, ids, given),
  }
}

/** A POST with an API key only asks, with its parameters in the body. */
function isSafe({ method, credential }: Operation): boolean {
  return method === 'GET' || (method === 'POST' && credential === 'key')
}
