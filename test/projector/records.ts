// Unified records for the projector's tests, and a trades topic in memory that has positions, as the
// log has them.
import type {
  Audit,
  Book,
  BookSighting,
  Event,
  FeedProgress,
  Market,
  Match,
  MatchLink,
  Trade,
} from '../../schemas/generated/events.ts'
import type { Partition } from '../../services/lib/log/port.ts'
import { partitionOf } from '../../services/lib/log/partitioner.ts'
import type { StageRecord } from '../../services/lib/run/stage.ts'
import type { TradesLog } from '../../services/projector/trades-log.ts'

export const partitions = 12

/** Of the trades topic. */
export const allPartitions: readonly Partition[] = Array.from(
  { length: partitions },
  (_, partition) => ({ topic: 'trades', partition }),
)

const origin = { topic: 'raw.any', partition: 0, offset: 0 }

export function aTrade(changes: Partial<Trade> = {}): Trade {
  return {
    id: 'trade-1',
    market_id: 'pb_MARKET',
    platform: 'platform_b',
    price: '0.53',
    size: '10',
    side: 'buy',
    outcome_index: 0,
    outcome: 'Yes',
    outcome_price: '0.53',
    timestamp_ms: 1_792_540_800_110,
    native_trade_id: 'trade-1',
    wallet: null,
    received_at_ms: 1_792_540_801_000,
    origin,
    ...changes,
  }
}

export function aBookSighting(changes: Partial<BookSighting> = {}): BookSighting {
  return {
    market_id: 'pb_MARKET',
    book_received_at_ms: 1_792_540_801_000,
    seen_at_ms: 1_792_540_901_000,
    ...changes,
  }
}

export function aBook(changes: Partial<Book> = {}): Book {
  return {
    market_id: 'pb_MARKET',
    platform: 'platform_b',
    bids: [{ price: '0.52', size: '100' }],
    asks: [{ price: '0.54', size: '7.5' }],
    timestamp_ms: 1_792_540_800_500,
    received_at_ms: 1_792_540_801_000,
    origin,
    ...changes,
  }
}

export function aMarket(changes: Partial<Market> = {}): Market {
  return {
    id: 'pb_MARKET',
    platform: 'platform_b',
    native_id: 'MARKET',
    slug: 'MARKET',
    question: 'Will it rain in Zürich?',
    status: 'open',
    outcomes: [
      { label: 'Yes', token_id: null, listed_price: '0.53' },
      { label: 'No', token_id: null, listed_price: null },
    ],
    url: 'https://platform-b.example/markets/MARKET',
    description: null,
    best_bid: '0.52',
    best_ask: null,
    volume_24h: '12.123456789012345',
    volume_total: null,
    open_interest: '0',
    created_at: 1_790_000_000,
    close_time: null,
    resolved_at: null,
    tags: ['Weather'],
    category: null,
    event_id: 'pb_EVENT',
    event_slug: 'EVENT',
    event_title: 'Rain',
    received_at_ms: 1_792_540_801_000,
    origin,
    ...changes,
  }
}

export function anEvent(changes: Partial<Event> = {}): Event {
  return {
    id: 'pb_EVENT',
    platform: 'platform_b',
    native_id: 'EVENT',
    slug: 'EVENT',
    title: 'Rain in Zürich',
    description: 'Whether it rains.',
    category: 'weather',
    tags: ['Weather', 'Europe'],
    url: 'https://platform-b.example/events/EVENT',
    received_at_ms: 1_792_540_801_000,
    origin,
    ...changes,
  }
}

export function aMatch(changes: Partial<MatchLink> = {}): Match {
  return {
    market_id: 'pb_MARKET',
    changed_at_ms: 1_792_540_801_000,
    link: {
      other_market_id: 'pa_0x1',
      score: 91.5,
      confidence: 'high',
      relation: 'identical',
      outcome_index: 1,
      reasons: [{ dimension: 'window', verdict: 'same', evidence: '2026-11-20 "and" 2026-11-20' }],
      matched_at_ms: 1_792_540_800_000,
      ...changes,
    },
    other_platform: 'platform_a',
  }
}

export function anAudit(changes: Partial<Audit> = {}): Audit {
  return {
    market_id: 'pb_MARKET',
    platform: 'platform_b',
    status: 'missing',
    unit: 'contracts',
    stated: '120.5',
    held: '100',
    difference: '20.5',
    trades: 12,
    audited_until_ms: 1_792_540_801_000,
    ended: false,
    since_ms: 1_792_540_900_000,
    attempts: 1,
    retry_at_ms: null,
    history_received_at_ms: 1_792_540_700_000,
    audited_at_ms: 1_792_540_900_000,
    ...changes,
  }
}

export function aWatermark(changes: Partial<FeedProgress> = {}): FeedProgress {
  return {
    feed: 'platform_b/trades',
    platform: 'platform_b',
    market_id: null,
    complete_from_ms: 1_792_540_000_000,
    complete_until_ms: 1_792_540_900_000,
    gaps: [],
    received_at_ms: 1_792_540_900_500,
    ...changes,
  }
}

export type TradesRecord = StageRecord<'trades'>

export interface TradesTopic extends TradesLog {
  /** Into the partition of the market. Returns the record. */
  appendTrade(trade: Trade): TradesRecord
  appendWatermark(progress: FeedProgress, partition: number): TradesRecord
  readonly records: readonly TradesRecord[]
  /** In the order appended, from the group's positions on, at most `count`. */
  next(count: number): readonly TradesRecord[]
  /** Moves the positions behind these. */
  advance(batch: readonly TradesRecord[]): void
  /** Sets all positions to 0, as an operator does to replay. */
  rewind(): void
}

export function createTradesTopic(): TradesTopic {
  const records: TradesRecord[] = []
  const ends = new Map<number, number>()
  const positions = new Map<number, number>()
  let nextIndex = 0

  function append(partition: number, key: string, value: TradesRecord['value']): TradesRecord {
    const offset = ends.get(partition) ?? 0
    ends.set(partition, offset + 1)
    const record: TradesRecord = { topic: 'trades', partition, offset, key, value }
    records.push(record)
    return record
  }

  return {
    records,
    appendTrade(trade) {
      const partition = partitionOf(trade.market_id, partitions)
      return append(partition, trade.market_id, { trade, progress: null })
    },
    appendWatermark: (progress, partition) =>
      append(partition, progress.feed, { trade: null, progress }),
    next: (count) => records.slice(nextIndex, nextIndex + count),
    advance(batch) {
      nextIndex += batch.length
      for (const { partition, offset } of batch) positions.set(partition, offset + 1)
    },
    rewind() {
      nextIndex = 0
      positions.clear()
    },
    positions: () => Promise.resolve(new Map(positions)),
    async *read({ partition, from, until }) {
      await Promise.resolve()
      for (const record of records)
        if (record.partition === partition && record.offset >= from && record.offset < until)
          yield record
    },
  }
}
