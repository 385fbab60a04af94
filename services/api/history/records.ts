// Decodes records of the topics that the api keeps in memory. Trades, order books and sightings get the same values
// that the tables have. A decoding function returns null for a record that cannot be decoded or that the projector
// rejects.
import type { Book, BookSighting, StreamedBook, Trade } from '../../../schemas/generated/events.ts'
import { truncateDecimal } from '../../domain/money.ts'
import { quoteOf } from '../../domain/order-book.ts'
import { isUsableQuote } from '../../domain/quote.ts'
import { bookRefusal, tradeRefusal } from '../../domain/refusals.ts'
import { CodecError, type Codec } from '../../lib/codec/port.ts'
import type { LogRecord } from '../../lib/log/port.ts'
import { decodeRecord } from '../../lib/run/stage.ts'
import { decodeTableRecord } from '../../lib/run/unknown-platform.ts'
import { toTradeFlags, type HistoryRow } from './row.ts'

/** What a record of the topic `provisional-trades` states: a trade that a stream announced, or its withdrawal. */
export interface ProvisionalTradeChange extends Pick<Trade, 'id' | 'market_id' | 'platform'> {
  /** null: the trade is withdrawn. */
  readonly trade: Trade | null
  /** Why the trade was withdrawn; null if it was not withdrawn. */
  readonly reason: string | null
}

/** Digits after the decimal point in the columns of prices, and in those of sizes. */
export const priceDigits = 18
export const sizeDigits = 6

/** Creates decoding functions. They return null for a record that the tables leave out. */
export function createRecordDecoder(codec: Codec, topicPrefix: string) {
  function decodeTrade(record: LogRecord): Trade | null {
    const decoded = decodeTableRecord<'trades'>(codec, topicPrefix, record)
    if (decoded === null) return null
    const { trade: found } = decoded.value
    return found === null || tradeRefusal(found) !== null ? null : found
  }

  function decodeBook(record: LogRecord): Book | null {
    const decoded = decodeTableRecord<'books'>(codec, topicPrefix, record)
    if (decoded === null) return null
    return bookRefusal(decoded.value) === null ? toStoredBook(decoded.value) : null
  }

  function decodeProvisionalTrade(record: LogRecord): ProvisionalTradeChange | null {
    const decoded = decodeRecord<'provisional-trades'>(codec, topicPrefix, record)
    if (decoded instanceof CodecError) return null
    const { trade: announced, withdrawal } = decoded.value
    if (withdrawal) {
      const { trade_id: id, market_id, platform, reason } = withdrawal
      return { id, market_id, platform, trade: null, reason }
    }
    if (announced === null || tradeRefusal(announced) !== null) return null
    const { id, market_id, platform } = announced
    return { id, market_id, platform, trade: announced, reason: null }
  }

  return {
    decodeTrade,
    decodeBook,
    decodeProvisionalTrade,
    decodeTradeRow(this: void, record: LogRecord): HistoryRow | null {
      const found = decodeTrade(record)
      return found && toTradeRow(found, record.offset)
    },
    decodeQuoteRow(this: void, record: LogRecord): HistoryRow | null {
      const found = decodeBook(record)
      return found && toQuoteRow(found, record.offset)
    },
    decodeSighting(this: void, record: LogRecord): BookSighting | null {
      return decodeTableRecord<'book-sightings'>(codec, topicPrefix, record)?.value ?? null
    },
    decodeBookState(this: void, record: LogRecord): StreamedBook | null {
      const decoded = decodeRecord<'book-states'>(codec, topicPrefix, record)
      return decoded instanceof CodecError ? null : decoded.value
    },
  }
}

export function toTradeRow(trade: Trade, position: number): HistoryRow {
  return {
    ms: trade.timestamp_ms,
    id: trade.id,
    first: truncateDecimal(trade.price, priceDigits),
    second: truncateDecimal(trade.size, sizeDigits),
    flags: toTradeFlags(trade.side, trade.outcome_index),
    receivedMs: trade.received_at_ms,
    position,
  }
}

/** `book`: a result of createRecordDecoder().decodeBook(), which has the values of the tables. */
export function toQuoteRow(book: Book, position: number): HistoryRow {
  const quote = quoteOf(book)
  return {
    ms: book.timestamp_ms,
    id: '',
    first: quote.bid,
    second: quote.ask,
    flags: isUsableQuote(quote) ? 1 : 0,
    receivedMs: 0,
    position,
  }
}

function toStoredBook(book: Book): Book {
  const toStoredLevel = ({ price, size }: Book['bids'][number]) => ({
    price: truncateDecimal(price, priceDigits),
    size: truncateDecimal(size, sizeDigits),
  })
  return { ...book, bids: book.bids.map(toStoredLevel), asks: book.asks.map(toStoredLevel) }
}
