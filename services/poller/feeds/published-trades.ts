// Reads from the log which trades are already published. The poller needs them for time windows that it
// reads more than once: after a restart, in the overlap before the watermark, in gaps, and in a repair.
import type { Codec } from '../../lib/codec/port.ts'
import type { EventLog } from '../../lib/log/port.ts'
import type { RawTrade } from '../../../schemas/generated/events.ts'
import { toId } from '../../platforms/identity.ts'
import { isRejectedTrade } from '../../platforms/mapping/map-body.ts'
import type { Source } from '../../platforms/source.ts'
import { createPublishedRows, type PublishedRows } from '../windows/published-rows.ts'
import { toTapeKey } from './tape-rows.ts'

/** The clocks of the log and of a platform may differ by up to this time. */
export const maxClockDifferenceMs = 600_000

interface ReadOptions {
  readonly log: EventLog
  readonly codec: Codec
  readonly topicPrefix: string
  readonly source: Pick<Source, 'platform' | 'identifyTrade'>
  readonly sinceMs: number
  readonly signal: AbortSignal
}

/**
 * Reads the published trades since `sinceMs` from raw.trades. Their keys are those that the tape uses (toTapeKey). A
 * trade is never appended before it happens, so records that were appended before `sinceMs` minus the clock difference
 * are not read.
 */
export async function readPublishedTrades(options: ReadOptions): Promise<PublishedRows> {
  const { source, sinceMs } = options
  const published = createPublishedRows()
  for await (const { body, repeat } of readTradeRecords(options)) {
    const identity = source.identifyTrade(body)
    if (identity.timeMs === null || identity.timeMs >= sinceMs)
      published.note([{ row: { ...identity, key: toTapeKey(identity.key) }, repeat }])
  }
  return published
}

/**
 * Yields all trades of the platform that were appended since `sinceMs`, and possibly some that were appended
 * before.
 */
export async function* readTradeRecords({
  log,
  codec,
  topicPrefix,
  source,
  sinceMs,
  signal,
}: ReadOptions): AsyncGenerator<RawTrade & { readonly body: string }> {
  const topic = `${topicPrefix}raw.trades`
  const keyPrefix = toId(source.platform, '')
  for (const { partition, offset } of await log.offsetsAt(topic, sinceMs - maxClockDifferenceMs)) {
    for await (const { key, value } of log.read({ topic, partition, from: offset })) {
      signal.throwIfAborted()
      // Records of other platforms need not be decoded.
      if (key?.startsWith(keyPrefix) !== true) continue
      const trade = codec.decode('raw.trades', value)
      if (trade.body !== null) yield { ...trade, body: trade.body }
    }
  }
}

export interface PublishedTrades {
  /** The trades that the normalizer can map. */
  readonly rows: PublishedRows
  /** The keys of the trades that the normalizer turns into dead letters. */
  readonly rejected: ReadonlySet<string>
}

/**
 * Returns all published trades of these markets, by market id. All of the markets must belong to one partition of
 * raw.trades. Records that were appended before `sinceMs` minus the clock difference are not read.
 */
export async function readPublishedTradesOfMarkets(
  marketIds: readonly string[],
  options: ReadOptions & { readonly partition: number },
): Promise<ReadonlyMap<string, PublishedTrades>> {
  const { log, codec, source, partition, sinceMs, signal } = options
  const topic = `${options.topicPrefix}raw.trades`
  const published = new Map(
    marketIds.map((id) => [id, { rows: createPublishedRows(), rejected: new Set<string>() }]),
  )
  const positions = await log.offsetsAt(topic, sinceMs - maxClockDifferenceMs)
  const from = positions.find((position) => position.partition === partition)?.offset ?? 0
  for await (const record of log.read({ topic, partition, from })) {
    signal.throwIfAborted()
    // The key of a trade is its market, so the records of other markets need not be decoded.
    const ofMarket = published.get(record.key ?? '')
    const trade = ofMarket && codec.decode('raw.trades', record.value)
    if (!trade || trade.body === null) continue
    const row = source.identifyTrade(trade.body)
    if (isRejectedTrade(trade)) ofMarket.rejected.add(row.key)
    else ofMarket.rows.note([{ row, repeat: trade.repeat }])
  }
  return published
}
