// platform_a for the poller: Gamma lists, Data API trades, CLOB books.
import { elementTexts, memberText } from '../upstream/json-slices.ts'
import { createTokenBucket, type TokenBucket } from '../upstream/token-bucket.ts'
import { createUpstream, type UpstreamDeps } from '../upstream/upstream.ts'
import { wholePart, type WorkPart } from '../work-part.ts'
import { createPlatformAActivity } from './platform-a-activity.ts'
import { createPlatformABooks } from './platform-a-books.ts'
import { identifyTrade, createPlatformATrades } from './platform-a-trades.ts'
import { toListing, toRef } from './platform-a-listing.ts'
import { hasArray, toFields, toText } from './fields.ts'
import type { List, ListPage, Listing, MarketRef, Source } from './source.ts'
import { walkPages } from './walk-pages.ts'

export interface PlatformAUrls {
  readonly gammaUrl: string
  readonly clobUrl: string
  readonly dataUrl: string
}

/**
 * Requests a second: four fifths of the documented limits (wire-formats A.0). Activity has none of its
 * own, so it has what trades leave of the limit for all of the Data API.
 */
const rates = { events: 36, markets: 24, trades: 16, activity: 64, book: 100, books: 40 } as const

/** Only the hub asks for lists and wallets, only shares of markets for books, and both for trades. */
const ofBooks = { hub: 0, markets: 1 } as const
const ofTrades = { hub: 1, markets: 3 } as const
const ofHost = { hub: 1, markets: 1 } as const

/** Ids in one request for named events or markets. */
const idsPerRequest = 20

type Query = readonly (readonly [string, string])[]

/** `part`: what of the platform's work this process does. */
export function createPlatformA(
  urls: PlatformAUrls,
  deps: Omit<UpstreamDeps, 'platform'>,
  part: WorkPart = wholePart,
): Source {
  const platform = 'platform_a'
  const gamma = createUpstream(urls.gammaUrl, { ...deps, platform })
  const clob = createUpstream(urls.clobUrl, { ...deps, platform }, () => part(ofBooks))
  const data = createUpstream(urls.dataUrl, { ...deps, platform }, () => part(ofHost))
  const bucket = (perSecond: number, ours = (): number => 1): TokenBucket =>
    createTokenBucket({ perSecond, burst: 4, part: ours, now: deps.now, sleep: deps.sleep })
  const eventsBucket = bucket(rates.events)
  const marketsBucket = bucket(rates.markets)
  const tradesBucket = bucket(rates.trades, () => part(ofTrades))
  const forBooks = (perSecond: number): TokenBucket => bucket(perSecond, () => part(ofBooks))

  async function eventsPage(query: Query, signal: AbortSignal): Promise<ListPage> {
    const answer = await gamma.ask(
      {
        route: '/events/keyset',
        path: '/events/keyset',
        query,
        bucket: eventsBucket,
        isExpected: hasArray('events'),
      },
      signal,
    )
    const texts = elementTexts(memberText(answer.text, 'events') ?? '[]')
    const listings = texts.map((text) => toListing(text, answer))
    const next = toText(toFields(answer.value)['next_cursor'])
    return {
      listings,
      refs: [],
      first: listings[0]?.event?.id ?? null,
      next: next === '' ? null : next,
    }
  }

  async function marketsPage(query: Query, signal: AbortSignal): Promise<ListPage> {
    const answer = await gamma.ask(
      {
        route: '/markets/keyset',
        path: '/markets/keyset',
        query,
        bucket: marketsBucket,
        isExpected: hasArray('markets'),
      },
      signal,
    )
    const texts = elementTexts(memberText(answer.text, 'markets') ?? '[]')
    const refs = texts.map((text) => toRef(text, answer))
    const next = toText(toFields(answer.value)['next_cursor'])
    return {
      listings: [],
      refs,
      first: refs[0]?.market.id ?? null,
      next: next === '' ? null : next,
    }
  }

  /** `closed` always goes along: left out, it has meant either. */
  function list(
    name: string,
    kind: List['kind'],
    pageSize: number,
    readPage: typeof eventsPage,
    query: Query,
  ): List {
    return {
      name,
      kind,
      pageSize,
      page: (cursor, size, signal) =>
        readPage(
          [
            ...query,
            ['limit', String(size)],
            // Not `cursor`: that is ignored, and page one comes back for ever.
            ...(cursor === null ? [] : ([['after_cursor', cursor]] as const)),
          ],
          signal,
        ),
    }
  }

  const newestFirst: Query = [
    ['order', 'id'],
    ['ascending', 'false'],
  ]

  /** Asks for named objects, first among the open ones, then those not found among the closed. */
  async function byId<T>(
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

  return {
    platform,
    lists: [
      list('events-open', 'open', 100, eventsPage, [['closed', 'false']]),
      // For markets without an event, and those that the list of events does not show.
      list('markets-open', 'open', 100, marketsPage, [['closed', 'false']]),
      list('events-closed', 'past', 100, eventsPage, [['closed', 'true'], ...newestFirst]),
      list('markets-closed', 'past', 100, marketsPage, [['closed', 'true'], ...newestFirst]),
    ],

    async *changed(sinceMs, signal) {
      for (const closed of ['false', 'true']) {
        const changes = list('changed', 'open', 100, marketsPage, [
          ['closed', closed],
          ['order', 'updatedAt'],
          ['ascending', 'false'],
        ])
        for await (const page of walkPages(null, (cursor) => changes.page(cursor, 100, signal))) {
          const recent = page.refs.filter((ref) => !(Date.parse(ref.market.facts.mark) < sinceMs))
          if (recent.length > 0) yield recent
          if (recent.length < page.refs.length) break
        }
      }
    },

    events: (nativeIds, signal) =>
      byId<Listing>(
        nativeIds,
        async (ids, closed) =>
          (
            await eventsPage(
              [...ids.map((id) => ['id', id] as const), ['closed', closed], ['limit', '100']],
              signal,
            )
          ).listings,
        (listing) => listing.event?.nativeId ?? '',
      ),

    lookup: (nativeIds, signal) =>
      byId<MarketRef>(
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
            )
          ).refs,
        (ref) => ref.market.nativeId,
      ),

    isDiscoverable: (nativeId) => nativeId !== '',
    // Its oldest markets were taken over from elsewhere, with their trades.
    isCreationFirst: false,
    marketsPerTradeRequest: 20,
    trades: createPlatformATrades(data, tradesBucket),
    activity: createPlatformAActivity(data, bucket(rates.activity)),

    identify(body) {
      return identifyTrade(JSON.parse(body), body)
    },

    async ping(signal) {
      await data.ask(
        {
          route: '/trades',
          path: '/trades',
          query: [['limit', '1']],
          bucket: tradesBucket,
          isExpected: () => true,
        },
        signal,
      )
    },

    nowMs: data.nowMs,
    booksPerRequest: 100,
    books: createPlatformABooks(clob, {
      book: forBooks(rates.book),
      books: forBooks(rates.books),
    }),

    async close() {
      await Promise.all([gamma.close(), clob.close(), data.close()])
    },
  }
}
