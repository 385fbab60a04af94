// platform_a: the source for the poller, with market lists of the Gamma API, trades of the Data API and
// order books of the CLOB API.
import { parseBounded } from '../../../lib/run/bounded-json.ts'
import { createTokenBucket, type TokenBucket } from '../../upstream/token-bucket.ts'
import { createUpstream } from '../../upstream/upstream.ts'
import type { PlatformUrls, SourceDeps } from '../../module.ts'
import { fullQuota, type QuotaFraction } from '../../quota-fraction.ts'
import { createPlatformAActivity } from './activity.ts'
import { createPlatformABooks } from './books.ts'
import { createPlatformALists } from './lists.ts'
import { identifyTrade, createPlatformATrades } from './trades.ts'
import type { Source } from '../../source.ts'

export type PlatformAUrls = PlatformUrls<'gammaUrl' | 'clobUrl' | 'dataUrl'>

/**
 * Requests per second by kind of request: four fifths of the documented limits
 * (docs/platforms.md, "Rate limits and retries").
 * Activity has no limit of its own, so it gets the rest of the Data API's overall limit.
 */
const rates = { events: 36, markets: 24, trades: 16, activity: 64, book: 100, books: 40 } as const

/**
 * The weights by which each rate is divided between the platform-wide poller and the market tasks. Only the
 * platform-wide poller requests lists and wallets, only the market tasks request books, and both request
 * trades.
 */
const bookWeights = { platformWide: 0, markets: 1 } as const
const tradeWeights = { platformWide: 1, markets: 3 } as const
const hostWeights = { platformWide: 1, markets: 1 } as const

/**
 * Creates the source. `quota` returns the fraction of the platform's request limits that this process may
 * use.
 */
export function createPlatformA(
  urls: PlatformAUrls,
  deps: SourceDeps,
  quota: QuotaFraction = fullQuota,
): Source & { readonly activity: NonNullable<Source['activity']> } {
  const platform = 'platform_a'
  const gamma = createUpstream(urls.gammaUrl, { ...deps, platform })
  const clob = createUpstream(urls.clobUrl, { ...deps, platform }, () => quota(bookWeights))
  const data = createUpstream(urls.dataUrl, { ...deps, platform }, () => quota(hostWeights))
  const createBucket = (limit: keyof typeof rates, rateFraction = (): number => 1): TokenBucket =>
    createTokenBucket({
      perSecond: rates[limit],
      burst: 4,
      fraction: rateFraction,
      now: deps.now,
      sleep: deps.sleep,
      onReserved: (requestClass, perSecond) =>
        deps.observer.reportReservedRate(platform, limit, requestClass, perSecond),
    })
  const tradesBucket = createBucket('trades', () => quota(tradeWeights))
  const createBookBucket = (limit: 'book' | 'books'): TokenBucket =>
    createBucket(limit, () => quota(bookWeights))

  return {
    platform,
    ...createPlatformALists(gamma, {
      events: createBucket('events'),
      markets: createBucket('markets'),
    }),
    isDiscoverable: (nativeId) => nativeId !== '',
    // The platform imported its oldest markets from elsewhere, with trades that are older than the
    // markets' creation times.
    hasNoTradesBeforeCreation: false,
    marketsPerTradeRequest: 20,
    ...createPlatformATrades(data, tradesBucket),
    activity: createPlatformAActivity(data, createBucket('activity')),

    identifyTrade(body) {
      return identifyTrade(parseBounded(body).value, body)
    },

    async ping(signal) {
      await data.send(
        {
          route: '/trades',
          path: '/trades',
          query: [['limit', '1']],
          bucket: tradesBucket,
          requestClass: 'tape',
          hasExpectedShape: () => true,
        },
        signal,
      )
    },

    nowMs: data.nowMs,
    clockDifferenceMs: data.clockDifferenceMs,
    ...createPlatformABooks(clob, {
      book: createBookBucket('book'),
      books: createBookBucket('books'),
    }),

    async close() {
      await Promise.all([gamma.close(), clob.close(), data.close()])
    },
  }
}
