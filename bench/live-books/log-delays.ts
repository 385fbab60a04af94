// How long changes of streamed books took until each stage had appended their records, as the log of the service says.
import pino from 'pino'
import { openReadOnlyLog } from '../../services/compose/read-only-log.ts'
import { parseConfig } from '../../services/config.ts'
import type { LogRecord } from '../../services/lib/log/port.ts'

/** From a change of a book on the platform, in milliseconds, one entry for each record. */
export interface LogDelays {
  /** Until the poller had received it. */
  readonly received: readonly number[]
  /** Until its record was in the topic `raw.books`. */
  readonly raw: readonly number[]
  /** Until its record was in the topic `books`. */
  readonly unified: readonly number[]
}

/**
 * Of the given changes, as far as they were recorded before a later change of the same book. No service may have the
 * log open.
 */
export async function readLogDelays(
  dataDir: string,
  /** Unix milliseconds. No book of the changes was appended before. */
  sinceMs: number,
  isMeasured: (marketId: string, changedMs: number) => boolean,
): Promise<LogDelays> {
  const config = parseConfig({ DATA_DIR: dataDir }, [])
  const logger = pino({ level: 'silent' })
  const { log, decoder } = await openReadOnlyLog({ config, logger, now: Date.now })

  async function* readSince(topic: string): AsyncGenerator<LogRecord> {
    for (const start of await log.offsetsAt(config.topicPrefix + topic, sinceMs))
      yield* log.read({ ...start, from: start.offset })
  }

  const appendedMsOf = new Map<string, number>()
  for await (const { partition, offset, value, timestampMs } of readSince('raw.books')) {
    if (value !== null && decoder.decode('raw.books', value).from_stream)
      appendedMsOf.set(`${partition} ${offset}`, timestampMs)
  }
  const delays = { received: [] as number[], raw: [] as number[], unified: [] as number[] }
  for await (const { value, timestampMs } of readSince('books')) {
    if (value === null) continue
    const {
      origin,
      market_id,
      timestamp_ms: changedMs,
      received_at_ms,
    } = decoder.decode('books', value)
    const rawMs = appendedMsOf.get(`${origin.partition} ${origin.offset}`)
    if (rawMs === undefined || !isMeasured(market_id, changedMs)) continue
    delays.received.push(received_at_ms - changedMs)
    delays.raw.push(rawMs - changedMs)
    delays.unified.push(timestampMs - changedMs)
  }
  await log.close()
  return delays
}
