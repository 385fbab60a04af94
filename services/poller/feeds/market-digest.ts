// The digest of a published market (MarketState.digest). It shows whether a newer snapshot differs
// in its figures or its content.
import { digestLength, shortDigest, type ContentDigests } from '../../platforms/content.ts'
import type { EventSnapshot } from '../../platforms/source.ts'

export type MarketChange = 'none' | 'figures' | 'content'

/**
 * Joins three digests: of the figures, of the content and, if the event is known, of the fields of the event.
 */
export function marketDigest(
  { figures, content }: ContentDigests,
  event: Pick<EventSnapshot, 'marketFields'> | null,
): string {
  // `join` instead of `+`, because V8 would keep the parts of a concatenated string in memory
  return [figures, content, event ? shortDigest(event.marketFields) : ''].join('')
}

/**
 * Compares two digests. A digest of an earlier version of the service counts as different content.
 */
export function changeBetween(before: string, after: string): MarketChange {
  if (before === after) return 'none'
  return before.slice(digestLength) === after.slice(digestLength) ? 'figures' : 'content'
}

/** Returns the digest without the part for the event. */
export function withoutEventDigest(digest: string): string {
  return digest.slice(0, 2 * digestLength)
}
