// Converts a batch of unified records into the rows of each table, and collects the deferred candles and
// watermarks. projector.ts inserts the result.
import { toRowVersion } from '../domain/epochs.ts'
import { matchKey, otherPlatformOf } from '../domain/match.ts'
import {
  auditRefusal,
  bookRefusal,
  marketRefusal,
  tradeRefusal,
  type Refusal,
} from '../domain/refusals.ts'
import type { InputTopicOf } from '../topology.ts'
import type { StageRecord } from '../lib/run/stage.ts'
import { bookSightingRefusal, toBookSightingRow } from './tables/book-sightings.ts'
import { toBookRow } from './tables/books.ts'
import { toAuditRow } from './tables/audits.ts'
import { eventRefusal, toEventRow } from './tables/events.ts'
import { toMarketRow } from './tables/markets.ts'
import { matchRefusal, toMatchRow } from './tables/matches.ts'
import { toQuoteRow } from './tables/quotes.ts'
import type { Row } from './tables/row.ts'
import { toTradeRow } from './tables/trades.ts'
import { toTakerRow, toWalletActivityRow, walletActivityRefusal } from './tables/wallet-activity.ts'
import { toWalletFeedRow } from './tables/wallet-feeds.ts'
import type { PendingCandles } from './pending-candles.ts'
import { addTradesRecord, createPendingCandles } from './pending-candles.ts'

export type ProjectorRecord = StageRecord<InputTopicOf<'projector'>>

export interface TableRows {
  readonly trades: Row[]
  readonly quotes: Row[]
  /**
   * Like the next fields, only the newest row of each key: no reader would ever see an earlier row of the same batch.
   */
  readonly books: Map<string, Row>
  readonly bookSightings: Map<string, Row>
  readonly markets: Map<string, Row>
  readonly events: Map<string, Row>
  readonly matches: Map<string, Row>
  readonly audits: Map<string, Row>
  readonly walletActivity: Row[]
  /** Watermarks of wallets; written after `walletActivity`, whose rows they cover. */
  readonly walletFeeds: Map<string, Row>
  readonly pendingCandles: PendingCandles
}

export function toTableRows(
  batch: readonly ProjectorRecord[],
  epoch: number,
  onRefusedRecord: (record: ProjectorRecord, reason: Refusal) => void,
): TableRows {
  const rows: TableRows = {
    trades: [],
    quotes: [],
    books: new Map(),
    bookSightings: new Map(),
    markets: new Map(),
    events: new Map(),
    matches: new Map(),
    audits: new Map(),
    walletActivity: [],
    walletFeeds: new Map(),
    pendingCandles: createPendingCandles(),
  }
  for (const record of batch) {
    const refusal = addRecord(rows, record, epoch)
    if (refusal !== null) onRefusedRecord(record, refusal)
  }
  return rows
}

function addRecord(rows: TableRows, record: ProjectorRecord, epoch: number): Refusal | null {
  const { topic, offset, value } = record
  switch (topic) {
    case 'trades': {
      const refusal = value.trade === null ? null : tradeRefusal(value.trade)
      if (value.trade !== null && refusal === null) {
        rows.trades.push(toTradeRow(value.trade, offset))
        const takerRow = toTakerRow(value.trade, offset)
        if (takerRow !== null) rows.walletActivity.push(takerRow)
      }
      addTradesRecord(rows.pendingCandles, record, refusal === null)
      return refusal
    }
    case 'books': {
      const refusal = bookRefusal(value)
      if (refusal !== null) return refusal
      rows.books.set(value.market_id, toBookRow(value, offset))
      rows.quotes.push(toQuoteRow(value, offset))
      return null
    }
    case 'markets': {
      const refusal = marketRefusal(value)
      if (refusal === null) rows.markets.set(value.id, toMarketRow(value, offset))
      return refusal
    }
    case 'book-sightings': {
      const refusal = bookSightingRefusal(value)
      if (refusal === null)
        rows.bookSightings.set(value.market_id, toBookSightingRow(value, offset))
      return refusal
    }
    case 'events': {
      const refusal = eventRefusal(value)
      if (refusal === null) rows.events.set(value.id, toEventRow(value, offset))
      return refusal
    }
    case 'wallet-activity': {
      const { activity, progress } = value
      const refusal = activity === null ? null : walletActivityRefusal(activity)
      if (activity !== null && refusal === null)
        rows.walletActivity.push(toWalletActivityRow(activity, offset))
      if (progress !== null)
        rows.walletFeeds.set(
          progress.wallet,
          toWalletFeedRow(progress, toRowVersion(epoch, offset)),
        )
      return refusal
    }
    case 'matches': {
      const refusal = matchRefusal(value)
      const key = matchKey(value.market_id, otherPlatformOf(value))
      if (refusal === null) rows.matches.set(key, toMatchRow(value, offset))
      return refusal
    }
    case 'audits': {
      const refusal = auditRefusal(value)
      if (refusal === null) rows.audits.set(value.market_id, toAuditRow(value, offset))
      return refusal
    }
  }
}
