// Looks up markets that are first seen in a trade.
import type { PlatformMemory } from '../checkpoints.ts'
import type { RequestClass } from '../../platforms/request-class.ts'
import type { Source } from '../../platforms/source.ts'
import { isKnownMarket } from '../retired-markets.ts'
import type { SnapshotPublisher } from './snapshot-publisher.ts'
import { toId } from '../../platforms/identity.ts'

/** A market that the platform did not find is looked up again after this time at the earliest. */
const lookUpAgainMs = 600_000

export interface Discoverer {
  /**
   * Looks up and publishes the markets that are not known yet. Markets that the platform does not find
   * stay unknown.
   */
  ensureKnown(nativeIds: readonly string[]): Promise<void>
}

export function createDiscoverer(options: {
  readonly source: Source
  readonly memory: PlatformMemory
  readonly snapshots: SnapshotPublisher
  readonly now: () => number
  readonly requestClass: RequestClass
}): Discoverer {
  const { source, memory, snapshots, now, requestClass } = options
  /** When a market that the platform did not find was last looked up. */
  const askedAtMs = new Map<string, number>()
  const isKnown = (nativeId: string): boolean =>
    isKnownMarket(memory, toId(source.platform, nativeId))

  return {
    async ensureKnown(nativeIds) {
      const unknown = [...new Set(nativeIds)].filter(
        (nativeId) =>
          source.isDiscoverable(nativeId) &&
          !isKnown(nativeId) &&
          now() - (askedAtMs.get(nativeId) ?? -Infinity) >= lookUpAgainMs,
      )
      if (unknown.length === 0) return
      await snapshots.discover(unknown, requestClass)
      for (const nativeId of unknown) {
        if (isKnown(nativeId)) askedAtMs.delete(nativeId)
        else askedAtMs.set(nativeId, now())
      }
    },
  }
}
