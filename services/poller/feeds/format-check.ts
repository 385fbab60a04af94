// Refuses trades of a changed format. A single trade that the normalizer cannot map becomes a dead letter. If a
// platform returns nothing else, its format has changed: the trades are then treated as a list that cannot be read,
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
 * So many trades in a row are published although they cannot be mapped: by the tape, and by all histories together.
 * Twice this many are still too few to stop the normalizer (lib/run/dead-letters.ts).
 */
const maxRejected = 50

export interface FormatCheck {
  /** Whether the trade can be mapped, as soon as its market is known. */
  readonly isReadable: (row: TradeRow, knownMarkets: KnownMarkets) => boolean
  /** Throws an UpstreamError if the trades must not be published. */
  readonly check: (trades: readonly NewRow<TradeRow>[], knownMarkets: KnownMarkets) => void
}

export function createFormatCheck(
  platform: Platform,
  observer: Pick<PollerObserver, 'count'>,
): FormatCheck {
  let rejectedInARow = 0

  function isReadable(row: TradeRow, knownMarkets: KnownMarkets): boolean {
    const { key, value } = toTradeRecord(platform, knownMarkets, { row, repeat: 0 })
    const awaitsMarket = row.needsMarket === true && !isKnownMarket(knownMarkets, key)
    return awaitsMarket || !isRejectedTrade(value)
  }

  function check(trades: readonly NewRow<TradeRow>[], knownMarkets: KnownMarkets): void {
    const lastAccepted = trades.findLastIndex(({ row }) => isReadable(row, knownMarkets))
    const rejected = trades.length - 1 - lastAccepted
    if (lastAccepted >= 0) rejectedInARow = rejected
    else if (rejectedInARow + rejected <= maxRejected) rejectedInARow += rejected
    else {
      rejectedInARow = maxRejected
      observer.count('unexpected_rows', { platform, reason: 'unreadable' }, rejected)
      throw new UpstreamError(`none of ${rejected} trades can be mapped: has the format changed?`, {
        kind: 'failed',
        status: 200,
      })
    }
  }

  return { isReadable, check }
}
