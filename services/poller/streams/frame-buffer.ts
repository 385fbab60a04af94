// Collects the frames of a stream by market until they are published. Frames beyond a budget of bytes per day
// are not recorded but only counted; the books themselves are followed in memory and do not need them.
import type { Platform, StreamFrame as RecordedFrame } from '../../../schemas/generated/events.ts'
import type { StreamFrame } from '../../platforms/streams/protocol.ts'
import type { PollerRecord } from '../publisher.ts'

export interface FrameBuffer {
  /** Adds the frame of a market, or counts it as left out. Returns whether it was added. */
  add(id: string, frame: StreamFrame, receivedAtMs: number): boolean
  /** Returns the collected frames as one record for each market, and forgets them. */
  takeRecords(): readonly PollerRecord[]
}

interface Pending {
  readonly frames: RecordedFrame[]
  bytes: number
  leftOut: number
}

const dayMs = 86_400_000
/** The fraction of the daily budget that can accumulate. */
const savedPart = 0.05
/**
 * Maximum size of the frames in one record. The log accepts records of up to 1 MB, and the first book of a market can
 * have some hundred kilobytes.
 */
const maxRecordBytes = 500_000

export function createFrameBuffer(options: {
  readonly platform: Platform
  readonly url: string
  readonly bytesPerDay: number
  readonly now: () => number
}): FrameBuffer {
  const { platform, url, bytesPerDay, now } = options
  const markets = new Map<string, Pending>()
  let left = bytesPerDay * savedPart
  let atMs = now()

  function refillBudget(): void {
    const nowMs = now()
    const inflow = (Math.max(0, nowMs - atMs) * bytesPerDay * (1 - savedPart)) / dayMs
    left = Math.min(bytesPerDay * savedPart, left + inflow)
    atMs = nowMs
  }

  return {
    add(id, { body, sentAtMs }, receivedAtMs) {
      refillBudget()
      const pending = markets.get(id) ?? { frames: [], bytes: 0, leftOut: 0 }
      markets.set(id, pending)
      const bytes = Buffer.byteLength(body)
      if (bytes > left || pending.bytes + bytes > maxRecordBytes) {
        pending.leftOut += 1
        return false
      }
      left -= bytes
      pending.bytes += bytes
      pending.frames.push({ received_at_ms: receivedAtMs, sent_at_ms: sentAtMs, body })
      return true
    },
    takeRecords() {
      const records: PollerRecord[] = []
      for (const [id, { frames, leftOut }] of markets) {
        // The number of frames that were left out is written with the next record of the market.
        if (frames.length === 0) continue
        const value = { platform, market_id: id, url, frames, left_out: leftOut }
        records.push({ topic: 'raw.streams', key: id, value })
        markets.delete(id)
      }
      return records
    },
  }
}
