// Keeps the time until which the trades of each platform are complete, according to the watermarks of its tape (the
// feed of all its trades). Each partition of the log has watermarks of its own, each after the trades that it covers.
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
   * Returns the earliest watermark of each platform, among the newest watermarks of all partitions. Leaves out a
   * platform without a watermark in some partition.
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
