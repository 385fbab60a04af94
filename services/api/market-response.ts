// Builds the markets of a response from their details, prices and best bid and ask.
import type { Market, Outcome, PlatformListing } from '../../schemas/generated/api.ts'
import type { Decimal } from '../domain/money.ts'
import { toCents, complementOf } from '../domain/price.ts'
import { toCategory } from '../platforms/categories.ts'
import { invertQuote, midPrice, toQuote, type Quote } from '../domain/quote.ts'
import type { Exact } from './json-writer.ts'
import { queryBestPrices, type BestPrices } from './queries/best-prices.ts'
import { queryLatestPrices } from './queries/latest-prices.ts'
import { queryMarketDetails, type MarketDetails } from './queries/market-details.ts'
import type { RouteContext } from './route.ts'

/** What the markets are read from. */
export type MarketSources = Pick<RouteContext, 'store' | 'catalog'>

/** Returns the markets in the order of `ids`, without those that the store does not know. */
export async function readMarkets(
  { store, catalog }: MarketSources,
  ids: readonly string[],
  nowMs: number,
): Promise<readonly Exact<Market>[]> {
  if (ids.length === 0) return []
  const counterparts = await catalog.counterpartsOf(ids)
  const counterpartIds = [...counterparts.values()].flat().map((counterpart) => counterpart.id)
  const allIds = [...new Set([...ids, ...counterpartIds])]
  const [details, prices, books] = await Promise.all([
    queryMarketDetails(store, allIds),
    queryLatestPrices(store, ids, nowMs),
    queryBestPrices(store, allIds),
  ])
  const detailsOf = new Map(details.map((market) => [market.id, market]))
  const bookOf = new Map(books.map((book) => [book.market_id, book]))
  return ids.flatMap((id) => {
    const market = detailsOf.get(id)
    if (!market) return []
    const listings = [
      toListing(market, bookOf.get(id) ?? null, false),
      ...(counterparts.get(id) ?? []).flatMap((counterpart) => {
        const other = detailsOf.get(counterpart.id)
        if (!other) return []
        return [toListing(other, bookOf.get(other.id) ?? null, counterpart.isInverted)]
      }),
    ]
    return [toMarket(market, prices.get(id)?.price ?? null, listings)]
  })
}

/** `observed`: the current price of the first outcome, or null if none was ever observed. */
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
    category: toCategory(market.category),
    platform_category: market.category,
    event_slug: market.event_slug,
  }
}

/**
 * `isInverted`: the market's first outcome corresponds to the second outcome of the market that the
 * response describes.
 */
export function toListing(
  market: MarketDetails,
  book: BestPrices | null,
  isInverted: boolean,
): Exact<PlatformListing> {
  const quote = newestQuote(market, book)
  const { bid, ask } = isInverted ? invertQuote(quote) : quote
  return {
    platform: market.platform,
    native_id: market.native_id,
    url: market.url,
    best_bid: bid,
    best_ask: ask,
    volume_24h: market.volume_24h,
  }
}

function newestQuote(market: MarketDetails, book: BestPrices | null): Quote {
  if (book && book.received_at_ms >= market.received_at_ms) return book
  return toQuote(market.best_bid, market.best_ask)
}

function outcomesOf(market: MarketDetails, observed: Decimal | null): Exact<Outcome>[] {
  const prices = outcomePricesOf(market, observed)
  return prices.map((price, i) => ({
    label: market.labels[i] ?? '',
    price,
    price_cents: toCents(price),
  }))
}

/**
 * The current prices by outcome. `observed`: the price of the first outcome, or null if none was
 * ever observed.
 */
export function outcomePricesOf(
  market: MarketDetails,
  observed: Decimal | null,
): readonly Decimal[] {
  const first = firstPriceOf(market, observed)
  return market.labels.map((_, i) =>
    i === 0 ? first : i === 1 ? complementOf(first) : (market.listed_prices[i] ?? '0'),
  )
}

/**
 * The price of the first outcome: its payout if the market is resolved, else the observed price,
 * else the listed price, else the middle between best bid and best ask.
 */
function firstPriceOf(market: MarketDetails, observed: Decimal | null): Decimal {
  const listed = listedPriceOf(market)
  const price = market.status === 'resolved' ? (listed ?? observed) : (observed ?? listed)
  return price ?? midPrice(toQuote(market.best_bid, market.best_ask))
}

/** The price of the first outcome as the platform lists it: its payout once the market is resolved. */
export function listedPriceOf({ listed_prices }: MarketDetails): Decimal | null {
  const [first = null, second = null] = listed_prices
  return first ?? (second === null ? null : complementOf(second))
}
