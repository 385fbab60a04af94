// Records of the topics `trades` and `books` as the tables have them. A record that the projector rejects or
// refuses has no row there, so it has none here either.
import type { Book, Trade } from '../../../schemas/generated/events.ts'
import { truncateDecimal } from '../../domain/money.ts'
import { quoteOf } from '../../domain/order-book.ts'
import { isUsableQuote } from '../../domain/quote.ts'
import { bookRefusal, tradeRefusal } from '../../domain/refusals.ts'
import { CodecError, type Codec } from '../../lib/codec/port.ts'
import type { LogRecord } from '../../lib/log/port.ts'
import { decodeRecord } from '../../lib/run/stage.ts'
import { rejectUnknownPlatform } from '../../lib/run/unknown-platform.ts'
import { tradeFlags, type HistoryRow } from './row.ts'

/** Digits after the point in the columns of prices and of sizes. */
const priceDigits = 18
const sizeDigits = 6

/** Decodes the trade of a record; null if the record has none, or the tables leave it out. */
export function decodeTrade(codec: Codec, topicPrefix: string, record: LogRecord): Trade | null {
  const decoded = decodeRecord<'trades'>(codec, topicPrefix, record)
  if (decoded instanceof CodecError || rejectUnknownPlatform(decoded) !== null) return null
  const { trade } = decoded.value
  return trade === null || tradeRefusal(trade) !== null ? null : trade
}

/** Decodes the book of a record; null if the tables leave it out. */
export function decodeBook(codec: Codec, topicPrefix: string, record: LogRecord): Book | null {
  const decoded = decodeRecord<'books'>(codec, topicPrefix, record)
  if (decoded instanceof CodecError || rejectUnknownPlatform(decoded) !== null) return null
  return bookRefusal(decoded.value) === null ? toStoredBook(decoded.value) : null
}

export function toTradeRow(trade: Trade, position: number): HistoryRow {
  return {
    ms: trade.timestamp_ms,
    id: trade.id,
    first: truncateDecimal(trade.price, priceDigits),
    second: truncateDecimal(trade.size, sizeDigits),
    flags: tradeFlags(trade.side, trade.outcome_index),
    receivedMs: trade.received_at_ms,
    position,
  }
}

/** `book`: of decodeBook(). */
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
  const toStored = ({ price, size }: Book['bids'][number]) => ({
    price: truncateDecimal(price, priceDigits),
    size: truncateDecimal(size, sizeDigits),
  })
  return { ...book, bids: book.bids.map(toStored), asks: book.asks.map(toStored) }
}
