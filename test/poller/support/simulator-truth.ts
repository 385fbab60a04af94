// The simulator's data, compared with the contents of the raw topics.
import { deepEqual } from 'node:assert/strict'
import type { Codec } from '../../../services/lib/codec/port.ts'
import type { EventLog } from '../../../services/lib/log/port.ts'
import { partitionOf } from '../../../services/lib/log/partitioner.ts'
import type { Simulator } from '../../../simulator/simulator.ts'
import { topics, type Topic } from '../../../services/topology.ts'
import type { FeedProgress, RawTrade, TopicValues } from '../../../schemas/generated/events.ts'
import type { Stored } from './memory-log.ts'

export type RawTrades = readonly Pick<Stored<'raw.trades'>, 'partition' | 'value'>[]

/** Gives all records of a topic, decoded, in order within each partition; reads none twice. */
export function createTopicReader<T extends Topic>(log: EventLog, codec: Codec, topic: T) {
  const found: Stored<T>[] = []
  const positions = Array.from({ length: topics[topic].partitions }, () => 0)
  return async (): Promise<readonly Stored<T>[]> => {
    for (const [partition, from] of positions.entries())
      for await (const record of log.read({ topic: `pm.${topic}`, partition, from })) {
        const { key, offset } = record
        const value: TopicValues[T] = codec.decode(topic, record.value)
        found.push({ key, partition, offset, value })
        positions[partition] = offset + 1
      }
    return found
  }
}

/** The markets that a poller is to know. */
function marketsOf({ truth }: Simulator) {
  return truth
    .markets()
    .filter((market) => market.nativeId !== '' && !market.isParlay)
    .map(({ platform, nativeId }) => {
      const id = `${platform === 'platform_a' ? 'pa' : 'pb'}_${nativeId}`
      return { platform, nativeId, id }
    })
}

/** From when until when the tape of a platform is complete in every partition; null if it is not. */
function tapeRange(records: RawTrades, platform: string) {
  const newest = new Map<number, { readonly fromMs: number; readonly untilMs: number }>()
  for (const { partition, value } of records) {
    const watermark = value.progress
    if (watermark?.market_id === null && watermark.platform === platform) {
      const { complete_from_ms: fromMs, complete_until_ms: untilMs } = watermark
      newest.set(partition, { fromMs, untilMs })
    }
  }
  if (newest.size < topics['raw.trades'].partitions) return null
  return {
    fromMs: Math.max(...[...newest.values()].map(({ fromMs }) => fromMs)),
    untilMs: Math.min(...[...newest.values()].map(({ untilMs }) => untilMs)),
  }
}

/**
 * Whether both tapes are complete beyond `goalMs`, and every history without a gap up to the time at which
 * the tape of its platform begins.
 */
export function isAllComplete(simulator: Simulator, records: RawTrades, goalMs: number): boolean {
  const newest = new Map(records.map(({ value }) => [value.progress?.market_id, value.progress]))
  const tapes = {
    platform_a: tapeRange(records, 'platform_a'),
    platform_b: tapeRange(records, 'platform_b'),
  }
  return (
    Object.values(tapes).every((tape) => (tape?.untilMs ?? 0) > goalMs) &&
    marketsOf(simulator).every(({ id, platform }) => {
      const history = newest.get(id)
      const untilMs = history?.gaps.length === 0 ? history.complete_until_ms : 0
      return untilMs >= (tapes[platform]?.fromMs ?? Infinity)
    })
  )
}

/** Every trade of every market once, as far as the tapes are complete; how many they are. */
export function expectTradesAsServed(simulator: Simulator, records: RawTrades): number {
  const found = new Map<string, string[]>()
  for (const { value } of records) {
    // A trade that awaits its market follows again.
    if (value.body === null || value.awaits_market) continue
    const rows = found.get(value.market_id) ?? []
    found.set(value.market_id, rows)
    rows.push(`${value.body}#${value.repeat}`)
  }
  let compared = 0
  for (const { id, nativeId, platform } of marketsOf(simulator)) {
    const untilMs = tapeRange(records, platform)?.untilMs ?? 0
    const rows = found.get(id) ?? []
    deepEqual([id, new Set(rows).size], [id, rows.length])
    const published = rows
      .map((row) => row.slice(0, row.lastIndexOf('#')))
      .filter((row) => timeOf(row) < untilMs)
    const theirs = simulator.truth
      .trades(nativeId)
      .filter((trade) => trade.timestampMs < untilMs)
      .map((trade) => JSON.stringify(trade.row))
    compared += theirs.length
    deepEqual([id, published.toSorted()], [id, theirs.toSorted()])
  }
  return compared
}

/** When a row says that it happened. */
function timeOf(body: string): number {
  const row = JSON.parse(body) as { timestamp?: number; created_time?: string }
  return row.timestamp === undefined ? Date.parse(row.created_time ?? '') : row.timestamp * 1000
}

interface TrueTrade {
  readonly platform: string
  readonly marketId: string
  readonly timeMs: number
  readonly row: string
}

/** Every trade that a watermark covers is before it in its partition. Returns their number. */
export function expectWatermarksReported(simulator: Simulator, records: RawTrades): number {
  const { partitions } = topics['raw.trades']
  const served = Array.from({ length: partitions }, (): TrueTrade[] => [])
  for (const { id, nativeId, platform } of marketsOf(simulator))
    for (const { timestampMs, row } of simulator.truth.trades(nativeId))
      served[partitionOf(id, partitions)]?.push({
        platform,
        marketId: id,
        timeMs: timestampMs,
        row: JSON.stringify(row),
      })
  let watermarks = 0
  for (const [partition, trades] of served.entries()) {
    /** How often each row of a market lies before. */
    const before = new Map<string, number>()
    for (const { value } of records.filter((one) => one.partition === partition)) {
      if (value.body !== null) note(before, value)
      if (!value.progress) continue
      watermarks += 1
      deepEqual(missingFor(value.progress, trades, before), [])
    }
  }
  return watermarks
}

function note(before: Map<string, number>, { market_id: marketId, body }: RawTrade): void {
  const key = `${marketId} ${body ?? ''}`
  before.set(key, (before.get(key) ?? 0) + 1)
}

function missingFor(
  watermark: FeedProgress,
  trades: readonly TrueTrade[],
  before: ReadonlyMap<string, number>,
): TrueTrade[] {
  const expectedRows = new Map<string, number>()
  return trades.filter(({ platform, marketId, timeMs, row }) => {
    const isMeant =
      (watermark.market_id === null
        ? watermark.platform === platform
        : watermark.market_id === marketId) &&
      timeMs >= watermark.complete_from_ms &&
      timeMs < watermark.complete_until_ms &&
      !watermark.gaps.some((gap) => timeMs >= gap.from_ms && timeMs < gap.until_ms)
    if (!isMeant) return false
    const key = `${marketId} ${row}`
    const count = (expectedRows.get(key) ?? 0) + 1
    expectedRows.set(key, count)
    return count > (before.get(key) ?? 0)
  })
}
