// Refuses trades whose format has changed. A single trade that the normalizer cannot map becomes a dead letter. If a
// platform returns only such trades, its format has changed: the trades are then treated as a list that cannot be read,
// so that no watermark covers them, and they are requested again until the mapping is corrected.
// docs/decisions/072-changed-formats.md
import type { Platform } from '../../../schemas/generated/events.ts'
import { isRejectedTrade } from '../../platforms/mapping/map-body.ts'
import { UpstreamError } from '../../platforms/upstream/upstream-error.ts'
import type { TradeRow } from '../../platforms/source.ts'
import type { PollerObserver } from '../observer.ts'
import { isKnownMarket, type KnownMarkets } from '../retired-markets.ts'
import type { NewRow } from '../windows/published-rows.ts'
import { toTradeRecord } from './trade-records.ts'

/**
 * Maximum number of consecutive trades that are published although they cannot be mapped. The tape has its own count;
 * all histories share a second count. Twice this many are still too few to stop the normalizer
 * (lib/run/dead-letters.ts).
 */
const maxConsecutiveRejected = 50

export interface FormatCheck {
  /**
   * Returns whether the trade can be mapped. A trade that cannot be mapped before its market is known counts as
   * readable.
   */
  readonly isReadable: (row: TradeRow, knownMarkets: KnownMarkets) => boolean
  /** Returns whether the trades may be published. */
  readonly accepts: (trades: readonly NewRow<TradeRow>[], knownMarkets: KnownMarkets) => boolean
  /** Throws an UpstreamError if the trades must not be published. */
  readonly check: (trades: readonly NewRow<TradeRow>[], knownMarkets: KnownMarkets) => void
}

export function createFormatCheck(
  platform: Platform,
  observer: Pick<PollerObserver, 'count'>,
): FormatCheck {
  let consecutiveRejected = 0

  function isReadable(row: TradeRow, knownMarkets: KnownMarkets): boolean {
    const { key, value } = toTradeRecord(platform, knownMarkets, { row, repeat: 0 })
    const awaitsMarket = row.needsMarket === true && !isKnownMarket(knownMarkets, key)
    return awaitsMarket || !isRejectedTrade(value)
  }

  function accepts(trades: readonly NewRow<TradeRow>[], knownMarkets: KnownMarkets): boolean {
    if (trades.length === 0) return true
    const lastAccepted = trades.findLastIndex(({ row }) => isReadable(row, knownMarkets))
    const rejected = trades.length - 1 - lastAccepted
    const consecutive = lastAccepted >= 0 ? rejected : consecutiveRejected + rejected
    consecutiveRejected = Math.min(consecutive, maxConsecutiveRejected)
    if (lastAccepted >= 0 || consecutive <= maxConsecutiveRejected) return true
    observer.count('unexpected_rows', { platform, reason: 'unreadable' }, rejected)
    return false
  }

  return {
    isReadable,
    accepts,
    check(trades, knownMarkets) {
      if (accepts(trades, knownMarkets)) return
      const message = `none of ${trades.length} trades can be mapped: has the format changed?`
      throw new UpstreamError(message, { kind: 'failed', status: 200 })
    },
  }
}
