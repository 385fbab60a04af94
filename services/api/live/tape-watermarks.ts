// Keeps the time until which the trades of each platform are complete. The times come from the watermarks of the
// tapes (the feeds of all trades of a platform) in the log. Each partition has its own watermarks, which come after
// the trades that they cover.
import type { StreamWatermark } from '../../../schemas/generated/api.ts'
import type { Platform } from '../../../schemas/generated/events.ts'
import type { Codec } from '../../lib/codec/port.ts'
import { CodecError } from '../../lib/codec/port.ts'
import type { LogRecord } from '../../lib/log/port.ts'
import { decodeRecord } from '../../lib/run/stage.ts'
import { parseId } from '../../platforms/identity.ts'

export interface TapeWatermarks {
  /** Must be called with each record of the topic `trades`, in order. */
  apply(record: LogRecord): void
  /**
   * Returns the earliest of the watermarks of all partitions, for each platform that has one in every
   * partition.
   */
  all(): readonly StreamWatermark[]
}

export function createTapeWatermarks(
  codec: Codec,
  topicPrefix: string,
  partitions: number,
): TapeWatermarks {
  const byPlatform = new Map<Platform, Map<number, number>>()
  return {
    apply(record) {
      // the key of a watermark is its feed, the key of a trade is its market
      if (record.key !== null && parseId(record.key) !== null) return
      const decoded = decodeRecord<'trades'>(codec, topicPrefix, record)
      if (decoded instanceof CodecError) return
      const { progress } = decoded.value
      if (!progress || progress.market_id !== null) return
      const { platform, complete_until_ms: untilMs } = progress
      const ofPlatform = byPlatform.get(platform) ?? new Map<number, number>()
      byPlatform.set(platform, ofPlatform.set(record.partition, untilMs))
    },
    all: () =>
      [...byPlatform].flatMap(([platform, found]) =>
        found.size < partitions
          ? []
          : [{ platform, complete_until_ms: Math.min(...found.values()) }],
      ),
  }
}
