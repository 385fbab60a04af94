// Table feeds: for each feed of trades, and each partition of the trades topic, the newest watermark (the
// statement until when the feed is complete).
import type { FeedGap, FeedProgress } from '../../../schemas/generated/events.ts'
import type { Row } from './row.ts'

export const feedColumns = [
  'feed',
  'partition',
  'platform',
  'market_id',
  'complete_from_ms',
  'complete_until_ms',
  'gaps',
  'received_at_ms',
  'version',
] as const

/** `version` is computed from the epoch and the offset (domain/epochs.ts). */
export function toFeedRow(progress: FeedProgress, partition: number, version: number): Row {
  return [
    progress.feed,
    partition,
    progress.platform,
    progress.market_id ?? '',
    progress.complete_from_ms,
    progress.complete_until_ms,
    toGapsText(progress.gaps),
    progress.received_at_ms,
    version,
  ]
}

/** Returns JSON with only these fields, because later versions of the record may have more. */
export function toGapsText(gaps: readonly FeedGap[]): string {
  return JSON.stringify(
    gaps.map(({ from_ms, until_ms, reason }) => ({ from_ms, until_ms, reason })),
  )
}
