// Selects the raw records that the replay of a range reads: checks the operator's selection, and finds the offsets.
import type { LogRecord, PartitionRange, ReadableLog } from '../../lib/log/port.ts'
import { partitionOf } from '../../lib/log/partitioner.ts'
import { CodecError } from '../../lib/codec/port.ts'
import type { StageRecord } from '../../lib/run/stage.ts'
import { roles, topics } from '../../topology.ts'
import { CommandFailure } from '../command-failure.ts'
import { readLastRecords } from '../last-records.ts'
import { checkNotInFuture, checkRecordsRetained } from '../tail-start.ts'
import { rawTopics, type MappedRecord, type RawTopic } from './facts.ts'

export interface ReplaySelection {
  /** Selects records whose response the poller received at or after this time, in Unix milliseconds. */
  readonly fromMs: number
  /** Selects records whose response was received before this time, in Unix milliseconds; null: no end. */
  readonly toMs: number | null
  /** null: all. */
  readonly platform: string | null
  readonly marketId: string | null
  /** null: all topics that the normalizer reads. */
  readonly topic: RawTopic | null
}

/**
 * By how much the clocks of the poller and of the log may differ. The search for records begins this long before the
 * beginning of the selected times.
 */
export const clockToleranceMs = 600_000
/** Maximum time between the receipt of a record and its append, including the difference of the clocks. */
const appendDelayMs = 3_600_000

export interface SelectedRange extends PartitionRange {
  readonly rawTopic: RawTopic
  /** The raw records to read: `from` <= offset < `until`. */
  readonly from: number
  readonly until: number
}

interface SelectionOptions {
  readonly log: ReadableLog
  readonly topicPrefix: string
  /** Unix milliseconds. */
  readonly now: () => number
}

/**
 * Returns the ranges with all selected records that the normalizer has processed. Throws if the times are in the
 * future, if retention has removed records of the range, and if the log has no such market.
 */
export async function findSelectedRanges(
  selection: ReplaySelection,
  options: SelectionOptions,
): Promise<readonly SelectedRange[]> {
  const { fromMs, toMs, topic, marketId } = selection
  const { log, topicPrefix, now } = options
  const nowMs = now()
  checkNotInFuture('--from', fromMs, nowMs)
  if (toMs !== null) checkNotInFuture('--to', toMs, nowMs)
  if (marketId !== null) await checkMarketExists(marketId, options)

  const selected: SelectedRange[] = []
  for (const rawTopic of topic === null ? rawTopics : [topic]) {
    const name = topicPrefix + rawTopic
    const ranges = await log.ranges(name)
    await checkRecordsRetained(log, { topic: rawTopic, timeMs: fromMs, ranges, nowMs })
    const starts = await log.offsetsAt(name, Math.max(0, fromMs - clockToleranceMs))
    const ends = toMs === null ? [] : await log.offsetsAt(name, toMs + appendDelayMs)
    const processed = await log.lag(topicPrefix + roles.normalizer.group, [name])
    for (const range of ranges) {
      const { partition } = range
      if (marketId !== null && !mayContainMarket(rawTopic, partition, marketId)) continue
      const from = starts[partition]?.offset ?? range.low
      const position = processed.find((lag) => lag.partition === partition)?.position ?? range.low
      const until = Math.min(ends[partition]?.offset ?? range.high, range.high, position)
      selected.push({ ...range, rawTopic, from, until: Math.max(from, until) })
    }
  }
  return selected
}

const isKeyedByMarket = (topic: RawTopic): boolean => topic !== 'raw.wallets'

const mayContainMarket = (topic: RawTopic, partition: number, marketId: string): boolean =>
  !isKeyedByMarket(topic) || partitionOf(marketId, topics[topic].partitions) === partition

async function checkMarketExists(
  marketId: string,
  { log, topicPrefix }: SelectionOptions,
): Promise<void> {
  const partition = partitionOf(marketId, topics['raw.markets'].partitions)
  const range = (await log.ranges(`${topicPrefix}raw.markets`))[partition]
  const found = range ? await readLastRecords(log, range, 1, ({ key }) => key === marketId) : []
  if (found.length === 0)
    throw new CommandFailure('notFound', `there is no market ${marketId} in raw.markets`)
}

/**
 * Returns false if the key of the record shows that it is not about the selected market. A key of `raw.wallets` says
 * nothing about markets.
 */
export const hasSelectedKey = (
  { marketId }: ReplaySelection,
  topic: RawTopic,
  { key }: LogRecord,
): boolean => marketId === null || !isKeyedByMarket(topic) || key === marketId

/**
 * Whether a raw record was mapped to a fact about the selected market. Also true if no market is selected, and in a
 * topic with market ids as keys: there hasSelectedKey() compares the market.
 */
export const isOfMarket = (
  { marketId }: ReplaySelection,
  topic: RawTopic,
  mappedRecord: MappedRecord,
): boolean =>
  marketId === null ||
  isKeyedByMarket(topic) ||
  ('fact' in mappedRecord && mappedRecord.fact.value['market_id'] === marketId)

/**
 * Whether platform and time of a raw record are selected. If the record cannot be decoded, its platform is unknown, and
 * the time of the append takes the place of the time of receipt.
 */
export function isSelected(
  { fromMs, toMs, platform }: ReplaySelection,
  decodedRecord: StageRecord<RawTopic> | CodecError,
  { timestampMs }: LogRecord,
): boolean {
  const isUndecodable = decodedRecord instanceof CodecError
  const receivedAtMs = isUndecodable ? timestampMs : decodedRecord.value.received_at_ms
  return (
    receivedAtMs >= fromMs &&
    (toMs === null || receivedAtMs < toMs) &&
    (platform === null || (!isUndecodable && decodedRecord.value.platform === platform))
  )
}

/** A replay skips watermarks: they do not depend on mappings, and an old one must not be appended after a newer one. */
export const isWatermark = (decodedRecord: StageRecord<RawTopic> | CodecError): boolean =>
  !(decodedRecord instanceof CodecError) &&
  'progress' in decodedRecord.value &&
  decodedRecord.value.progress !== null
