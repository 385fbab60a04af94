// Markets as /v1 shows them: details, prices and best bid and ask of these ids, put together.
import type { Market, Outcome, PlatformListing } from '../../schemas/generated/api.ts'
import type { Decimal } from '../domain/money.ts'
import { centsOf, complementOf, midOf } from '../domain/price.ts'
import type { Exact } from './json-writer.ts'
import { queryBestPrices, type BestPrices } from './queries/best-prices.ts'
import { queryLatestPrices } from './queries/latest-prices.ts'
import { queryMarketDetails, type MarketDetails } from './queries/market-details.ts'
import type { RouteContext } from './route.ts'

/** What markets are put together from. */
export type MarketSources = Pick<RouteContext, 'store' | 'catalog'>

/** In the order of the ids; an id that the store does not know is left out. */
export async function readMarkets(
  { store, catalog }: MarketSources,
  ids: readonly string[],
  nowMs: number,
): Promise<readonly Exact<Market>[]> {
  if (ids.length === 0) return []
  const counterparts = new Map(ids.map((id) => [id, catalog.matches.counterpartOf(id)]))
  const others = [...counterparts.values()].flatMap((counterpart) => counterpart?.id ?? [])
  const all = [...new Set([...ids, ...others])]
  const [details, prices, books] = await Promise.all([
    queryMarketDetails(store, all),
    queryLatestPrices(store, ids, nowMs),
    queryBestPrices(store, all),
  ])
  const detailsOf = new Map(details.map((market) => [market.id, market]))
  const bookOf = new Map(books.map((book) => [book.market_id, book]))
  return ids.flatMap((id) => {
    const market = detailsOf.get(id)
    if (!market) return []
    const counterpart = counterparts.get(id)
    const other = detailsOf.get(counterpart?.id ?? '')
    const listings = [
      toListing(market, bookOf.get(id) ?? null, false),
      ...(other && counterpart
        ? [toListing(other, bookOf.get(other.id) ?? null, counterpart.isInverted)]
        : []),
    ]
    return [toMarket(market, prices.get(id)?.price ?? null, listings)]
  })
}

/** `observed`: the price now of the first outcome, if it was ever observed. */
export function toMarket(
  market: MarketDetails,
  observed: Decimal | null,
  listings: readonly Exact<PlatformListing>[],
): Exact<Market> {
  return {
    id: market.id,
    slug: market.slug,
    question: market.question,
    status: market.status,
    outcomes: outcomesOf(market, observed),
    platforms: listings,
    description: market.description,
    volume_24h: market.volume_24h,
    volume_total: market.volume_total,
    open_interest: market.open_interest,
    created_at: market.created_at,
    close_time: market.close_time,
    tags: market.tags,
    category: market.category,
    event_slug: market.event_slug,
  }
}

/** `isInverted`: what it calls its first outcome is the second of the market it is shown with. */
export function toListing(
  market: MarketDetails,
  book: BestPrices | null,
  isInverted: boolean,
): Exact<PlatformListing> {
  const { bid, ask } = newestBestPrices(market, book)
  return {
    platform: market.platform,
    native_id: market.native_id,
    url: market.url,
    best_bid: isInverted ? complementOf(ask) : bid,
    best_ask: isInverted ? complementOf(bid) : ask,
    volume_24h: market.volume_24h,
  }
}

function newestBestPrices(
  market: MarketDetails,
  book: BestPrices | null,
): { bid: Decimal; ask: Decimal } {
  if (book && book.received_at_ms >= market.received_at_ms) return book
  return { bid: market.best_bid ?? '0', ask: market.best_ask ?? '1' }
}

function outcomesOf(market: MarketDetails, observed: Decimal | null): Exact<Outcome>[] {
  const prices = outcomePricesOf(market, observed)
  return prices.map((price, i) => ({
    label: market.labels[i] ?? '',
    price,
    price_cents: centsOf(price),
  }))
}

/** The prices now, by outcome. `observed`: of the first one, if it was ever observed. */
export function outcomePricesOf(
  market: MarketDetails,
  observed: Decimal | null,
): readonly Decimal[] {
  const first = firstPriceOf(market, observed)
  return market.labels.map((_, i) =>
    i === 0 ? first : i === 1 ? complementOf(first) : (market.listed_prices[i] ?? '0'),
  )
}

/** Of the first outcome: its result once resolved, else what was observed, else what is listed. */
function firstPriceOf(market: MarketDetails, observed: Decimal | null): Decimal {
  const [first = null, second = null] = market.listed_prices
  const listed = first ?? (second === null ? null : complementOf(second))
  const price = market.status === 'resolved' ? (listed ?? observed) : (observed ?? listed)
  return price ?? midOf(market.best_bid ?? '0', market.best_ask ?? '1')
}
