// platform_b: the source for the poller. Markets are nested in events, trades are in a live and a
// historical tier, and each market has an order book.
import { parseBounded } from '../../../lib/run/bounded-json.ts'
import { createTokenBucket } from '../../upstream/token-bucket.ts'
import { createUpstream, type Query } from '../../upstream/upstream.ts'
import type { PlatformUrls, SourceDeps } from '../../module.ts'
import { fullQuota, type QuotaFraction } from '../../quota-fraction.ts'
import { createLists, type ReadPage } from '../../lists.ts'
import { createPlatformBBooks } from './books.ts'
import { createPlatformBLookups } from './lookups.ts'
import * as snapshots from './snapshots.ts'
import { createPlatformBTrades, identifyTrade } from './trades.ts'
import type { PlatformList, Source } from '../../source.ts'
import { cursorOf } from '../wire/page.ts'
import { isParlayTicker } from '../wire/ticker.ts'
import { walkPages } from '../../walk-pages.ts'

/**
 * Requests per second: four fifths of the limit for reads of an account of the lowest tier, Basic
 * (docs/platforms.md, "Rate limits and retries").
 */
const readsPerSecond = 16
/**
 * The highest rate for signed requests: four fifths of the limit of the tier Premier. The tier of an account
 * is learned from the requests that the platform refuses.
 */
const maxSignedReadsPerSecond = 96
/**
 * The weights by which the rate is divided. All kinds of requests share one limit: half is for the
 * platform-wide poller, half for all market tasks together.
 */
const readWeights = { platformWide: 1, markets: 1 } as const
/**
 * Creates the source. `quota` returns the fraction of the platform's request limits that this process may
 * use.
 */
export function createPlatformB(
  urls: PlatformUrls<'url'>,
  deps: SourceDeps,
  quota: QuotaFraction = fullQuota,
): Source & { readonly activity: null } {
  const platform = 'platform_b'
  const currentQuota = (): number => quota(readWeights)
  const api = createUpstream(urls.url, { ...deps, platform }, currentQuota)
  const bucket = createTokenBucket({
    perSecond: readsPerSecond,
    ...(deps.signer ? { maxPerSecond: maxSignedReadsPerSecond } : {}),
    burst: 4,
    fraction: currentQuota,
    now: deps.now,
    sleep: deps.sleep,
    onReserved: (requestClass, perSecond) =>
      deps.observer.reportReservedRate(platform, 'reads', requestClass, perSecond),
  })

  const lists = createLists(api, {
    cursorParameter: 'cursor',
    cursorOf,
    ...snapshots,
  })
  const eventsPage = lists.createPageReader('events', { path: '/events', bucket })

  function createMarketsPageReader(path: string): ReadPage {
    const readPage = lists.createPageReader('markets', { path, bucket })
    return async (query, signal, requestClass) => {
      const page = await readPage(query, signal, requestClass)
      const entries = page.entries.filter((entry) => !isParlayTicker(entry.market.nativeId))
      const leftOut = page.entries.length - entries.length
      if (leftOut > 0) deps.observer.count('left_out', { platform, reason: 'parlay' }, leftOut)
      return { ...page, entries }
    }
  }

  const marketsPage = createMarketsPageReader('/markets')
  const withoutParlays: Query[number] = ['mve_filter', 'exclude']

  const createEventList = (status: string, kind: PlatformList['kind']): PlatformList =>
    lists.list(`events-${status}`, kind, 100, eventsPage, [
      ['status', status],
      ['with_nested_markets', 'true'],
    ])

  return {
    platform,
    lists: [
      createEventList('open', 'open'),
      createEventList('unopened', 'open'),
      createEventList('closed', 'open'),
      // Events cannot be filtered by this status, so the other lists omit an event whose markets are all paused.
      lists.list('markets-paused', 'open', 1_000, marketsPage, [
        ['status', 'paused'],
        withoutParlays,
      ]),
      createEventList('settled', 'past'),
      lists.list(
        'historical-markets',
        'past',
        200,
        createMarketsPageReader('/historical/markets'),
        [withoutParlays],
      ),
    ],

    async *changedMarkets(sinceMs, signal) {
      const query: Query = [['min_updated_ts', String(Math.floor(sinceMs / 1000))], withoutParlays]
      const changes = lists.list('changed', 'open', 1_000, marketsPage, query, 'lifecycle')
      for await (const page of walkPages(null, (cursor) => changes.page(cursor, 1_000, signal))) {
        yield page.entries
      }
    },

    ...createPlatformBLookups(api, bucket, {
      eventsPage,
      marketsPage,
    }),
    isDiscoverable: (nativeId) => nativeId !== '' && !isParlayTicker(nativeId),
    hasNoTradesBeforeCreation: true,
    marketsPerTradeRequest: 1,
    ...createPlatformBTrades(api, bucket, deps.now),
    activity: null,

    identifyTrade(body) {
      return identifyTrade(parseBounded(body).value, body)
    },

    async ping(signal) {
      await api.send(
        {
          route: '/markets/trades',
          path: '/markets/trades',
          query: [['limit', '1']],
          bucket,
          requestClass: 'tape',
          hasExpectedShape: () => true,
        },
        signal,
      )
    },

    nowMs: api.nowMs,
    clockDifferenceMs: api.clockDifferenceMs,
    ...createPlatformBBooks(api, bucket),
    close: () => api.close(),
  }
}
