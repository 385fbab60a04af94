// Claims of completeness and the gaps in them, as records of raw.trades and raw.wallets.
import type { FeedGap, Platform } from '../../../schemas/generated/events.ts'
import { topics } from '../../topology.ts'
import type { HistoryState, TapeState, WalletState } from '../checkpoints.ts'
import type { PollerRecord } from '../publisher.ts'

/** The gaps with one more, in order, neighbours of one reason joined. */
export function withGap(gaps: readonly FeedGap[], gap: FeedGap): FeedGap[] {
  const joined: FeedGap[] = []
  for (const one of [...gaps, gap].toSorted((a, b) => a.from_ms - b.from_ms)) {
    const last = joined.at(-1)
    if (last?.reason === one.reason && one.from_ms <= last.until_ms) {
      joined[joined.length - 1] = { ...last, until_ms: Math.max(last.until_ms, one.until_ms) }
    } else joined.push(one)
  }
  return joined
}

/**
 * The gaps after a stretch was read: none is left in it, unless the platform gave only a part. The
 * same array when nothing changed.
 */
export function afterReading(
  gaps: readonly FeedGap[],
  read: { readonly fromMs: number; readonly untilMs: number; readonly isTruncated: boolean },
): readonly FeedGap[] {
  const { fromMs, untilMs, isTruncated } = read
  const touched = gaps.some((gap) => gap.from_ms < untilMs && gap.until_ms > fromMs)
  if (!touched && !isTruncated) return gaps
  const left = gaps.flatMap((gap) =>
    [
      { ...gap, until_ms: Math.min(gap.until_ms, fromMs) },
      { ...gap, from_ms: Math.max(gap.from_ms, untilMs) },
    ].filter((part) => part.from_ms < part.until_ms),
  )
  const next = isTruncated
    ? withGap(left, { from_ms: fromMs, until_ms: untilMs, reason: 'truncated' })
    : left
  return JSON.stringify(next) === JSON.stringify(gaps) ? gaps : next
}

export function isUnreachable(gap: FeedGap): boolean {
  return gap.reason === 'unreachable'
}

/** A claim about a whole tape, once in every partition: behind the trades that each of them has. */
export function toTapeClaim(platform: Platform, state: TapeState, nowMs: number): PollerRecord[] {
  return Array.from({ length: topics['raw.trades'].partitions }, (_, partition): PollerRecord => ({
    topic: 'raw.trades',
    key: `${platform}/trades`,
    partition,
    value: {
      platform,
      market_id: '',
      url: '',
      received_at_ms: nowMs,
      body: null,
      repeat: 0,
      tokens: [],
      outcomes: [],
      progress: {
        feed: `${platform}/trades`,
        platform,
        market_id: null,
        complete_from_ms: state.startMs,
        complete_until_ms: state.untilMs,
        gaps: state.gaps,
        received_at_ms: nowMs,
      },
    },
  }))
}

/** A claim about the history of one market; its key puts it behind that market's trades. */
export function toHistoryClaim(
  platform: Platform,
  marketId: string,
  state: HistoryState,
  nowMs: number,
): PollerRecord {
  return {
    topic: 'raw.trades',
    key: marketId,
    value: {
      platform,
      market_id: marketId,
      url: '',
      received_at_ms: nowMs,
      body: null,
      repeat: 0,
      tokens: [],
      outcomes: [],
      progress: {
        feed: `${platform}/trades/${marketId}`,
        platform,
        market_id: marketId,
        complete_from_ms: 0,
        complete_until_ms: state.untilMs,
        gaps: state.gaps,
        received_at_ms: nowMs,
      },
    },
  }
}

/** A claim about one wallet; its key puts it behind that wallet's rows. */
export function toWalletClaim(
  platform: Platform,
  wallet: string,
  state: WalletState,
  nowMs: number,
): PollerRecord {
  return {
    topic: 'raw.wallets',
    key: wallet,
    value: {
      platform,
      wallet,
      url: '',
      received_at_ms: nowMs,
      body: null,
      repeat: 0,
      tokens: [],
      outcomes: [],
      progress: {
        wallet,
        platform,
        complete_from_ms: state.fromMs,
        complete_until_ms: state.untilMs,
        gaps: state.gaps,
        received_at_ms: nowMs,
      },
    },
  }
}
