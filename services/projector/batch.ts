// A batch of unified records, sorted into the rows of each table.
import type { Reads } from '../topology.ts'
import type { StageRecord } from '../platform/run/stage.ts'
import { bookRefusal, toBookRow } from './tables/books.ts'
import { eventRefusal, toEventRow } from './tables/events.ts'
import { marketRefusal, toMarketRow } from './tables/markets.ts'
import { matchRefusal, toMatchRow } from './tables/matches.ts'
import { toQuoteRow } from './tables/quotes.ts'
import type { Refusal, Row } from './tables/row.ts'
import { toTradeRow, tradeRefusal } from './tables/trades.ts'
import { toTakerRow, toWalletActivityRow, walletActivityRefusal } from './tables/wallet-activity.ts'
import { toWalletFeedRow } from './tables/wallet-feeds.ts'
import type { PutOff } from './put-off.ts'
import { collect, createPutOff } from './put-off.ts'

export type ProjectorRecord = StageRecord<Reads<'projector'>>

export interface SortedBatch {
  readonly trades: Row[]
  readonly quotes: Row[]
  /** The last of each key: an earlier one of the same batch would never be seen. */
  readonly books: Map<string, Row>
  readonly markets: Map<string, Row>
  readonly events: Map<string, Row>
  readonly matches: Map<string, Row>
  readonly walletActivity: Row[]
  /** Claims: to be written behind the rows that they speak of. */
  readonly walletFeeds: Map<string, Row>
  readonly putOff: PutOff
}

export function sortBatch(
  batch: readonly ProjectorRecord[],
  refused: (record: ProjectorRecord, reason: Refusal) => void,
): SortedBatch {
  const sorted: SortedBatch = {
    trades: [],
    quotes: [],
    books: new Map(),
    markets: new Map(),
    events: new Map(),
    matches: new Map(),
    walletActivity: [],
    walletFeeds: new Map(),
    putOff: createPutOff(),
  }
  for (const record of batch) {
    const refusal = addRecord(sorted, record)
    if (refusal !== null) refused(record, refusal)
  }
  return sorted
}

function addRecord(sorted: SortedBatch, record: ProjectorRecord): Refusal | null {
  const { topic, offset, value } = record
  switch (topic) {
    case 'trades': {
      const refusal = value.trade === null ? null : tradeRefusal(value.trade)
      if (value.trade !== null && refusal === null) {
        sorted.trades.push(toTradeRow(value.trade, offset))
        const takerRow = toTakerRow(value.trade, offset)
        if (takerRow !== null) sorted.walletActivity.push(takerRow)
      }
      collect(sorted.putOff, record, refusal === null)
      return refusal
    }
    case 'books': {
      const refusal = bookRefusal(value)
      if (refusal !== null) return refusal
      sorted.books.set(value.market_id, toBookRow(value, offset))
      sorted.quotes.push(toQuoteRow(value, offset))
      return null
    }
    case 'markets': {
      const refusal = marketRefusal(value)
      if (refusal === null) sorted.markets.set(value.id, toMarketRow(value, offset))
      return refusal
    }
    case 'events': {
      const refusal = eventRefusal(value)
      if (refusal === null) sorted.events.set(value.id, toEventRow(value, offset))
      return refusal
    }
    case 'wallet-activity': {
      const { activity, progress } = value
      const refusal = activity === null ? null : walletActivityRefusal(activity)
      if (activity !== null && refusal === null)
        sorted.walletActivity.push(toWalletActivityRow(activity, offset))
      if (progress !== null)
        sorted.walletFeeds.set(progress.wallet, toWalletFeedRow(progress, offset))
      return refusal
    }
    case 'matches': {
      const refusal = matchRefusal(value)
      if (refusal === null) sorted.matches.set(value.platform_b_id, toMatchRow(value, offset))
      return refusal
    }
  }
}
