// Iterators over the pages of a list, and over the candles of a period.
import type { Answer, RequestOptions } from './answer.ts'
import { operations, type Lists, type Operations } from './generated/operations.ts'
import type {
  Candle,
  CandlePage,
  ListMarketCandlesInput,
  ListTradesInput,
  TradeLogPage,
} from './generated/types.ts'
import { wait } from './retry.ts'

type ListName = keyof Lists

/** The answer of each page. `limit` is the size of a page; the largest possible one by default. */
export type Pages = {
  readonly [Name in ListName]: (
    ...args: Parameters<Operations[Name]>
  ) => AsyncGenerator<Awaited<ReturnType<Operations[Name]>>, void, undefined>
}

/** The rows of all pages. `limit` is the size of a page; the largest possible one by default. */
export type All = {
  readonly [Name in ListName]: (
    ...args: Parameters<Operations[Name]>
  ) => AsyncGenerator<Lists[Name]['item'], void, undefined>
}

export type Call = (
  name: keyof Operations,
  input: object,
  options?: RequestOptions,
) => Promise<Answer<unknown>>

interface Page {
  readonly cursor: string | null
  readonly has_more: boolean
}

const listNames = (Object.keys(operations) as (keyof Operations)[]).filter(
  (name): name is ListName => 'list' in operations[name],
)

export function createPages(call: Call): Pages {
  const entries = listNames.map((name) => [
    name,
    (input?: object, options?: RequestOptions) => readPages(call, name, input, options),
  ])
  return Object.fromEntries(entries) as Pages
}

export function createAll(call: Call): All {
  const entries = listNames.map((name) => [
    name,
    async function* (input?: object, options?: RequestOptions) {
      const { field } = operations[name].list
      for await (const { data } of readPages(call, name, input, options))
        yield* field === null
          ? (data as unknown[])
          : ((data as Record<string, unknown[]>)[field] ?? [])
    },
  ])
  return Object.fromEntries(entries) as All
}

async function* readPages(
  call: Call,
  name: ListName,
  input: object = {},
  options: RequestOptions = {},
): AsyncGenerator<Answer<unknown>, void, undefined> {
  let position: object = {}
  const { maxLimit } = operations[name].list
  for (;;) {
    const answer = await call(name, { limit: maxLimit, ...input, ...position }, options)
    yield answer
    const cursor = nextCursor(answer)
    if (cursor === null) return
    // an offset is valid on the first page only
    position = { cursor, offset: undefined }
  }
}

/** Lists that are arrays have their cursor in a header. */
function nextCursor({ data, headers }: Answer<unknown>): string | null {
  if (Array.isArray(data)) return headers.get('X-Next-Cursor')
  const { cursor, has_more: hasMore } = data as Page
  return hasMore ? cursor : null
}

export type CandlesInput = ListMarketCandlesInput & { readonly start_ts: number }

/** The length of each interval of candles. */
export const secondsOf = {
  '1m': 60,
  '5m': 300,
  '15m': 900,
  '1h': 3600,
  '4h': 14_400,
  '1d': 86_400,
  '1w': 604_800,
}

/** The candles from `start_ts` on, oldest first. */
export async function* readCandles(
  call: Call,
  input: CandlesInput,
  options?: RequestOptions,
): AsyncGenerator<Candle, void, undefined> {
  let startTs = input.start_ts
  for (;;) {
    const answer = await call('listMarketCandles', { ...input, start_ts: startTs }, options)
    const { candles, interval, has_more: hasMore } = answer.data as CandlePage
    yield* candles
    const last = candles.at(-1)
    if (!hasMore || !last) return
    startTs = last.start_ts + secondsOf[interval]
  }
}

const maxTradesOfPage = 1_000

export interface FollowOptions extends RequestOptions {
  /** Wait before the next request when there are no later trades; 1000 if absent. */
  readonly pollMs?: number
}

/** The pages of `listTrades` that have trades, without an end. */
export async function* followTrades(
  call: Call,
  input: ListTradesInput = {},
  { pollMs = 1_000, ...options }: FollowOptions = {},
): AsyncGenerator<TradeLogPage, void, undefined> {
  let position: object = {}
  for (;;) {
    const own = { limit: maxTradesOfPage, ...input, ...position }
    const page = (await call('listTrades', own, options)).data as TradeLogPage
    if (page.trades.length > 0) yield page
    position = { after: page.cursor }
    if (!page.has_more) await wait(pollMs, options.signal)
  }
}
