// How the poller's work is divided among processes. Everybody counts the same shares, whichever
// platforms are followed.
import { partitionOf } from '../platform/log/partitioner.ts'
import type { Platform } from '../../schemas/generated/events.ts'
import { topics } from '../topology.ts'

export type Share =
  /**
   * What of a platform cannot be divided: its lists, its tape, and what makes markets known, for of
   * each market one has to say what was published of it.
   */
  | { readonly kind: 'hub'; readonly platform: Platform; readonly name: string }
  /** Books and history of the markets of both platforms that lie in this partition. */
  | { readonly kind: 'markets'; readonly partition: number; readonly name: string }

export const marketShareCount = topics['raw.trades'].partitions

/** The hubs stand first and last: among two members they part, whether by halves or in turns. */
export const shares: readonly Share[] = [
  { kind: 'hub', platform: 'platform_a', name: 'platform_a' },
  ...Array.from({ length: marketShareCount }, (_, partition): Share => ({
    kind: 'markets',
    partition,
    name: `markets-${partition}`,
  })),
  { kind: 'hub', platform: 'platform_b', name: 'platform_b' },
]

/** In whose share a market lies, by its unified id. */
export function marketShareOf(id: string): number {
  return partitionOf(id, marketShareCount)
}
