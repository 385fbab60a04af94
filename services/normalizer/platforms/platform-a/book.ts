// platform_a: a CLOB book of one token to the book of the market. The book of the second outcome's
// token shows the same orders turned round.
import type { Book, RawBook } from '../../../../schemas/generated/events.ts'
import { parseDecimal } from '../../../domain/money.ts'
import { toBook as toSortedBook, turnBookRound } from '../../../domain/order-book.ts'
import type { Fate } from '../../fate.ts'
import { deadLetter } from '../../fate.ts'
import { isObject, textOf } from '../../json.ts'
import type { Said } from '../../mapper.ts'
import { isPlausible } from '../../time.ts'
import { levelsOf } from '../levels.ts'

export function toBook({ raw, body, origin }: Said<RawBook>): Fate<Book> {
  const condition = textOf(body['market'])
  if (condition !== null && `pa_${condition}` !== raw.market_id)
    return deadLetter('wrong_market', raw.market_id, condition)
  if (body['bids'] === undefined && body['asks'] === undefined)
    return deadLetter('missing_field', 'bids and asks')
  if (raw.outcome_index > 1) return { drop: 'not_binary' }
  const bids = levelsOf('bids', body['bids'], readLevel)
  if (!('value' in bids)) return bids
  const asks = levelsOf('asks', body['asks'], readLevel)
  if (!('value' in asks)) return asks
  const timestampMs = timeOf(body['timestamp'], raw.received_at_ms)
  if (timestampMs === null) return deadLetter('bad_time', 'timestamp', body['timestamp'])
  const said = { bids: bids.value, asks: asks.value }
  return {
    value: {
      market_id: raw.market_id,
      platform: 'platform_a',
      ...toSortedBook(raw.outcome_index === 0 ? said : turnBookRound(said)),
      timestamp_ms: timestampMs,
      received_at_ms: raw.received_at_ms,
      origin,
    },
  }
}

function readLevel(level: unknown): readonly [price: unknown, size: unknown] | null {
  return isObject(level) ? [level['price'], level['size']] : null
}

/** Milliseconds in a string. */
function timeOf(value: unknown, receivedAtMs: number): number | null {
  if (value === undefined || value === null) return receivedAtMs
  const ms = parseDecimal(value)
  if (ms === null || !isPlausible(Number(ms), receivedAtMs)) return null
  return Math.floor(Number(ms))
}
