// The order books of tokens as the CLOB serves them, by request and on the market channel.
import { createHash } from 'node:crypto'
import { DOLLAR, priceText, sizeText } from '../decimals.ts'
import { bookAt, quoteAt, type Book, type Level } from '../world/book.ts'
import { isTrading, type MarketA } from '../world/market.ts'
import type { World } from '../world/world.ts'

interface WireLevel {
  readonly price: string
  readonly size: string
}

export interface WireBook {
  readonly market: string
  readonly asset_id: string
  /** Unix milliseconds of the last change. */
  readonly timestamp: string
  readonly hash: string
  /** From the worst level to the best, like the asks. */
  readonly bids: readonly WireLevel[]
  readonly asks: readonly WireLevel[]
  readonly min_order_size: string
  readonly tick_size: string
  readonly neg_risk: boolean
  readonly last_trade_price: string
}

/** The book of one of the two tokens; the book of the second token mirrors that of the first. */
export function sidesOf(market: MarketA, outcome: 0 | 1, nowMs: number): Book | null {
  if (market.tradesPerHour === 0) return null
  const book = bookAt(market, nowMs)
  if (book === null || outcome === 0) return book
  const mirror = (levels: readonly Level[]): readonly Level[] =>
    levels.map(({ pricePico, sizeMicro }) => ({ pricePico: DOLLAR - pricePico, sizeMicro }))
  return { bids: mirror(book.asks), asks: mirror(book.bids), sinceMs: book.sinceMs }
}

/** The newest book of each outcome. */
const newestBooks = new WeakMap<MarketA, readonly [WireBook, WireBook]>()

export function wireBook(
  world: World,
  market: MarketA,
  outcome: 0 | 1,
  nowMs: number,
): WireBook | null {
  if (market.tradesPerHour === 0 || !isTrading(market, nowMs)) return null
  const timestamp = String(quoteAt(market, nowMs).sinceMs)
  const known = newestBooks.get(market)
  if (known?.[0].timestamp === timestamp) return known[outcome]
  const books = [createBook(world, market, 0, nowMs), createBook(world, market, 1, nowMs)] as const
  newestBooks.set(market, books)
  return books[outcome]
}

function createBook(world: World, market: MarketA, outcome: 0 | 1, nowMs: number): WireBook {
  const { sinceMs } = quoteAt(market, nowMs)
  const book = sidesOf(market, outcome, nowMs)
  const levels = (side: readonly Level[]): WireLevel[] =>
    side
      .map(({ pricePico, sizeMicro }) => ({
        price: priceText(pricePico),
        size: sizeText(sizeMicro),
      }))
      .reverse()
  const last = world.tape.totals(market, sinceMs).last
  const lastPico =
    last === null ? 0 : last.outcome === outcome ? last.pricePico : DOLLAR - last.pricePico
  const summary = {
    market: market.id,
    asset_id: market.tokens[outcome],
    timestamp: String(sinceMs),
    hash: '',
    bids: levels(book?.bids ?? []),
    asks: levels(book?.asks ?? []),
    min_order_size: '5',
    tick_size: priceText(market.tickPico),
    neg_risk: market.event.spec.negRisk,
    last_trade_price: priceText(lastPico),
  }
  // As the platform's clients compute it: a digest of the compact JSON, with an empty hash.
  return { ...summary, hash: createHash('sha1').update(JSON.stringify(summary)).digest('hex') }
}
