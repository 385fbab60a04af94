// platform_b: the time at which the historical tier of trades ends and the live tier begins.
import type { TokenBucket } from '../../upstream/token-bucket.ts'
import { isRefusedError, UpstreamError } from '../../upstream/upstream-error.ts'
import type { Upstream } from '../../upstream/upstream.ts'
import { toFields } from '../../json.ts'
import type { RequestClass } from '../../request-class.ts'
import { toPlausibleMs } from '../../time.ts'
import type { PlatformBCutoff } from '../wire/page.ts'

/** How long the cutoff is used before it is requested again. It moves slowly. */
const maxCutoffAgeMs = 600_000
/**
 * How long the cutoff is used if it cannot be requested. Windows within two days of it are read from both tiers, so an
 * older cutoff is right until it has moved by two days.
 */
const maxUnconfirmedAgeMs = 86_400_000

/**
 * Returns a function that resolves with the cutoff (Unix seconds): older trades are in the historical tier
 * only. -Infinity if there is no historical tier: only status 404 says so. After any other refusal, a read of the live
 * tier alone would look complete although older trades are missing.
 */
export function createTierCutoff(
  api: Upstream,
  bucket: TokenBucket,
  now: () => number,
): (signal: AbortSignal, requestClass: RequestClass) => Promise<number> {
  let cutoff = { knownAtMs: -Infinity, tradesS: 0 }
  let requestedAtMs = -Infinity

  async function getCutoffS(signal: AbortSignal, requestClass: RequestClass): Promise<number> {
    if (now() - requestedAtMs <= maxCutoffAgeMs) return cutoff.tradesS
    try {
      cutoff = { knownAtMs: now(), tradesS: await requestCutoffS(signal, requestClass) }
    } catch (error) {
      const isUsable = now() - cutoff.knownAtMs <= maxUnconfirmedAgeMs
      if (!isUsable || !(error instanceof UpstreamError)) throw error
    }
    requestedAtMs = now()
    return cutoff.tradesS
  }

  async function requestCutoffS(signal: AbortSignal, requestClass: RequestClass): Promise<number> {
    // With a wrong cutoff, the trades of a whole tier would be skipped, so the response is validated.
    const readCutoffMs = (value: unknown): number | null => {
      const { trades_created_ts: time }: PlatformBCutoff = toFields(value)
      return toPlausibleMs(time)
    }
    try {
      const answer = await api.send(
        {
          route: '/historical/cutoff',
          path: '/historical/cutoff',
          bucket,
          requestClass,
          hasExpectedShape: (value) => readCutoffMs(value) !== null,
        },
        signal,
      )
      return Math.floor((readCutoffMs(answer.value) ?? 0) / 1000)
    } catch (error) {
      if (isRefusedError(error) && error.status === 404) return -Infinity
      throw error
    }
  }

  return getCutoffS
}
