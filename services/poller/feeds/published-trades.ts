// Which trades of a tape are in the log already, for the stretches that are read again: the overlap
// behind its end, and its gaps.
import type { Codec } from '../../platform/codec/port.ts'
import type { EventLog } from '../../platform/log/port.ts'
import type { FeedGap, Platform } from '../../../schemas/generated/events.ts'
import type { Source, TradeIdentity, TradeRow } from '../platforms/source.ts'

/** A trade to be published, and which one it is of those with the same words. */
export interface NewTrade {
  readonly row: TradeRow
  readonly repeat: number
}

export interface PublishedTrades {
  /** Those not published yet, oldest first. Changes nothing: `note` them when they are durable. */
  select(rows: readonly TradeRow[]): NewTrade[]
  note(trade: TradeIdentity, repeat: number): void
  /** Forgets what is older than `beforeMs` and in no gap. */
  forget(beforeMs: number, gaps: readonly FeedGap[]): void
}

export function createPublishedTrades(): PublishedTrades {
  const known = new Map<string, { count: number; readonly timeMs: number | null }>()
  return {
    select(rows) {
      const met = new Map<string, number>()
      const fresh: NewTrade[] = []
      for (const row of rows) {
        const repeat = met.get(row.key) ?? 0
        met.set(row.key, repeat + 1)
        if (repeat >= (known.get(row.key)?.count ?? 0)) fresh.push({ row, repeat })
      }
      return fresh.toSorted((a, b) => (a.row.timeMs ?? 0) - (b.row.timeMs ?? 0))
    },
    note({ key, timeMs }, repeat) {
      const count = Math.max(known.get(key)?.count ?? 0, repeat + 1)
      known.set(key, { count, timeMs })
    },
    forget(beforeMs, gaps) {
      for (const [key, { timeMs }] of known) {
        // A row without a time may come again in any window.
        if (timeMs === null || timeMs >= beforeMs) continue
        if (!gaps.some((gap) => timeMs >= gap.from_ms && timeMs < gap.until_ms)) known.delete(key)
      }
    },
  }
}

/** Clocks of the log and of a platform may differ by this much. */
const clockSlackMs = 600_000

/**
 * Reads from raw.trades what was published of trades since `sinceMs`: a trade is never appended
 * before it happens, so nothing older than that instant (and the clocks' difference) has to be read.
 */
export async function readPublishedTrades(options: {
  readonly log: EventLog
  readonly codec: Codec
  readonly topicPrefix: string
  readonly source: Pick<Source, 'platform' | 'identify'>
  readonly sinceMs: number
  readonly signal: AbortSignal
}): Promise<PublishedTrades> {
  const { log, codec, source, sinceMs, signal } = options
  const platform: Platform = source.platform
  const topic = `${options.topicPrefix}raw.trades`
  const published = createPublishedTrades()
  for (const { partition, offset } of await log.offsetsAt(topic, sinceMs - clockSlackMs)) {
    for await (const record of log.read({ topic, partition, from: offset })) {
      signal.throwIfAborted()
      const trade = codec.decode('raw.trades', record.value)
      if (trade.platform !== platform || trade.body === null) continue
      const identity = source.identify(trade.body)
      if (identity.timeMs === null || identity.timeMs >= sinceMs) {
        published.note(identity, trade.repeat)
      }
    }
  }
  return published
}
