// platform_b: maps an order book to the book of the market. The platform lists only bids, for Yes and for
// No: a bid of price q for No is an ask of price 1 - q for Yes. Its books have no time, so the time of
// receipt by its clock is used.
import type { Book, PriceLevel, RawBook } from '../../../../schemas/generated/events.ts'
import { normalizeBook, invertLevels } from '../../../domain/order-book.ts'
import type { DeadLetter, MappingResult } from '../../mapping/result.ts'
import { deadLetter } from '../../mapping/result.ts'
import { isObject, textOf } from '../../json.ts'
import type { MarketInput } from '../../mapper.ts'
import { levelsOf } from '../../mapping/levels.ts'
import { centsToDollars } from '../wire/amounts.ts'
import { isParlayTicker } from '../wire/ticker.ts'
import type { PlatformBBook, PlatformBSides } from '../wire/book.ts'

export function toBook({
  raw,
  nativeId,
  body,
  origin,
}: MarketInput<RawBook, PlatformBBook>): MappingResult<Book> {
  const ticker = textOf(body.ticker)
  if (ticker !== null && ticker !== nativeId)
    return deadLetter('wrong_market', raw.market_id, ticker)
  if (isParlayTicker(nativeId)) return { drop: 'parlay' }
  const book = body.orderbook_fp ?? body.orderbook
  if (!isObject(book)) return deadLetter('missing_field', 'orderbook_fp', book)
  const bids = bidsOf(book, 'yes')
  if (!('value' in bids)) return bids
  const noBids = bidsOf(book, 'no')
  if (!('value' in noBids)) return noBids
  return {
    value: {
      market_id: raw.market_id,
      platform: 'platform_b',
      ...normalizeBook({ bids: bids.value, asks: invertLevels(noBids.value) }),
      timestamp_ms: raw.received_at_ms + raw.clock_difference_ms,
      received_at_ms: raw.received_at_ms,
      origin,
    },
  }
}

/**
 * Returns the bids of one side. Prices are dollars in strings, or cents in the older generation of the
 * API.
 */
function bidsOf(
  book: PlatformBSides,
  side: 'yes' | 'no',
): { readonly value: readonly PriceLevel[] } | DeadLetter {
  const dollars = book[`${side}_dollars`]
  if (dollars !== undefined && dollars !== null) return levelsOf(side, dollars, readLevel)
  return levelsOf(side, book[side], (level) => {
    const [cents, size] = readLevel(level) ?? []
    return [centsToDollars(cents), size]
  })
}

export function readLevel(level: unknown): readonly [price: unknown, size: unknown] | null {
  return Array.isArray(level) ? [level[0], level[1]] : null
}
