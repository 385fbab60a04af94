// Decides which unknown markets may be looked up: all of them, except those that the platform did not find
// recently.
import { toId } from '../../platforms/identity.ts'
import type { Source } from '../../platforms/source.ts'
import type { PlatformStates } from '../checkpoints.ts'
import { isKnownMarket } from '../retired-markets.ts'

/** A market that the platform did not find is looked up again after this time at the earliest. */
const lookUpAgainMs = 600_000

export interface LookUpFilter {
  readonly isMarketKnown: (nativeId: string) => boolean
  readonly mayBeLookedUp: (nativeId: string) => boolean
  /** Records that these markets were looked up. */
  noteLookedUp(nativeIds: readonly string[]): void
}

export function createLookUpFilter(
  source: Pick<Source, 'platform' | 'isDiscoverable'>,
  memory: PlatformStates,
  now: () => number,
): LookUpFilter {
  /**
   * By native id: when a market that the platform did not find was last looked up. The oldest entry is first.
   */
  const askedAtMs = new Map<string, number>()

  const isMarketKnown = (nativeId: string): boolean =>
    isKnownMarket(memory, toId(source.platform, nativeId))

  return {
    isMarketKnown,
    mayBeLookedUp(nativeId) {
      const askedMs = askedAtMs.get(nativeId) ?? -Infinity
      return (
        source.isDiscoverable(nativeId) &&
        !isMarketKnown(nativeId) &&
        now() - askedMs >= lookUpAgainMs
      )
    },
    noteLookedUp(nativeIds) {
      for (const nativeId of nativeIds) {
        askedAtMs.delete(nativeId)
        if (!isMarketKnown(nativeId)) askedAtMs.set(nativeId, now())
      }
      for (const [nativeId, askedMs] of askedAtMs) {
        if (now() - askedMs < lookUpAgainMs) break
        askedAtMs.delete(nativeId)
      }
    },
  }
}
