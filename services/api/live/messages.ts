// Converts records of the followed topics to the messages of channels that readers of a stream receive.
import type { Book, Market, Match } from '../../../schemas/generated/events.ts'
import type {
  OrderBook,
  StreamMarket,
  StreamMatch,
  StreamQuote,
} from '../../../schemas/generated/api.ts'
import { quoteOf } from '../../domain/order-book.ts'
import { isUsableQuote, midPrice, spreadOf } from '../../domain/quote.ts'
import { marketRefusal } from '../../domain/refusals.ts'
import type { Codec } from '../../lib/codec/port.ts'
import type { LogRecord } from '../../lib/log/port.ts'
import { decodeTableRecord } from '../../lib/run/unknown-platform.ts'
import { createRecordDecoder, type ProvisionalTradeChange } from '../history/records.ts'
import { toJsonString } from '../history/trade-json.ts'
import { createJsonWriter } from '../json-writer.ts'
import type { LiveTopic } from './positions.ts'
import { toProvisionalTradeJson, toTradeJson } from './trade-json.ts'

/** By channel: the topic from whose records the messages of the channel are made. */
export const channelTopics = {
  trades: 'trades',
  quotes: 'books',
  books: 'books',
  candles: 'trades',
  markets: 'markets',
  matches: 'matches',
  provisional_trades: 'provisional-trades',
} as const satisfies Record<string, LiveTopic>

export type Channel = keyof typeof channelTopics

/** A message whose data is computed from its record alone. */
export interface RecordMessage {
  readonly channel: Exclude<Channel, 'candles'>
  /** The markets that the message is about. */
  readonly marketIds: readonly string[]
  /** JSON without line breaks. It is created at the first access, because most readers want few channels. */
  readonly data: string
}

/** A message with the candle that a trade has changed. The candle is read when the message is sent. */
export interface CandleChange {
  readonly channel: 'candles'
  readonly marketIds: readonly [string]
  /** Unix milliseconds. */
  readonly tradedAtMs: number
}

export type LiveMessage = RecordMessage | CandleChange

/**
 * Returns the messages of a record. A record must always have the same messages in the same order, because a cursor can
 * state how many of them were sent. A watermark, or a record that the tables leave out, has no messages.
 */
export type MessageConverter = (topic: LiveTopic, record: LogRecord) => readonly LiveMessage[]

export function createMessageConverter(codec: Codec, topicPrefix: string): MessageConverter {
  const decoder = createRecordDecoder(codec, topicPrefix)
  const known = new WeakMap<LogRecord, readonly LiveMessage[]>()

  const toMessages: Record<LiveTopic, (record: LogRecord) => readonly LiveMessage[]> = {
    trades(record) {
      const trade = decoder.decodeTrade(record)
      if (!trade) return []
      const { market_id: id, timestamp_ms: tradedAtMs } = trade
      // the candle comes before the trade: /v1/trades ignores how many messages of a record were sent, so a client that
      // continues there with the cursor of the candle still receives the trade
      return [
        { channel: 'candles', marketIds: [id], tradedAtMs },
        toMessage('trades', [id], () => toTradeJson(trade)),
      ]
    },
    books(record) {
      const book = decoder.decodeBook(record)
      if (!book) return []
      const marketIds = [book.market_id]
      return [
        toMessage('quotes', marketIds, () => toQuoteJson(book)),
        toMessage('books', marketIds, () => toBookJson(book)),
      ]
    },
    markets(record) {
      const decoded = decodeTableRecord<'markets'>(codec, topicPrefix, record)
      if (decoded === null) return []
      const { value: market } = decoded
      if (marketRefusal(market) !== null) return []
      return [toMessage('markets', [market.id], () => toMarketJson(market))]
    },
    matches(record) {
      const decoded = decodeTableRecord<'matches'>(codec, topicPrefix, record)
      if (decoded === null) return []
      const { market_id: id, link } = decoded.value
      const marketIds = link ? [id, link.other_market_id] : [id]
      return [toMessage('matches', marketIds, () => toMatchJson(decoded.value))]
    },
    'provisional-trades'(record) {
      const found = decoder.decodeProvisionalTrade(record)
      if (!found) return []
      const toJson = (): string => toProvisionalMessageJson(found)
      return [toMessage('provisional_trades', [found.market_id], toJson)]
    },
  }

  return (topic, record) => {
    let messages = known.get(record)
    if (!messages) {
      messages = toMessages[topic](record)
      known.set(record, messages)
    }
    return messages
  }
}

function toMessage(
  channel: RecordMessage['channel'],
  marketIds: readonly string[],
  toJson: () => string,
): RecordMessage {
  let data: string | null = null
  return {
    channel,
    marketIds,
    get data() {
      return (data ??= toJson())
    },
  }
}

const writeBook = createJsonWriter<OrderBook>('order-book')
const writeQuote = createJsonWriter<StreamQuote>('stream-quote')
const writeMarket = createJsonWriter<StreamMarket>('stream-market')
const writeMatch = createJsonWriter<StreamMatch>('stream-match')

function toProvisionalMessageJson(change: ProvisionalTradeChange): string {
  const { id, market_id: marketId, platform, trade, reason } = change
  return (
    `{"id":${toJsonString(id)},"market_id":${toJsonString(marketId)},"platform":"${platform}"` +
    `,"trade":${trade ? toProvisionalTradeJson(trade) : 'null'},"withdrawn":${JSON.stringify(reason)}}`
  )
}

function toQuoteJson(book: Book): string {
  const quote = quoteOf(book)
  return writeQuote({
    market_id: book.market_id,
    platform: book.platform,
    timestamp_ms: book.timestamp_ms,
    best_bid: quote.bid,
    best_ask: quote.ask,
    mid_price: isUsableQuote(quote) ? midPrice(quote) : null,
  })
}

function toBookJson(book: Book): string {
  const quote = quoteOf(book)
  const withPlatform = (level: Book['bids'][number]) => ({ ...level, platform: book.platform })
  return writeBook({
    market_id: book.market_id,
    bids: book.bids.map(withPlatform),
    asks: book.asks.map(withPlatform),
    spread: spreadOf(quote),
    mid_price: midPrice(quote),
    timestamp_ms: book.timestamp_ms,
    seen_at_ms: book.received_at_ms,
    as_of_ms: book.received_at_ms,
  })
}

function toMatchJson({ market_id: id, link, changed_at_ms: changedMs }: Match): string {
  return writeMatch({
    market_id: id,
    other_market_id: link?.other_market_id ?? null,
    score: link?.score ?? null,
    confidence: link?.confidence ?? null,
    outcome_index: link?.outcome_index ?? null,
    changed_at_ms: changedMs,
  })
}

function toMarketJson(market: Market): string {
  return writeMarket({
    id: market.id,
    platform: market.platform,
    native_id: market.native_id,
    slug: market.slug,
    question: market.question,
    status: market.status,
    outcomes: market.outcomes.map(({ label, listed_price }) => ({ label, listed_price })),
    volume_24h: market.volume_24h,
    volume_total: market.volume_total,
    open_interest: market.open_interest,
    created_at: market.created_at,
    close_time: market.close_time,
    resolved_at: market.resolved_at,
    event_slug: market.event_slug,
  })
}
