// The operator command `trace`: prints everything that the service has stored about one trade or market: the raw
// record, the unified record, the row and the candle. The command reads the log directly; `askForRows` asks the running
// service for the rows.
import type { Origin } from '../../schemas/generated/events.ts'
import type { Decoder } from '../lib/codec/port.ts'
import { partitionOf } from '../lib/log/partitioner.ts'
import type { LogRecord, ReadableLog } from '../lib/log/port.ts'
import { topics, type Topic } from '../topology.ts'
import { CommandFailure } from './command-failure.ts'
import type { FactRowsRequest, FactRows } from './fact-rows.ts'
import { readLastRecords, readRecordAt } from './last-records.ts'
import { decodeOrExplain, toJson } from './tail.ts'
import { toIsoTime } from './tail-start.ts'

export interface TraceRequest {
  /** The id of a trade or of a market. */
  readonly id: string
  /** Whether the body of the raw record is printed, too. */
  readonly withBytes: boolean
  readonly json: boolean
}

interface RecordLocation {
  readonly topic: Topic
  readonly partition: number
  readonly offset: number
}

interface LocatedRecord extends RecordLocation {
  readonly appended_at: string
}

/** The unified record, with the request to the service for its rows. */
interface UnifiedRecord extends LocatedRecord {
  readonly value: { readonly origin: Origin }
  readonly rowsRequest: FactRowsRequest
}

interface RawRecord extends LocatedRecord {
  readonly fetched_at: string
  readonly fetched_from: string
  /** What the platform sent, byte for byte. */
  readonly body: string
  /** For a market: the event in which the platform listed it. */
  readonly event_body: string | null
}

export interface TraceOptions {
  readonly log: ReadableLog
  readonly decoder: Decoder
  readonly topicPrefix: string
  readonly askForRows: (rowsRequest: FactRowsRequest) => Promise<FactRows>
}

/** Resolves with the lines to print. Rejects if the log has no such trade or market. */
export async function traceTradeOrMarket(
  { id, withBytes, json }: TraceRequest,
  options: TraceOptions,
): Promise<readonly string[]> {
  const unified = (await findMarket(id, options)) ?? (await findTrade(id, options))
  if (unified === null)
    throw new CommandFailure(
      'notFound',
      `${id} is neither a market in the topic markets nor a trade in the topic trades`,
    )
  const { rowsRequest, value, ...place } = unified
  const { origin } = value
  const raw = await readRaw(origin, options)
  const rows = await options
    .askForRows(rowsRequest)
    .catch((error: unknown) => (error instanceof Error ? error.message : String(error)))
  const { body = null, event_body: eventBody = null, ...rawPlace } = raw ?? {}
  const bodies = withBytes ? { body, event_body: eventBody } : {}
  if (json)
    return [
      toJson({
        id,
        kind: rowsRequest.trade === null ? 'market' : 'trade',
        raw: raw && { ...rawPlace, ...bodies },
        unified: { ...place, value },
        ...(typeof rows === 'string' ? { rows_problem: rows } : rows),
      }),
    ]
  return [
    `${rowsRequest.trade === null ? 'market' : 'trade'} ${id}`,
    raw
      ? `raw record      ${toLocationText(raw)}, fetched ${raw.fetched_at} from ${raw.fetched_from}`
      : `raw record      ${origin.topic}/${origin.partition}/${origin.offset} ${toAbsenceText(origin)}`,
    ...(withBytes && body !== null ? [`  body          ${body}`] : []),
    ...(withBytes && eventBody !== null ? [`  event body    ${eventBody}`] : []),
    `unified record  ${toLocationText(unified)}`,
    `  value         ${toJson(value)}`,
    ...toRowLines(unified, rows),
  ]
}

async function findMarket(id: string, options: TraceOptions): Promise<UnifiedRecord | null> {
  const { log, decoder, topicPrefix } = options
  const { partitions } = topics.markets
  const range = (await log.ranges(`${topicPrefix}markets`))[partitionOf(id, partitions)]
  const [record] = range ? await readLastRecords(log, range, 1, ({ key }) => key === id) : []
  if (record === undefined) return null
  const value = decoder.decode('markets', record.value)
  return {
    ...toLocatedRecord('markets', record),
    value,
    rowsRequest: { market_id: id, trade: null },
  }
}

/**
 * Finds the newest record of a trade. Searches all partitions, because the id of a trade does not contain its
 * market.
 */
async function findTrade(id: string, options: TraceOptions): Promise<UnifiedRecord | null> {
  const { log, decoder, topicPrefix } = options
  const decodeTrade = (record: LogRecord) => decoder.decode('trades', record.value).trade
  for (const range of await log.ranges(`${topicPrefix}trades`)) {
    const [record] = await readLastRecords(
      log,
      range,
      1,
      // the bytes are searched first, because decoding takes longer
      (candidate) => candidate.value.includes(id) && decodeTrade(candidate)?.id === id,
    )
    const trade = record && decodeTrade(record)
    if (!trade) continue
    const { market_id, timestamp_ms } = trade
    return {
      ...toLocatedRecord('trades', record),
      value: trade,
      rowsRequest: { market_id, trade: { id, timestamp_ms } },
    }
  }
  return null
}

/** Resolves with null if the log no longer has the record. */
async function readRaw(origin: Origin, options: TraceOptions): Promise<RawRecord | null> {
  const { log, decoder, topicPrefix } = options
  const { partition, offset } = origin
  const topic = origin.topic as Topic
  const record = await readRecordAt(log, { topic: topicPrefix + topic, partition, offset })
  if (record === null) return null
  const { url, received_at_ms, body, event_body } = decodeOrExplain(topic, record, decoder) as {
    url?: string
    received_at_ms?: number
    body?: string | null
    event_body?: string | null
  }
  return {
    ...toLocatedRecord(topic, record),
    fetched_at: received_at_ms === undefined ? 'unknown' : toIsoTime(received_at_ms),
    fetched_from: url ?? 'unknown',
    body: body ?? '',
    event_body: event_body ?? null,
  }
}

function toLocatedRecord(
  topic: Topic,
  { partition, offset, timestampMs }: LogRecord,
): LocatedRecord {
  return { topic, partition, offset, appended_at: toIsoTime(timestampMs) }
}

function toLocationText({ topic, partition, offset, appended_at }: LocatedRecord): string {
  return `${topic}/${partition}/${offset}, appended ${appended_at}`
}

function toAbsenceText(origin: Origin): string {
  return topics[origin.topic as Topic].cleanup === 'compact'
    ? 'was replaced by a newer record of its key'
    : 'was removed by retention'
}

function toRowLines(
  { topic, partition, offset }: RecordLocation,
  rows: FactRows | string,
): readonly string[] {
  if (typeof rows === 'string') return [`row, candle     unknown: ${rows}`]
  const { row, candle } = rows
  const lines = [
    `row of ${topic.padEnd(9)}${row ? toJson(row) : 'none: the projector has not written it'}`,
  ]
  if (row && row.position !== offset)
    lines.push(
      `                made from ${topic}/${partition}/${row.position}, another record of it`,
    )
  lines.push(`candle of 1m    ${candle ? toJson(candle) : 'none'}`)
  return lines
}
