// Reads the selected raw records of one partition, maps them with the present code, and compares each result with the
// unified topic. Used by replay-range.ts.
import { setImmediate } from 'node:timers/promises'
import type { LogRecord, ReadableLog } from '../../lib/log/port.ts'
import { decodeRecord, mapRecord, type Transform } from '../../lib/run/stage.ts'
import type { Correction } from './append.ts'
import { compareFact, type Comparison } from './compare.ts'
import {
  digestOf,
  hasCurrentState,
  toMappedRecord,
  type MappedRecord,
  type RawTopic,
} from './facts.ts'
import {
  createNewestRecordFinder,
  createStoredFactReader,
  readStoredFacts,
  type LogSource,
  type NewestRecordFinder,
  type StoredFact,
} from './newest.ts'
import {
  clockToleranceMs,
  hasSelectedKey,
  isOfMarket,
  isSelected,
  isWatermark,
  type ReplaySelection,
  type SelectedRange,
} from './selection.ts'

export interface CompareOptions extends LogSource {
  readonly log: ReadableLog
  readonly normalize: Transform<'normalizer'>
  readonly signal: AbortSignal
}

export interface ComparedRecord {
  readonly comparison: Comparison
  /** The correction to append; null: nothing has to be appended. */
  readonly correction: Correction | null
}

/**
 * Number of offsets of a partition that are compared at a time. Their stored facts are held in memory, about 150 bytes
 * each.
 */
const segmentSize = 100_000
/** After this many records, the loop lets the event loop handle other events, such as Ctrl-C. */
const recordsPerYield = 250

/** Ends early if `signal` aborts. */
export async function* compareRange(
  range: SelectedRange,
  selection: ReplaySelection,
  options: CompareOptions,
): AsyncGenerator<ComparedRecord> {
  const { topic: name, rawTopic, partition } = range
  const readStoredFact = createStoredFactReader(options)
  let newest: Promise<NewestRecordFinder> | null = null
  // Many partitions have no selected records, so the newest records are read only when the first one is found.
  const findNewestOffset = async (key: string | null): Promise<number | null> => {
    newest ??= createNewestRecordFinder(options.log, range, {
      from: range.from,
      key: selection.marketId,
      isMapped: (record) => 'fact' in mapRaw(decodeRaw(record, options), options),
    })
    return (await newest).find(key)
  }
  for (let from = range.from; from < range.until; from += segmentSize) {
    const segment = { partition, from, until: Math.min(range.until, from + segmentSize) }
    let stored: ReadonlyMap<number, StoredFact> | null = null
    let read = 0
    for await (const record of options.log.read({ topic: name, ...segment })) {
      if (++read % recordsPerYield === 0) await setImmediate()
      if (options.signal.aborted) return
      const mapped = mapSelectedRecord(record, rawTopic, selection, options)
      if (mapped === null) continue
      const { offset, key, timestampMs } = record
      const sinceMs = Math.max(0, timestampMs - clockToleranceMs)
      stored ??= await readStoredFacts(options, { topic: rawTopic, ...segment, sinceMs })
      const newestOffset = hasCurrentState(rawTopic) ? await findNewestOffset(key) : null
      const isSuperseded =
        rawTopic === 'raw.markets' && newestOffset !== null && newestOffset > offset
      const comparison = await compareFact(readStoredFact, {
        offset,
        mapped,
        stored: stored.get(offset) ?? null,
        isSuperseded,
      })
      const { result } = comparison
      const isCorrected = 'fact' in mapped && (result === 'different' || result === 'new')
      const correction = isCorrected
        ? { offset, newest: newestOffset, digest: digestOf(mapped.fact) }
        : null
      yield { comparison, correction }
    }
  }
}

const decodeRaw = (record: LogRecord, { decoder, topicPrefix }: CompareOptions) =>
  decodeRecord<RawTopic>(decoder, topicPrefix, record)

const mapRaw = (
  decodedRecord: ReturnType<typeof decodeRaw>,
  { normalize }: CompareOptions,
): MappedRecord => toMappedRecord(mapRecord(decodedRecord, normalize))

/** Returns null if the record is not selected. */
function mapSelectedRecord(
  record: LogRecord,
  topic: RawTopic,
  selection: ReplaySelection,
  options: CompareOptions,
): MappedRecord | null {
  if (!hasSelectedKey(selection, topic, record)) return null
  const decoded = decodeRaw(record, options)
  if (!isSelected(selection, decoded, record) || isWatermark(decoded)) return null
  const mapped = mapRaw(decoded, options)
  return isOfMarket(selection, topic, mapped) ? mapped : null
}
