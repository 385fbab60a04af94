// platform_b: the routes of order books.
import { count, dollars, DOLLAR } from '../decimals.ts'
import { integerOf, listOf, ok, type Route } from '../server/routes.ts'
import { bookAt, type Book, type Level } from '../world/book.ts'
import type { MarketB } from '../world/market.ts'
import { badRequest, get, notFound } from './answers.ts'
import type { NumberFormat } from './numbers.ts'
import type { Json, View } from './view.ts'

export function bookRoutes({ world, numberFormat }: View): readonly Route[] {
  const book = (market: MarketB, nowMs: number, depth: number): Json =>
    wireBook(market, nowMs, depth, numberFormat)

  return [
    get('/markets/orderbooks', ({ query, nowMs }) => {
      const tickers = listOf(query, 'tickers')
      if (tickers.length === 0 || tickers.length > 100) return badRequest('invalid tickers')
      const found = tickers.flatMap((ticker) => world.catalogB(nowMs).marketById.get(ticker) ?? [])
      return ok({
        orderbooks: found.map((market) => ({ ticker: market.id, ...book(market, nowMs, 0) })),
      })
    }),
    get('/markets/:ticker/orderbook', ({ params, query, nowMs }) => {
      const market = world.catalogB(nowMs).marketById.get(params['ticker'] ?? '')
      const depth = integerOf(query, 'depth') ?? 0
      if (!(depth >= 0 && depth <= 100)) return badRequest('invalid depth')
      return market ? ok(book(market, nowMs, depth)) : notFound
    }),
  ]
}

/** Bids on both sides, best price last: an offer of Yes at p is a bid for No at 1 - p. */
export function bidsOfBothSides(
  book: Book | null,
  depth: number,
): { readonly yes: readonly Level[]; readonly no: readonly Level[] } {
  const best = (levels: readonly Level[]): readonly Level[] =>
    (depth === 0 ? levels : levels.slice(0, depth)).toReversed()
  const no = best(book?.asks ?? []).map(({ pricePico, sizeMicro }) => ({
    pricePico: DOLLAR - pricePico,
    sizeMicro,
  }))
  return { yes: best(book?.bids ?? []), no }
}

export const writtenLevel = ({ pricePico, sizeMicro }: Level): readonly [string, string] => [
  dollars(pricePico),
  count(sizeMicro),
]

function wireBook(market: MarketB, nowMs: number, depth: number, numberFormat: NumberFormat): Json {
  const { yes, no } = bidsOfBothSides(bookAt(market, nowMs), depth)
  if (numberFormat === 'fixed-point')
    return {
      orderbook_fp: { no_dollars: no.map(writtenLevel), yes_dollars: yes.map(writtenLevel) },
    }
  // Before 2026 an empty side was null, and sizes were whole: strings where prices are in dollars.
  const side = <T>(levels: readonly Level[], entry: (level: Level) => T): T[] | null =>
    levels.length === 0 ? null : levels.map(entry)
  const whole = ({ sizeMicro }: Level): number => Math.round(sizeMicro / 1e6)
  const inCents = (level: Level): unknown => [Math.round(level.pricePico / 1e10), whole(level)]
  const inDollars = (level: Level): unknown => [dollars(level.pricePico), String(whole(level))]
  return {
    orderbook: {
      no: side(no, inCents),
      no_dollars: side(no, inDollars),
      yes: side(yes, inCents),
      yes_dollars: side(yes, inDollars),
    },
  }
}
