// The newest state of a market: the data that lists and responses about one market show. Each change makes a
// new state object. A change that is older than the data in the state, or is in it already, is ignored, so
// changes may arrive in any order and repeatedly.
import type { BestPrices } from '../queries/best-prices.ts'
import type { MarketDetails } from '../queries/market-details.ts'
import type { NewestAudit } from '../queries/newest-audits.ts'
import type { NewestQuote, NewestTrade } from '../queries/newest-prices.ts'
import type { PriceObservation } from '../queries/price-at.ts'
import { compareIds } from './row.ts'

interface MarketStateFields {
  /** Null: the market has no record yet. It can have trades nevertheless. */
  readonly details: MarketDetails | null
  readonly trade: NewestTrade | null
  /**
   * The newest usable quote. Its price is null if a later record of the same time has replaced it with an
   * unusable quote.
   */
  readonly quote: NewestQuote | null
  /** The best bid and ask of the newest order book. */
  readonly best: BestPrices | null
  readonly audit: NewestAudit | null
}

export interface MarketState extends MarketStateFields {
  /** Different for each state object that this process creates. */
  readonly revision: number
}

/** A change that a record of the log makes to the state of its market. */
export type StateChange =
  | { readonly kind: 'details'; readonly details: MarketDetails }
  | { readonly kind: 'trade'; readonly trade: NewestTrade }
  | { readonly kind: 'book'; readonly best: BestPrices; readonly quote: NewestQuote }
  | { readonly kind: 'audit'; readonly audit: NewestAudit }

let revisions = 0

export function createMarketState(parts: MarketStateFields): MarketState {
  revisions += 1
  return { ...parts, revision: revisions }
}

/** Returns the state after a change; the given object if the change is ignored. */
export function applyChange(state: MarketState, change: StateChange): MarketState {
  switch (change.kind) {
    case 'details':
      return isNewer(change.details, state.details)
        ? createMarketState({ ...state, details: change.details })
        : state
    case 'audit':
      return isNewer(change.audit, state.audit)
        ? createMarketState({ ...state, audit: change.audit })
        : state
    case 'trade':
      return replacesTrade(change.trade, state.trade)
        ? createMarketState({ ...state, trade: change.trade })
        : state
    case 'book': {
      const best = isNewer(change.best, state.best) ? change.best : state.best
      const quote = replacesQuote(change.quote, state.quote) ? change.quote : state.quote
      return best === state.best && quote === state.quote
        ? state
        : createMarketState({ ...state, best, quote })
    }
  }
}

interface HasLogPosition {
  readonly position: number
}

const isNewer = (one: HasLogPosition, other: HasLogPosition | null): boolean =>
  other === null || one.position > other.position

/**
 * Whether trade `one` replaces trade `other`: if it has the later time or, at the same time, the greater
 * id. Of two records of one trade, the record that was received first wins, or the one with the larger
 * position if both were received at the same time (as in the tables).
 */
function replacesTrade(one: NewestTrade, other: NewestTrade | null): boolean {
  if (other === null) return true
  if (one.ms !== other.ms) return one.ms > other.ms
  const order = compareIds(one.id, other.id)
  if (order !== 0) return order > 0
  if (one.receivedMs !== other.receivedMs) return one.receivedMs < other.receivedMs
  return one.position > other.position
}

/**
 * Whether quote `one` replaces quote `other`. An unusable quote (price null) replaces only a quote of the
 * same time.
 */
function replacesQuote(one: NewestQuote, other: NewestQuote | null): boolean {
  const isSameTime = one.ms === other?.ms
  if (isSameTime) return one.position > other.position
  return one.price !== null && (other === null || one.ms > other.ms)
}

/**
 * Returns the newest trade or usable quote; null if there is none. If both have the same time, returns the
 * trade. Returns undefined if the newest quote was replaced by an unusable one: then an earlier quote may be
 * the newest usable one, but only the history of the market has it.
 */
export function newestPriceOf({ trade, quote }: MarketState): PriceObservation | null | undefined {
  if (trade !== null && trade.ms >= (quote?.ms ?? 0))
    return { price: trade.price, timestampMs: trade.ms, source: 'trade' }
  if (quote === null) return null
  if (quote.price === null) return undefined
  return { price: quote.price, timestampMs: quote.ms, source: 'quote' }
}

/** Estimated memory of a state without its texts, including its entry in the cache, in bytes. */
const emptyBytes = 2_200
/** Estimated memory of an outcome or a tag in addition to its characters. */
const itemBytes = 100

/**
 * Returns the estimated memory of a state, including the JSON of the market that is kept with it
 * (market-response.ts). One character outside Latin-1 makes all characters of the JSON two bytes wide.
 */
export function bytesOfState({ details }: MarketState): number {
  if (details === null) return emptyBytes
  const { labels, tags } = details
  const { id, native_id: nativeId, slug, question, url, description, event_slug: event } = details
  const texts = [
    id,
    nativeId,
    slug,
    question,
    url,
    description ?? '',
    event ?? '',
    ...labels,
    ...tags,
  ]
  const characters = texts.reduce((sum, text) => sum + text.length, 0)
  const isWide = texts.some((text) => /[\u0100-\uffff]/.test(text))
  return emptyBytes + itemBytes * (labels.length + tags.length) + (isWide ? 3 : 2) * characters
}
