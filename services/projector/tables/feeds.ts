// feeds: the newest claim of a feed in a partition of the trades topic.
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

export function toFeedRow(progress: FeedProgress, partition: number, offset: number): Row {
  return [
    progress.feed,
    partition,
    progress.platform,
    progress.market_id ?? '',
    progress.complete_from_ms,
    progress.complete_until_ms,
    toGapsText(progress.gaps),
    progress.received_at_ms,
    offset,
  ]
}

/** JSON with what is named here, so that a field added to the record does not reach the table. */
export function toGapsText(gaps: readonly FeedGap[]): string {
  return JSON.stringify(
    gaps.map(({ from_ms, until_ms, reason }) => ({ from_ms, until_ms, reason })),
  )
}
