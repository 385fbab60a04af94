// The sample exchange for the normalizer.
import type {
  Book,
  Event,
  Market,
  RawBook,
  RawMarket,
  RawTrade,
  Trade,
} from '../../schemas/generated/events.ts'
import { parseDecimal } from '../../services/domain/money.ts'
import { normalizeBook } from '../../services/domain/order-book.ts'
import { complementOf, isPrice } from '../../services/domain/price.ts'
import { toPriceFields } from '../../services/domain/trade.ts'
import { toId } from '../../services/platforms/identity.ts'
import type { MarketInput, RawInput } from '../../services/platforms/mapper.ts'
import { amountOf, textOf } from '../../services/platforms/json.ts'
import { levelsOf } from '../../services/platforms/mapping/levels.ts'
import { deadLetter, type MappingResult } from '../../services/platforms/mapping/result.ts'
import { isPlausibleTime, toPlausibleSeconds, parseTimeMs } from '../../services/platforms/time.ts'
import { identity } from './registration.ts'
import { stateOf, states, type SampleBook, type SampleMarket, type SampleTrade } from './wire.ts'

const platform = identity.name

function toMarket({ raw, body, origin }: RawInput<RawMarket, SampleMarket>): MappingResult<Market> {
  const [nativeId, question, state] = [textOf(body.id), textOf(body.question), stateOf(body)]
  if (nativeId === null) return deadLetter('missing_field', 'id')
  if (question === null) return deadLetter('missing_field', 'question')
  if (state === null) return deadLetter('unknown_status', 'state', body.state)
  const price = body.result === 'yes' ? '1' : body.result === 'no' ? '0' : null
  return {
    value: {
      id: toId(platform, nativeId),
      platform,
      native_id: nativeId,
      slug: nativeId,
      question,
      status: states[state],
      outcomes: [
        { label: 'Yes', token_id: null, listed_price: price },
        { label: 'No', token_id: null, listed_price: price === null ? null : complementOf(price) },
      ],
      description: null,
      best_bid: null,
      best_ask: null,
      volume_24h: '0',
      volume_total: amountOf(body.volume),
      open_interest: null,
      created_at: toPlausibleSeconds(body.opens),
      close_time: toPlausibleSeconds(body.ends),
      resolved_at: null,
      url: `https://sample.example/${encodeURIComponent(nativeId)}`,
      tags: [],
      category: null,
      event_id: null,
      event_slug: null,
      event_title: null,
      received_at_ms: raw.received_at_ms,
      origin,
    },
  }
}

/** The exchange has no events: none is listed. */
function toEvent(): MappingResult<Event> {
  return deadLetter('missing_field', 'event')
}

function toTrade(input: MarketInput<RawTrade, SampleTrade>): MappingResult<Trade> {
  const { raw, nativeId, body, origin } = input
  const id = textOf(body.id)
  if (id === null) return deadLetter('missing_field', 'id')
  if (body.market !== nativeId) return deadLetter('wrong_market', raw.market_id, body.market)
  const price = parseDecimal(body.price)
  if (price === null || !isPrice(price)) return deadLetter('bad_price', 'price', body.price)
  const size = amountOf(body.size)
  if (size === null || size === '0') return deadLetter('bad_size', 'size', body.size)
  if (body.bought !== 'yes' && body.bought !== 'no')
    return deadLetter('bad_side', 'bought', body.bought)
  const timestampMs = parseTimeMs(body.time)
  if (timestampMs === null || !isPlausibleTime(timestampMs, raw.received_at_ms))
    return deadLetter('bad_time', 'time', body.time)
  const isYes = body.bought === 'yes'
  return {
    value: {
      id,
      market_id: raw.market_id,
      platform,
      size,
      ...toPriceFields(isYes ? 0 : 1, price, 'buy'),
      outcome: isYes ? 'Yes' : 'No',
      timestamp_ms: timestampMs,
      native_trade_id: id,
      wallet: null,
      received_at_ms: raw.received_at_ms,
      origin,
    },
  }
}

function toBook({
  raw,
  nativeId,
  body,
  origin,
}: MarketInput<RawBook, SampleBook>): MappingResult<Book> {
  if (body.market !== nativeId) return deadLetter('wrong_market', raw.market_id, body.market)
  const readLevel = (level: unknown) =>
    Array.isArray(level) ? ([level[0], level[1]] as const) : null
  const bids = levelsOf('bids', body.bids, readLevel)
  if (!('value' in bids)) return bids
  const asks = levelsOf('asks', body.asks, readLevel)
  if (!('value' in asks)) return asks
  return {
    value: {
      market_id: raw.market_id,
      platform,
      ...normalizeBook({ bids: bids.value, asks: asks.value }),
      timestamp_ms: raw.received_at_ms,
      received_at_ms: raw.received_at_ms,
      origin,
    },
  }
}

export const mapper = {
  toMarket,
  toEvent,
  toTrade,
  toProvisionalTrade: null,
  toBook,
  toActivity: null,
}
