// platform_a: the source for the poller, with market lists of the Gamma API, trades of the Data API and
// order books of the CLOB API.
import { parseBounded } from '../../../lib/run/bounded-json.ts'
import { createTokenBucket, type TokenBucket } from '../../upstream/token-bucket.ts'
import { createUpstream, type Query } from '../../upstream/upstream.ts'
import type { PlatformUrls, SourceDeps } from '../../module.ts'
import { fullQuota, type QuotaFraction } from '../../quota-fraction.ts'
import { createPlatformAActivity } from './activity.ts'
import { createPlatformABooks } from './books.ts'
import { identifyTrade, createPlatformATrades } from './trades.ts'
import * as snapshots from './snapshots.ts'
import { createLists } from '../../lists.ts'
import type { SnapshotGroup, MarketRef, Source } from '../../source.ts'
import type { PlatformAPage } from '../wire/page.ts'
import { walkPages } from '../../walk-pages.ts'

export type PlatformAUrls = PlatformUrls<'gammaUrl' | 'clobUrl' | 'dataUrl'>

/**
 * Requests per second by kind of request: four fifths of the documented limits (wire-formats A.0).
 * Activity has no limit of its own, so it gets the rest of the Data API's overall limit.
 */
const rates = { events: 36, markets: 24, trades: 16, activity: 64, book: 100, books: 40 } as const

/**
 * How each rate is divided between the platform-wide poller and the market tasks. Only the platform-wide
 * poller requests lists and wallets, only the market tasks request books, and both request trades.
 */
const bookWeights = { platformWide: 0, markets: 1 } as const
const tradeWeights = { platformWide: 1, markets: 3 } as const
const hostWeights = { platformWide: 1, markets: 1 } as const

/** A market may appear in the lists this long after it was created. */
const createdOverlapMs = 600_000

/** Maximum number of ids in a request for given events or markets. */
const idsPerRequest = 20

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
  const bucket = (limit: keyof typeof rates, fraction = (): number => 1): TokenBucket =>
    createTokenBucket({
      perSecond: rates[limit],
      burst: 4,
      fraction,
      now: deps.now,
      sleep: deps.sleep,
      onReserved: (requestClass, perSecond) =>
        deps.observer.reserved(platform, limit, requestClass, perSecond),
    })
  const tradesBucket = bucket('trades', () => quota(tradeWeights))
  const bookBucket = (limit: 'book' | 'books'): TokenBucket =>
    bucket(limit, () => quota(bookWeights))

  const lists = createLists(gamma, {
    // The name is not `cursor`: the API ignores a parameter of that name and returns the first page
    // again.
    cursorParameter: 'after_cursor',
    cursorOf: ({ next_cursor: cursor }: PlatformAPage) => cursor,
    ...snapshots,
  })
  const eventsPage = lists.eventsPage({ path: '/events/keyset', bucket: bucket('events') })
  const marketsPage = lists.marketsPage({ path: '/markets/keyset', bucket: bucket('markets') })

  const newestFirst: Query = [
    ['order', 'id'],
    ['ascending', 'false'],
  ]

  /**
   * Requests objects by id: first among the open objects, then the missing ones among the closed objects.
   */
  async function fetchByIds<T>(
    ids: readonly string[],
    read: (some: readonly string[], closed: string) => Promise<readonly T[]>,
    idOf: (one: T) => string,
  ): Promise<T[]> {
    const found: T[] = []
    for (let at = 0; at < ids.length; at += idsPerRequest) {
      let missing = ids.slice(at, at + idsPerRequest)
      for (const closed of ['false', 'true']) {
        if (missing.length === 0) break
        const wanted = new Set(missing)
        const some = (await read(missing, closed)).filter((one) => wanted.has(idOf(one)))
        found.push(...some)
        const got = new Set(some.map(idOf))
        missing = missing.filter((id) => !got.has(id))
      }
    }
    return found
  }

  /** Reads a list of markets, newest first, up to the first one that is not recent. */
  async function* newest(
    query: Query,
    isRecent: (ref: MarketRef) => boolean,
    signal: AbortSignal,
  ): AsyncGenerator<readonly MarketRef[]> {
    const descending: Query = [...query, ['ascending', 'false']]
    const list = lists.list('changed', 'open', 100, marketsPage, descending, 'lifecycle')
    for await (const page of walkPages(null, (cursor) => list.page(cursor, 100, signal))) {
      const recent = page.refs.filter(isRecent)
      if (recent.length > 0) yield recent
      if (recent.length < page.refs.length) return
    }
  }

  return {
    platform,
    // Every query contains `closed`, because its default value has changed over time.
    lists: [
      lists.list('events-open', 'open', 100, eventsPage, [['closed', 'false']]),
      // This list contains the markets that have no event and those that the event list omits.
      lists.list('markets-open', 'open', 100, marketsPage, [['closed', 'false']]),
      lists.list('events-closed', 'past', 100, eventsPage, [['closed', 'true'], ...newestFirst]),
      lists.list('markets-closed', 'past', 100, marketsPage, [['closed', 'true'], ...newestFirst]),
    ],

    // New markets and closed ones. The platform stamps every open market each minute, so its lists do not
    // tell which of the others have changed; the scans of the lists of open markets find out.
    async *changed(sinceMs, signal) {
      const isNew = ({ market }: MarketRef): boolean =>
        (market.facts.createdMs ?? Infinity) >= sinceMs - createdOverlapMs
      const isUpdated = ({ market }: MarketRef): boolean =>
        !(Date.parse(market.facts.mark) < sinceMs)
      yield* newest(
        [
          ['closed', 'false'],
          ['order', 'createdAt'],
        ],
        isNew,
        signal,
      )
      yield* newest(
        [
          ['closed', 'true'],
          ['order', 'updatedAt'],
        ],
        isUpdated,
        signal,
      )
    },

    events: (nativeIds, signal, requestClass) =>
      fetchByIds<SnapshotGroup>(
        nativeIds,
        async (ids, closed) =>
          (
            await eventsPage(
              [...ids.map((id) => ['id', id] as const), ['closed', closed], ['limit', '100']],
              signal,
              requestClass,
            )
          ).groups,
        (group) => group.event?.nativeId ?? '',
      ),

    lookup: (nativeIds, signal, requestClass) =>
      fetchByIds<MarketRef>(
        nativeIds,
        async (ids, closed) =>
          (
            await marketsPage(
              [
                ...ids.map((id) => ['condition_ids', id] as const),
                ['closed', closed],
                ['limit', '100'],
              ],
              signal,
              requestClass,
            )
          ).refs,
        (ref) => ref.market.nativeId,
      ),

    isDiscoverable: (nativeId) => nativeId !== '',
    // The platform imported its oldest markets from elsewhere, with trades that are older than the
    // markets' creation times.
    hasNoTradesBeforeCreation: false,
    marketsPerTradeRequest: 20,
    ...createPlatformATrades(data, tradesBucket),
    activity: createPlatformAActivity(data, bucket('activity')),

    identify(body) {
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
    ...createPlatformABooks(clob, {
      book: bookBucket('book'),
      books: bookBucket('books'),
    }),

    async close() {
      await Promise.all([gamma.close(), clob.close(), data.close()])
    },
  }
}
