// Appends corrections: maps raw records once more and appends the results to the unified topics. Runs in the process of
// the normalizer, because only one process may write to the embedded log. docs/decisions/062-replay-of-a-range.md
// explains the order of the writes.
import { setImmediate } from 'node:timers/promises'
import type { Codec } from '../../lib/codec/port.ts'
import type { EventLog, LogRecord, NewRecord, Writer } from '../../lib/log/port.ts'
import { decodeRecord, encodeResult, mapRecord, type Transform } from '../../lib/run/stage.ts'
import { readRecordAt } from '../last-records.ts'
import { digestOf, hasCurrentState, toMappedRecord, type RawTopic } from './facts.ts'

export interface AppendOptions {
  readonly log: EventLog
  readonly codec: Codec
  readonly topicPrefix: string
  readonly normalize: Transform<'normalizer'>
}

/** A raw record whose fact has to be appended. */
export interface Correction {
  readonly offset: number
  /**
   * Offset of the newest raw record with the same key before `Corrections.known_until`; null if consumers of the topic
   * do not keep the current state of each key.
   */
  readonly newest: number | null
  /** Digest of the fact that the command has mapped the record to. */
  readonly digest: string
}

/** Raw records of one partition, in the order of their offsets. */
export interface Corrections {
  readonly topic: RawTopic
  readonly partition: number
  /** The end of the partition at the time when the command searched for the newest record of each key. */
  readonly known_until: number
  readonly records: readonly Correction[]
}

/**
 * `appended`: the fact is in the unified topic. `superseded`: nothing was appended, because a newer record of the
 * same key replaces it, or because the raw record is gone. `rejected`: the fact cannot be encoded. `other_mapping`:
 * this process maps the record to another fact than the command does.
 */
export interface CorrectionResult {
  readonly offset: number
  readonly result: 'appended' | 'superseded' | 'rejected' | 'other_mapping'
  readonly detail: string
}

/** After this many records, the loop lets the event loop handle other requests. */
const recordsPerYield = 100

interface AcceptedRecord {
  readonly record: LogRecord
  readonly newest: number | null
  readonly emit: readonly NewRecord[]
}

/** Resolves with a result for each correction. If one of them is `other_mapping`, nothing was appended. */
export async function appendCorrections(
  corrections: Corrections,
  parts: AppendOptions,
  writer: Writer,
): Promise<readonly CorrectionResult[]> {
  const { topic, partition, known_until: knownUntil } = corrections
  const range = { topic: parts.topicPrefix + topic, partition }
  const { accepted, results } = await mapRawRecordsAgain(corrections, parts)
  if (results.some(({ result }) => result === 'other_mapping')) return results
  const addResult = ({ record: { offset } }: AcceptedRecord, result: CorrectionResult['result']) =>
    results.push({ offset, result, detail: '' })

  if (!hasCurrentState(topic)) {
    await writer.append(accepted.flatMap(({ emit }) => emit))
    accepted.forEach((one) => addResult(one, 'appended'))
    return results
  }
  const keys = new Set(accepted.map(({ record }) => record.key))
  let newer = await readNewerRecords(range, knownUntil, keys, parts)
  const isSuperseded = ({ record }: AcceptedRecord): boolean =>
    topic === 'raw.markets' && newer.emitByKey.has(record.key)
  const appended = accepted.filter((one) => !isSuperseded(one))
  const emitted = appended.flatMap(({ emit }) => emit)
  // Consumers keep past order books, too, so corrections of past order books are appended as well. The newest order
  // book of each market must be appended last.
  if (topic === 'raw.books') {
    const lastByKey = new Map(appended.map((one) => [one.record.key, one]))
    for (const [key, last] of lastByKey)
      emitted.push(...(newer.emitByKey.get(key) ?? (await mapNewestRawRecord(last, parts))))
  }
  await writer.append(emitted)
  for (;;) {
    // If the normalizer has emitted a newer record before this append, the newer record is emitted again after it.
    newer = await readNewerRecords(range, newer.until, keys, parts)
    if (newer.emitByKey.size === 0) break
    await writer.append([...newer.emitByKey.values()].flat())
  }
  for (const one of accepted) addResult(one, appended.includes(one) ? 'appended' : 'superseded')
  return results
}

async function mapRawRecordsAgain(
  { topic, partition, records }: Corrections,
  parts: AppendOptions,
): Promise<{ readonly accepted: readonly AcceptedRecord[]; readonly results: CorrectionResult[] }> {
  const { log, codec, topicPrefix, normalize } = parts
  const from = records[0]?.offset ?? 0
  const until = (records.at(-1)?.offset ?? -1) + 1
  const wanted = new Map(records.map((one) => [one.offset, one]))
  const read = new Map<number, LogRecord>()
  for await (const record of log.read({ topic: topicPrefix + topic, partition, from, until }))
    if (wanted.has(record.offset)) read.set(record.offset, record)

  const accepted: AcceptedRecord[] = []
  const results: CorrectionResult[] = []
  for (const [i, { offset, newest, digest }] of records.entries()) {
    if (i % recordsPerYield === 0) await setImmediate()
    const record = read.get(offset)
    if (!record) {
      results.push({ offset, result: 'superseded', detail: 'the raw record was removed' })
      continue
    }
    const result = mapRecord(decodeRecord<RawTopic>(codec, topicPrefix, record), normalize)
    const mapped = toMappedRecord(result)
    const encoded = encodeResult(result, parts)
    if (!('fact' in mapped) || digestOf(mapped.fact) !== digest)
      results.push({ offset, result: 'other_mapping', detail: '' })
    else if ('emit' in encoded) accepted.push({ record, newest, emit: encoded.emit })
    else if ('deadLetter' in encoded)
      results.push({ offset, result: 'rejected', detail: encoded.detail })
  }
  return { accepted, results }
}

async function mapNewestRawRecord(
  { record, newest }: AcceptedRecord,
  parts: AppendOptions,
): Promise<readonly NewRecord[]> {
  if (newest === null || newest <= record.offset) return []
  const { topic, partition } = record
  const newestRecord = await readRecordAt(parts.log, { topic, partition, offset: newest })
  return newestRecord ? toEmittedRecords(newestRecord, parts) : []
}

function toEmittedRecords(record: LogRecord, parts: AppendOptions): readonly NewRecord[] {
  const { codec, topicPrefix, normalize } = parts
  const result = encodeResult(
    mapRecord(decodeRecord<RawTopic>(codec, topicPrefix, record), normalize),
    parts,
  )
  return 'emit' in result ? result.emit : []
}

/**
 * Reads the records with the given keys from `from` to the end of the partition. Resolves with the mapped result of the
 * newest record of each key that the normalizer can map, and with the end of the partition.
 */
async function readNewerRecords(
  { topic, partition }: { readonly topic: string; readonly partition: number },
  from: number,
  keys: ReadonlySet<string | null>,
  parts: AppendOptions,
): Promise<{
  readonly emitByKey: ReadonlyMap<string | null, readonly NewRecord[]>
  readonly until: number
}> {
  const range = (await parts.log.ranges(topic))[partition]
  const until = Math.max(from, range?.high ?? 0)
  const emitByKey = new Map<string | null, readonly NewRecord[]>()
  for await (const record of parts.log.read({ topic, partition, from, until })) {
    const emit = keys.has(record.key) ? toEmittedRecords(record, parts) : []
    if (emit.length > 0) emitByKey.set(record.key, emit)
  }
  return { emitByKey, until }
}
