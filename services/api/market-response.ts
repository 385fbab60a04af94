// Builds the markets of a response from their newest states.
import type { Market, Outcome, PlatformListing } from '../../schemas/generated/api.ts'
import type { Decimal } from '../domain/money.ts'
import { toCents, complementOf } from '../domain/price.ts'
import { toCategory } from '../platforms/categories.ts'
import { invertQuote, midPrice, toQuote, type Quote } from '../domain/quote.ts'
import { allOf, chain, type MaybePromise } from '../lib/run/maybe-promise.ts'
import type { Counterpart } from './catalog/match-catalog.ts'
import { currentPriceOf } from './current-price.ts'
import type { StateRequest } from './history/market-history.ts'
import type { MarketState } from './history/market-state.ts'
import { createJsonWriter, RenderedJson, type WithExactDecimals } from './json-writer.ts'
import type { BestPrices } from './queries/best-prices.ts'
import type { MarketDetails } from './queries/market-details.ts'
import type { RouteContext } from './route.ts'

/** The parts of the api from which markets are read. */
export type MarketSources = Pick<RouteContext, 'history' | 'catalog'>

type MarketJson = RenderedJson<Market>

export interface MarketJsonAndState {
  readonly state: MarketState
  readonly json: MarketJson
}

export const toStateRequest = (id: string): StateRequest => ({
  id,
  watermarkPosition: 0,
  completeUntilMs: Infinity,
})

/** Returns the requested markets, in the order of `requests`. Leaves out unknown markets. */
export function readMarkets(
  { history, catalog }: MarketSources,
  requests: readonly StateRequest[],
  nowMs: number,
): MaybePromise<readonly MarketJsonAndState[]> {
  if (requests.length === 0) return []
  const ids = requests.map(({ id }) => id)
  return chain(catalog.counterpartsOf(ids), (counterparts) =>
    chain(history.states(addRequestsForCounterparts(requests, counterparts)), (states) => {
      const known = requests.flatMap((one) => {
        const state = states.get(one.id)
        return state?.details ? [{ one, state, market: state.details }] : []
      })
      const prices = known.map(({ one, state }) => currentPriceOf(history, one, state, nowMs))
      return chain(allOf(prices), (observations) =>
        known.map(({ one, state, market }, i) => {
          const others = (counterparts.get(one.id) ?? []).flatMap(({ id, isInverted }) => {
            const other = states.get(id)
            return other ? [{ state: other, isInverted }] : []
          })
          return { state, json: render(state, market, observations[i]?.price ?? null, others) }
        }),
      )
    }),
  )
}

/** Adds a request for each counterpart of a requested market, unless the counterpart is requested already. */
function addRequestsForCounterparts(
  requests: readonly StateRequest[],
  counterparts: ReadonlyMap<string, readonly Counterpart[]>,
): readonly StateRequest[] {
  let hasOthers = false
  for (const others of counterparts.values()) hasOthers ||= others.length > 0
  if (!hasOthers) return requests
  const all = new Map(requests.map((one) => [one.id, one]))
  for (const others of counterparts.values())
    for (const { id } of others) if (!all.has(id)) all.set(id, toStateRequest(id))
  return [...all.values()]
}

interface CounterpartState {
  readonly state: MarketState
  readonly isInverted: boolean
}

interface RenderedMarket {
  readonly observedPrice: Decimal | null
  /** The revision of the state of each counterpart, as a negative number if the counterpart is inverted. */
  readonly counterparts: readonly number[]
  readonly json: MarketJson
}

const renderedMarkets = new WeakMap<MarketState, RenderedMarket>()
const toJson = createJsonWriter<Market>('market')

/**
 * Returns the JSON of a market. Renders it again only if the state of the market, the state of a counterpart, or the
 * observed price has changed.
 */
function render(
  state: MarketState,
  market: MarketDetails,
  observedPrice: Decimal | null,
  counterpartStates: readonly CounterpartState[],
): MarketJson {
  const known = renderedMarkets.get(state)
  const counterparts = counterpartStates.map((one) =>
    one.isInverted ? -one.state.revision : one.state.revision,
  )
  const isCurrent =
    known?.observedPrice === observedPrice &&
    known.counterparts.length === counterparts.length &&
    known.counterparts.every((one, i) => one === counterparts[i])
  if (isCurrent) return known.json
  const listings = [
    toListing(market, state.best, false),
    ...counterpartStates.flatMap(({ state: { details, best }, isInverted }) =>
      details === null ? [] : [toListing(details, best, isInverted)],
    ),
  ]
  const json: MarketJson = new RenderedJson(toJson(toMarket(market, observedPrice, listings)))
  renderedMarkets.set(state, { observedPrice, counterparts, json })
  return json
}

/** Builds a market. `observedPrice`: the current price of the first outcome; null if none was ever observed. */
export function toMarket(
  market: MarketDetails,
  observedPrice: Decimal | null,
  listings: readonly WithExactDecimals<PlatformListing>[],
): WithExactDecimals<Market> {
  return {
    id: market.id,
    slug: market.slug,
    question: market.question,
    status: market.status,
    outcomes: outcomesOf(market, observedPrice),
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
 * Builds an entry of the field `platforms` for a market, or for its counterpart on another platform. `isInverted`: the
 * first outcome of `market` corresponds to the second outcome of the market that the response describes.
 */
function toListing(
  market: MarketDetails,
  book: BestPrices | null,
  isInverted: boolean,
): WithExactDecimals<PlatformListing> {
  const quote = toNewestQuote(market, book)
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

function toNewestQuote(market: MarketDetails, book: BestPrices | null): Quote {
  if (book && book.received_at_ms >= market.received_at_ms) return book
  return toQuote(market.best_bid, market.best_ask)
}

function outcomesOf(
  market: MarketDetails,
  observedPrice: Decimal | null,
): WithExactDecimals<Outcome>[] {
  const prices = outcomePricesOf(market, observedPrice)
  return prices.map((price, i) => ({
    label: market.labels[i] ?? '',
    price,
    price_cents: toCents(price),
  }))
}

/**
 * Returns the current prices by outcome. `observedPrice`: the current price of the first outcome; null if none was ever
 * observed.
 */
export function outcomePricesOf(
  market: MarketDetails,
  observedPrice: Decimal | null,
): readonly Decimal[] {
  const first = firstOutcomePriceOf(market, observedPrice)
  return market.labels.map((_, i) =>
    i === 0 ? first : i === 1 ? complementOf(first) : (market.listed_prices[i] ?? '0'),
  )
}

/**
 * Returns the price of the first outcome: its payout if the market is resolved, else the observed price, else
 * the listed price, else the middle between best bid and best ask.
 */
function firstOutcomePriceOf(market: MarketDetails, observedPrice: Decimal | null): Decimal {
  const listed = listedPriceOf(market)
  const price = market.status === 'resolved' ? (listed ?? observedPrice) : (observedPrice ?? listed)
  return price ?? midPrice(toQuote(market.best_bid, market.best_ask))
}

/** Returns the price of the first outcome as the platform lists it: its payout once the market is resolved. */
export function listedPriceOf({ listed_prices }: MarketDetails): Decimal | null {
  const [first = null, second = null] = listed_prices
  return first ?? (second === null ? null : complementOf(second))
}
