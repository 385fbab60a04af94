// Converts records of the log to the changes that they make to the newest states of markets, with the values
// that the tables have.
import type { Audit, Book, Market, Trade } from '../../../schemas/generated/events.ts'
import { truncateDecimal } from '../../domain/money.ts'
import { quoteOf } from '../../domain/order-book.ts'
import { isUsableQuote, midPrice } from '../../domain/quote.ts'
import { auditRefusal, marketRefusal } from '../../domain/refusals.ts'
import type { Codec } from '../../lib/codec/port.ts'
import type { LogRecord } from '../../lib/log/port.ts'
import { decodeTableRecord } from '../../lib/run/unknown-platform.ts'
import type { StateChange } from './market-state.ts'
import type { createRecordDecoder } from './records.ts'

/** Digits after the decimal point in the columns of the tables. */
const digits = 18

/** `trade`: a result of createRecordDecoder().decodeTrade(). */
export function toTradeChange(trade: Trade, position: number): StateChange {
  return {
    kind: 'trade',
    trade: {
      ms: trade.timestamp_ms,
      id: trade.id,
      price: truncateDecimal(trade.price, digits),
      receivedMs: trade.received_at_ms,
      position,
    },
  }
}

/** `book`: a result of createRecordDecoder().decodeBook(), which has the values of the tables. */
export function toBookChange(book: Book, position: number): StateChange {
  const quote = quoteOf(book)
  const { received_at_ms, timestamp_ms: ms } = book
  return {
    kind: 'book',
    best: { ...quote, received_at_ms, position },
    quote: { ms, price: isUsableQuote(quote) ? midPrice(quote) : null, position },
  }
}

/** Creates decoding functions. They return null for a record that the tables leave out. */
export function createStateChangeDecoder(
  codec: Codec,
  topicPrefix: string,
  decoder: Pick<ReturnType<typeof createRecordDecoder>, 'decodeTrade' | 'decodeBook'>,
) {
  return {
    decodeTrade(this: void, record: LogRecord): StateChange | null {
      const trade = decoder.decodeTrade(record)
      return trade && toTradeChange(trade, record.offset)
    },
    decodeBook(this: void, record: LogRecord): StateChange | null {
      const book = decoder.decodeBook(record)
      return book && toBookChange(book, record.offset)
    },
    decodeMarket(this: void, record: LogRecord): StateChange | null {
      const decoded = decodeTableRecord<'markets'>(codec, topicPrefix, record)
      if (decoded === null) return null
      const { value: market } = decoded
      if (marketRefusal(market) !== null) return null
      return { kind: 'details', details: toDetails(market, record.offset) }
    },
    decodeAudit(this: void, record: LogRecord): StateChange | null {
      const decoded = decodeTableRecord<'audits'>(codec, topicPrefix, record)
      if (decoded === null) return null
      const { value: audit } = decoded
      return auditRefusal(audit) === null ? toAuditChange(audit, record.offset) : null
    },
  }
}

function toDetails(market: Market, position: number) {
  const toStoredDecimal = (decimal: string | null) =>
    decimal === null ? null : truncateDecimal(decimal, digits)
  return {
    id: market.id,
    platform: market.platform,
    native_id: market.native_id,
    slug: market.slug,
    question: market.question,
    status: market.status,
    labels: market.outcomes.map(({ label }) => label),
    listed_prices: market.outcomes.map(({ listed_price: price }) => toStoredDecimal(price)),
    url: market.url,
    description: market.description,
    best_bid: toStoredDecimal(market.best_bid),
    best_ask: toStoredDecimal(market.best_ask),
    volume_24h: truncateDecimal(market.volume_24h, digits),
    volume_total: toStoredDecimal(market.volume_total),
    open_interest: toStoredDecimal(market.open_interest),
    created_at: market.created_at,
    close_time: market.close_time,
    resolved_at: market.resolved_at,
    tags: market.tags,
    category: market.category,
    event_slug: market.event_slug,
    received_at_ms: market.received_at_ms,
    position,
  }
}

function toAuditChange(audit: Audit, position: number): StateChange {
  const { status, unit, audited_until_ms } = audit
  const difference = truncateDecimal(audit.difference, digits)
  return {
    kind: 'audit',
    audit: { status, difference, unit, audited_until_ms, position },
  }
}
