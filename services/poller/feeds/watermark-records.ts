// Converts watermarks (how far a feed is complete) and their gaps to records of raw.trades and
// raw.wallets.
import type { Platform, RawTrade } from '../../../schemas/generated/events.ts'
import { topics } from '../../topology.ts'
import type { PollerRecord } from '../publisher.ts'
import type { Coverage } from '../windows/coverage.ts'

/** The fields of a record that describe a row, with empty values: a watermark has no row. */
function emptyRowFields(nowMs: number) {
  return { url: '', received_at_ms: nowMs, body: null, repeat: 0, tokens: [], outcomes: [] }
}

function toProgress({ fromMs, untilMs, gaps }: Coverage, nowMs: number) {
  return {
    complete_from_ms: fromMs,
    complete_until_ms: untilMs,
    gaps,
    received_at_ms: nowMs,
  }
}

function toRawTradesValue(
  platform: Platform,
  marketId: string | null,
  coverage: Coverage,
  nowMs: number,
): RawTrade {
  const feed = marketId === null ? `${platform}/trades` : `${platform}/trades/${marketId}`
  return {
    platform,
    market_id: marketId ?? '',
    ...emptyRowFields(nowMs),
    awaits_market: false,
    progress: { feed, platform, market_id: marketId, ...toProgress(coverage, nowMs) },
  }
}

/**
 * Returns the watermark of a tape as one record for each partition; each is appended after the trades of
 * its partition.
 */
export function toTapeWatermark(
  platform: Platform,
  coverage: Coverage,
  nowMs: number,
): PollerRecord[] {
  const value = toRawTradesValue(platform, null, coverage, nowMs)
  return Array.from({ length: topics['raw.trades'].partitions }, (_, partition) => ({
    topic: 'raw.trades',
    key: `${platform}/trades`,
    partition,
    value,
  }))
}

/**
 * Returns the watermark of one market's history. Its key puts it in the partition of that market's
 * trades, after them.
 */
export function toHistoryWatermark(
  platform: Platform,
  marketId: string,
  coverage: Coverage,
  nowMs: number,
): PollerRecord {
  const value = toRawTradesValue(platform, marketId, coverage, nowMs)
  return { topic: 'raw.trades', key: marketId, value }
}

/**
 * Returns the watermark of one wallet. Its key puts it in the partition of that wallet's rows, after
 * them.
 */
export function toWalletWatermark(
  platform: Platform,
  wallet: string,
  coverage: Coverage,
  nowMs: number,
): PollerRecord {
  return {
    topic: 'raw.wallets',
    key: wallet,
    value: {
      platform,
      wallet,
      ...emptyRowFields(nowMs),
      progress: { wallet, platform, ...toProgress(coverage, nowMs) },
    },
  }
}
