// platform_a: maps the order book of one outcome's token (CLOB API) to the book of the market. The book
// of the second outcome's token contains the same orders with inverted prices and sides.
import type { Book, RawBook } from '../../../../schemas/generated/events.ts'
import { parseDecimal } from '../../../domain/money.ts'
import { normalizeBook, invertBook } from '../../../domain/order-book.ts'
import type { MappingResult } from '../../mapping/result.ts'
import { deadLetter } from '../../mapping/result.ts'
import { isObject, textOf } from '../../json.ts'
import type { MarketInput } from '../../mapper.ts'
import { isPlausibleTime } from '../../time.ts'
import type { PlatformABook, PlatformALevel } from '../wire/book.ts'
import { levelsOf } from '../../mapping/levels.ts'

export function toBook({
  raw,
  nativeId,
  body,
  origin,
}: MarketInput<RawBook, PlatformABook>): MappingResult<Book> {
  const condition = textOf(body.market)
  if (condition !== null && condition !== nativeId)
    return deadLetter('wrong_market', raw.market_id, condition)
  if (body.bids === undefined && body.asks === undefined)
    return deadLetter('missing_field', 'bids and asks')
  if (raw.outcome_index > 1) return { drop: 'not_binary' }
  const bids = levelsOf('bids', body.bids, readLevel)
  if (!('value' in bids)) return bids
  const asks = levelsOf('asks', body.asks, readLevel)
  if (!('value' in asks)) return asks
  const timestampMs = timeOf(body.timestamp, raw.received_at_ms + raw.clock_difference_ms)
  if (timestampMs === null) return deadLetter('bad_time', 'timestamp', body.timestamp)
  const sides = { bids: bids.value, asks: asks.value }
  return {
    value: {
      market_id: raw.market_id,
      platform: 'platform_a',
      ...normalizeBook(raw.outcome_index === 0 ? sides : invertBook(sides)),
      timestamp_ms: timestampMs,
      received_at_ms: raw.received_at_ms,
      origin,
    },
  }
}

export function readLevel(level: unknown): readonly [price: unknown, size: unknown] | null {
  if (!isObject(level)) return null
  const { price, size }: PlatformALevel = level
  return [price, size]
}

/**
 * Returns the time from a string of Unix milliseconds, or the time of receipt by the platform's clock if the book
 * has none. Returns null if the time is implausible.
 */
function timeOf(value: unknown, receivedAtMs: number): number | null {
  if (value === undefined || value === null) return receivedAtMs
  const ms = parseDecimal(value)
  if (ms === null || !isPlausibleTime(Number(ms), receivedAtMs)) return null
  return Math.floor(Number(ms))
}
