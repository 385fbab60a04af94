// platform_b: an order book to the book of the market. The platform has bids only, on both sides: a
// bid for No at q is an ask for Yes at 1 - q. It gives no time; a book is an observation.
import type { Book, PriceLevel, RawBook } from '../../../../schemas/generated/events.ts'
import { toBook as toSortedBook, toOpposite } from '../../../domain/order-book.ts'
import type { DeadLetter, Fate } from '../../fate.ts'
import { deadLetter } from '../../fate.ts'
import type { JsonObject } from '../../json.ts'
import { isObject, textOf } from '../../json.ts'
import type { Said } from '../../mapper.ts'
import { levelsOf } from '../levels.ts'
import { centsToDollars } from './amounts.ts'
import { isParlayTicker } from './ticker.ts'

export function toBook({ raw, body, origin }: Said<RawBook>): Fate<Book> {
  const ticker = textOf(body['ticker'])
  if (ticker !== null && `pb_${ticker}` !== raw.market_id)
    return deadLetter('wrong_market', raw.market_id, ticker)
  if (isParlayTicker(raw.market_id.slice('pb_'.length))) return { drop: 'parlay' }
  const book = body['orderbook_fp'] ?? body['orderbook']
  if (!isObject(book)) return deadLetter('missing_field', 'orderbook_fp', book)
  const bids = bidsOf(book, 'yes')
  if (!('value' in bids)) return bids
  const noBids = bidsOf(book, 'no')
  if (!('value' in noBids)) return noBids
  return {
    value: {
      market_id: raw.market_id,
      platform: 'platform_b',
      ...toSortedBook({ bids: bids.value, asks: toOpposite(noBids.value) }),
      timestamp_ms: raw.received_at_ms,
      received_at_ms: raw.received_at_ms,
      origin,
    },
  }
}

/** Dollars in strings, or in the older generation cents. */
function bidsOf(
  book: JsonObject,
  side: 'yes' | 'no',
): { readonly value: readonly PriceLevel[] } | DeadLetter {
  const dollars = book[`${side}_dollars`]
  if (dollars !== undefined && dollars !== null) return levelsOf(side, dollars, readLevel)
  return levelsOf(side, book[side], (level) => {
    const [cents, size] = readLevel(level) ?? []
    return [centsToDollars(cents), size]
  })
}

function readLevel(level: unknown): readonly [price: unknown, size: unknown] | null {
  return Array.isArray(level) ? [level[0], level[1]] : null
}
