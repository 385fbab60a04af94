// Publishes the trades that a stream reports, as provisional trades: each once, as soon as it is received
// (docs/decisions/064-provisional-trades.md).
import type { Platform } from '../../../schemas/generated/events.ts'
import { confirmationMs, maxAnnouncementDelayMs } from '../../domain/provisional-trade.ts'
import { shareConcurrentRuns } from '../../lib/run/share-runs.ts'
import type { AnnouncedTrade, StreamFrame } from '../../platforms/streams/protocol.ts'
import type { PollerObserver } from '../observer.ts'
import type { PollerRecord } from '../publisher.ts'
import { isKnownMarket, outcomesOf, type KnownMarkets } from '../retired-markets.ts'

export interface TradeAnnouncer {
  /**
   * Publishes the trade of a frame, unless it was published before, its market belongs to no task of this
   * process, or its time is too far from the platform's clock.
   */
  announce(frame: StreamFrame, trade: AnnouncedTrade, receivedAtMs: number): void
}

export function createTradeAnnouncer(options: {
  readonly platform: Platform
  readonly url: string
  readonly platformNowMs: () => number
  /** Returns the markets of the task to which a market belongs; undefined if this task does not run in this process. */
  readonly marketsOf: (id: string) => KnownMarkets | undefined
  /** Must not reject. */
  readonly publish: (records: readonly PollerRecord[]) => Promise<void>
  readonly observer: PollerObserver
}): TradeAnnouncer {
  const { platform, url, platformNowMs, observer } = options
  /** By key of an announced trade: when it was announced (platform's clock). The oldest entry is first. */
  const announced = new Map<string, number>()
  /** Records that are not passed to `publish` yet. */
  let waiting: PollerRecord[] = []
  const publishWaiting = shareConcurrentRuns(async () => {
    const records = waiting
    waiting = []
    await options.publish(records)
  })
  const count = (result: string): void => observer.count('provisional_trades', { platform, result })

  function addIfNew(key: string, nowMs: number): boolean {
    for (const [oldKey, atMs] of announced) {
      if (atMs > nowMs - confirmationMs) break
      announced.delete(oldKey)
    }
    if (announced.has(key)) return false
    announced.set(key, nowMs)
    return true
  }

  return {
    announce({ id, body, sentAtMs }, { key, timeMs }, receivedAtMs) {
      const markets = id === null ? undefined : options.marketsOf(id)
      if (id === null || !markets || !isKnownMarket(markets, id)) return
      const nowMs = platformNowMs()
      if (Math.abs(nowMs - timeMs) > maxAnnouncementDelayMs) return count('untimely')
      if (!addIfNew(key, nowMs)) return count('repeated')
      count('announced')
      const { tokens, outcomes } = outcomesOf(markets, id)
      waiting.push({
        topic: 'raw.provisional-trades',
        key: id,
        value: {
          platform,
          market_id: id,
          url,
          received_at_ms: receivedAtMs,
          sent_at_ms: sentAtMs,
          body,
          tokens,
          outcomes,
          withdrawal: null,
        },
      })
      void publishWaiting()
    },
  }
}
