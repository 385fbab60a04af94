// Invariants of the raw topics after any run of the poller.
import { expect } from '@jest/globals'
import type { FeedProgress } from '../../../schemas/generated/events.ts'
import { partitionOf } from '../../../services/lib/log/partitioner.ts'
import { topics } from '../../../services/topology.ts'
import type { Exchange } from './fake-platforms.ts'
import type { MemoryLog } from './memory-log.ts'

interface TrueTrade {
  readonly market: string
  readonly key: string
  readonly timeMs: number
}

function groupBy<K, T>(all: readonly T[], keyOf: (one: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>()
  for (const one of all) {
    const group = groups.get(keyOf(one))
    if (group) group.push(one)
    else groups.set(keyOf(one), [one])
  }
  return groups
}

const platformOf = (market: string): string =>
  market.startsWith('pa_') ? 'platform_a' : 'platform_b'

const contentKey = (row: Record<string, unknown>): string =>
  ['transactionHash', 'asset', 'proxyWallet', 'side', 'size', 'price', 'timestamp']
    .map((name) => String(row[name]))
    .join('|')

/** Every trade of the platforms, exact repeats numbered. */
function truth(exchange: Exchange): TrueTrade[] {
  const repeats = new Map<string, number>()
  const a = exchange.aTrades.map((row): TrueTrade => {
    const key = contentKey({ ...row })
    const repeat = repeats.get(key) ?? 0
    repeats.set(key, repeat + 1)
    return {
      market: `pa_${row.conditionId}`,
      key: `${key}#${repeat}`,
      timeMs: row.timestamp * 1000,
    }
  })
  const b = exchange.bTrades.map((row): TrueTrade => ({
    market: `pb_${row.ticker}`,
    key: `${row.trade_id}#0`,
    timeMs: row.timeMs,
  }))
  return [...a, ...b]
}

function keyOf(platform: string, body: string, repeat: number): string {
  const row = JSON.parse(body) as Record<string, unknown>
  return `${platform === 'platform_a' ? contentKey(row) : String(row['trade_id'])}#${repeat}`
}

/** Nothing lost, nothing twice. A trade that awaits its market follows again. */
export function expectTradesExact(log: MemoryLog, exchange: Exchange, now: number): void {
  const found = log
    .values('raw.trades')
    .flatMap(({ value }) =>
      value.body === null || value.awaits_market
        ? []
        : [keyOf(value.platform, value.body, value.repeat)],
    )
  const expected = truth(exchange)
    .filter((trade) => trade.timeMs < now)
    .map((trade) => trade.key)
  expect(found.toSorted()).toEqual(expected.toSorted())
}

/** Every trade that a watermark covers is before the watermark in its partition. */
export function expectWatermarksTrue(log: MemoryLog, exchange: Exchange): void {
  const { partitions } = topics['raw.trades']
  const byPartition = groupBy(truth(exchange), ({ market }) => partitionOf(market, partitions))
  const records = groupBy(log.values('raw.trades'), ({ partition }) => partition)
  for (const [partition, ofPartition] of records) {
    const trades = byPartition.get(partition) ?? []
    const byFeed = new Map<string, TrueTrade[]>([
      ...groupBy(trades, ({ market }) => market),
      ...groupBy(trades, ({ market }) => platformOf(market)),
    ])
    const before = new Set<string>()
    for (const { value } of ofPartition) {
      if (value.body !== null) before.add(keyOf(value.platform, value.body, value.repeat))
      const watermark = value.progress
      if (!watermark) continue
      const missing = (byFeed.get(watermark.market_id ?? watermark.platform) ?? []).filter(
        ({ timeMs, key }) =>
          timeMs >= watermark.complete_from_ms &&
          timeMs < watermark.complete_until_ms &&
          !watermark.gaps.some((gap) => timeMs >= gap.from_ms && timeMs < gap.until_ms) &&
          !before.has(key),
      )
      // `expect` for each of thousands of watermarks would take longer than the comparison
      if (missing.length > 0) expect({ watermark, missing }).toEqual({ watermark, missing: [] })
    }
  }
}

/** No snapshot is published twice in a row. */
export function expectSnapshotsSane(log: MemoryLog): void {
  const last = new Map<string, string>()
  for (const { key, value } of log.values('raw.markets')) {
    const publishedRows = JSON.stringify([value.body, value.event_body])
    // `expect` for each of many thousands would take longer than the comparison
    if (last.get(`${value.kind} ${key}`) === publishedRows)
      throw new Error(`published twice in a row: ${key} ${publishedRows}`)
    last.set(`${value.kind} ${key}`, publishedRows)
  }
}

type PartitionWatermark = FeedProgress & { readonly partition: number }

/** What is known of the records of a log that have been read: tests ask again and again. */
const watermarksRead = new WeakMap<
  MemoryLog,
  { records: number; readonly newest: Map<string, PartitionWatermark> }
>()

/** The newest watermark of each feed, per partition for tapes. */
export function newestWatermarks(log: MemoryLog): ReadonlyMap<string, PartitionWatermark> {
  const read = watermarksRead.get(log) ?? { records: 0, newest: new Map() }
  watermarksRead.set(log, read)
  const added = log.values('raw.trades', read.records)
  read.records += added.length
  for (const { value, partition } of added) {
    const watermark = value.progress
    if (watermark)
      read.newest.set(`${watermark.feed}@${watermark.market_id ?? partition}`, {
        ...watermark,
        partition,
      })
  }
  return new Map(read.newest)
}
