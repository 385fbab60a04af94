// The key of a match in the topic `matches`, and the explanation of a match. A match is identified by one of its two
// markets, the one whose platform was registered later, and by the name of the other platform. The matcher writes
// these keys. The projector and the API read them.
import type { Match } from '../../schemas/generated/events.ts'
import { platformNames } from '../platforms/identity.ts'

const [firstPlatform] = platformNames

/**
 * Returns the platform of the other market of a match. The field `other_platform` is empty in records that were written
 * while there were only two platforms. For these records, the function returns the platform that was registered first.
 */
export function otherPlatformOf({ other_platform: platform }: Match): string {
  return platform === '' ? firstPlatform : platform
}

/**
 * Returns the record key of a match: the name of the other platform and the market id. For the platform that was
 * registered first, the key is only the market id. While there were only two platforms all keys had this form, and log
 * compaction replaces the records of that time only if new records have the same key.
 */
export function matchKey(marketId: string, otherPlatform: string): string {
  return otherPlatform === firstPlatform ? marketId : `${otherPlatform}/${marketId}`
}

/** Explains why two markets match or do not match. */
export interface MatchExplanation {
  /** The question of each market, in the order of the ids in the request. */
  readonly questions: readonly [string, string]
  readonly score: number
  readonly reasons: readonly {
    readonly dimension: string
    readonly verdict: string
    readonly evidence: string
  }[]
  /**
   * Whether the topic `matches` contains this match. A pair with a high score is not published if another pair with
   * one of the two markets has the same or a higher score.
   */
  readonly isMatch: boolean
}
