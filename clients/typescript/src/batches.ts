// Batches of any size, divided into requests of the size that the service accepts.
import type { RequestOptions } from './answer.ts'
import type {
  CandleResult,
  CandleResults,
  ItemError,
  ListCandlesInput,
  Market,
  PriceRequest,
  PriceResult,
  PriceResults,
} from './generated/types.ts'
import type { Call } from './paging.ts'
import { backoff, wait, type RetryPolicy } from './retry.ts'

const pricesPerRequest = 1_000
const marketsPerRequest = 100
/** `limit` times the number of markets in one request. */
const candlesPerRequest = 100_000
const defaultCandleLimit = 1_000

interface ItemResult {
  readonly error: ItemError | null
}

/** The price of each item, in the order of the items. */
export function readPrices(
  call: Call,
  policy: RetryPolicy,
  requests: readonly PriceRequest[],
  options: RequestOptions = {},
): Promise<PriceResult[]> {
  const ask = async (part: readonly PriceRequest[]): Promise<readonly PriceResult[]> =>
    ((await call('getPrices', { requests: part }, options)).data as PriceResults).results
  return inChunks(requests, pricesPerRequest, ask, policy, options.signal)
}

/** The candles of each market, in the order of the markets. */
export function readCandleBatch(
  call: Call,
  policy: RetryPolicy,
  input: ListCandlesInput,
  options: RequestOptions = {},
): Promise<CandleResult[]> {
  const ask = async (ids: readonly string[]): Promise<readonly CandleResult[]> =>
    ((await call('listCandles', { ...input, market_ids: ids }, options)).data as CandleResults)
      .results
  const most = Math.floor(candlesPerRequest / (input.limit ?? defaultCandleLimit))
  const size = Math.max(1, Math.min(marketsPerRequest, most))
  return inChunks(input.market_ids, size, ask, policy, options.signal)
}

/** The known ones among the markets, in the order of `ids`, a repeated one once. */
export async function readMarkets(
  call: Call,
  ids: readonly string[],
  options?: RequestOptions,
): Promise<Market[]> {
  const found: Market[] = []
  for (const part of chunksOf([...new Set(ids)], marketsPerRequest)) {
    const input = { ids: part, limit: marketsPerRequest }
    found.push(...((await call('listMarkets', input, options)).data as Market[]))
  }
  return found
}

/** Asks again for the items that the service did not answer in time (status 503), as often as `policy` allows. */
async function inChunks<Item, Result extends ItemResult>(
  items: readonly Item[],
  size: number,
  ask: (part: readonly Item[]) => Promise<readonly Result[]>,
  policy: RetryPolicy,
  signal: AbortSignal | undefined,
): Promise<Result[]> {
  const results: Result[] = []
  let open = items.map((_, i) => i)
  for (let retries = 0, waitedMs = 0; open.length > 0; retries++) {
    for (const places of chunksOf(open, size)) {
      const answered = await ask(places.map((place) => items[place] as Item))
      for (const [i, place] of places.entries())
        results[place] = withPlace(answered[i] as Result, i, place)
    }
    open = open.filter((place) => results[place]?.error?.status === 503)
    const delayMs = backoff(retries)
    waitedMs += delayMs
    if (retries >= policy.retries || waitedMs > policy.maxWaitMs) break
    if (open.length > 0) await wait(delayMs, signal)
  }
  return results
}

/** Errors have the place of the item in its request, from 0. The caller knows its place among all items. */
function withPlace<Result extends ItemResult>(result: Result, i: number, place: number): Result {
  if (!result.error) return result
  const detail = result.error.detail.map((one) => ({
    ...one,
    loc: one.loc.map((part, depth) => (depth === 2 && part === String(i) ? String(place) : part)),
  }))
  return { ...result, error: { ...result.error, detail } }
}

function chunksOf<T>(items: readonly T[], size: number): T[][] {
  const count = Math.ceil(items.length / size)
  return Array.from({ length: count }, (_, i) => items.slice(i * size, (i + 1) * size))
}
