// platform_b for the poller: events with nested markets, trades of both tiers, order books.
import { elementTexts, memberText } from '../upstream/json-slices.ts'
import { createTokenBucket } from '../upstream/token-bucket.ts'
import { createUpstream, type UpstreamDeps } from '../upstream/upstream.ts'
import { UpstreamError } from '../upstream/upstream-error.ts'
import { wholePart, type WorkPart } from '../work-part.ts'
import { hasArray, toFields, toText } from './fields.ts'
import { createPlatformBBooks } from './platform-b-books.ts'
import { toListing, toRef } from './platform-b-listing.ts'
import { createPlatformBTrades, identifyTrade } from './platform-b-trades.ts'
import type { List, ListPage, Listing, MarketRef, Source } from './source.ts'
import { walkPages } from './walk-pages.ts'

export interface PlatformBUrls {
  readonly url: string
}

/** Requests a second: four fifths of what the lowest tier may read (wire-formats B.0). */
const readsPerSecond = 16
/** One limit for all routes: what the hub asks for, and all shares of markets together. */
const ofReads = { hub: 1, markets: 1 } as const
const tickersPerRequest = 50
/** Tickers of combinations ("parlays"), which flood the lists and stay out. */
const parlay = /^KXMVE/

type Query = readonly (readonly [string, string])[]

/** `part`: what of the platform's work this process does. */
export function createPlatformB(
  urls: PlatformBUrls,
  deps: Omit<UpstreamDeps, 'platform'>,
  part: WorkPart = wholePart,
): Source {
  const platform = 'platform_b'
  const ours = (): number => part(ofReads)
  const api = createUpstream(urls.url, { ...deps, platform }, ours)
  const bucket = createTokenBucket({
    perSecond: readsPerSecond,
    burst: 4,
    part: ours,
    now: deps.now,
    sleep: deps.sleep,
  })

  async function eventsPage(path: string, query: Query, signal: AbortSignal): Promise<ListPage> {
    const answer = await api.ask(
      { route: path, path, query, bucket, isExpected: hasArray('events') },
      signal,
    )
    const texts = elementTexts(memberText(answer.text, 'events') ?? '[]')
    const listings = texts.map((text) => toListing(text, answer))
    const next = toText(toFields(answer.value)['cursor'])
    return {
      listings,
      refs: [],
      first: listings[0]?.event?.id ?? null,
      next: next === '' ? null : next,
    }
  }

  async function marketsPage(path: string, query: Query, signal: AbortSignal): Promise<ListPage> {
    const answer = await api.ask(
      { route: path, path, query, bucket, isExpected: hasArray('markets') },
      signal,
    )
    const texts = elementTexts(memberText(answer.text, 'markets') ?? '[]')
    const all = texts.map((text) => toRef(text, answer))
    const refs = all.filter((ref) => !parlay.test(ref.market.nativeId))
    const leftOut = all.length - refs.length
    if (leftOut > 0) deps.observer.count('left_out', { platform, reason: 'parlay' }, leftOut)
    const next = toText(toFields(answer.value)['cursor'])
    return {
      listings: [],
      refs,
      first: all[0]?.market.id ?? null,
      next: next === '' ? null : next,
    }
  }

  function list(
    name: string,
    kind: List['kind'],
    pageSize: number,
    path: string,
    readPage: typeof eventsPage,
    query: Query,
  ): List {
    return {
      name,
      kind,
      pageSize,
      page: (cursor, size, signal) =>
        readPage(
          path,
          [
            ...query,
            ['limit', String(size)],
            ...(cursor === null ? [] : ([['cursor', cursor]] as const)),
          ],
          signal,
        ),
    }
  }

  const eventsOf = (status: string, kind: List['kind']): List =>
    list(`events-${status}`, kind, 100, '/events', eventsPage, [
      ['status', status],
      ['with_nested_markets', 'true'],
    ])

  async function eventOf(ticker: string, signal: AbortSignal): Promise<Listing[]> {
    try {
      const answer = await api.ask(
        {
          route: '/events/{ticker}',
          path: `/events/${encodeURIComponent(ticker)}`,
          query: [['with_nested_markets', 'true']],
          bucket,
          isExpected: (value) => 'event' in toFields(value),
        },
        signal,
      )
      // Some answers nest the markets, some put them beside the event.
      const beside = memberText(answer.text, 'markets')
      const texts = beside?.startsWith('[') === true ? elementTexts(beside) : []
      return [toListing(memberText(answer.text, 'event') ?? 'null', answer, texts)]
    } catch (error) {
      if (error instanceof UpstreamError && error.kind === 'refused') return []
      throw error
    }
  }

  async function marketOf(
    path: '/markets' | '/historical/markets',
    ticker: string,
    signal: AbortSignal,
  ): Promise<MarketRef[]> {
    try {
      const answer = await api.ask(
        {
          route: `${path}/{ticker}`,
          path: `${path}/${encodeURIComponent(ticker)}`,
          bucket,
          isExpected: (value) => 'market' in toFields(value),
        },
        signal,
      )
      return [toRef(memberText(answer.text, 'market') ?? 'null', answer)]
    } catch (error) {
      if (error instanceof UpstreamError && error.kind === 'refused') return []
      throw error
    }
  }

  return {
    platform,
    lists: [
      eventsOf('open', 'open'),
      eventsOf('unopened', 'open'),
      eventsOf('closed', 'open'),
      eventsOf('settled', 'past'),
      list('historical-markets', 'past', 200, '/historical/markets', marketsPage, [
        ['mve_filter', 'exclude'],
      ]),
    ],

    async *changed(sinceMs, signal) {
      const changes = list('changed', 'open', 1_000, '/markets', marketsPage, [
        ['min_updated_ts', String(Math.floor(sinceMs / 1000))],
        ['mve_filter', 'exclude'],
      ])
      for await (const page of walkPages(null, (cursor) => changes.page(cursor, 1_000, signal))) {
        yield page.refs
      }
    },

    async events(nativeIds, signal) {
      const found: Listing[] = []
      for (const ticker of nativeIds) found.push(...(await eventOf(ticker, signal)))
      return found
    },

    async lookup(nativeIds, signal) {
      const found: MarketRef[] = []
      for (let at = 0; at < nativeIds.length; at += tickersPerRequest) {
        const some = nativeIds.slice(at, at + tickersPerRequest)
        // No status: with one, a market in another would be left out.
        const query: Query = [
          ['tickers', some.join(',')],
          ['limit', '1000'],
        ]
        const wanted = new Set(some)
        const { refs } = await marketsPage('/markets', query, signal)
        const named = refs.filter((ref) => wanted.delete(ref.market.nativeId))
        found.push(...named)
        for (const ticker of wanted) {
          const live = await marketOf('/markets', ticker, signal)
          found.push(...(live[0] ? live : await marketOf('/historical/markets', ticker, signal)))
        }
      }
      return found
    },

    isDiscoverable: (nativeId) => nativeId !== '' && !parlay.test(nativeId),
    isCreationFirst: true,
    marketsPerTradeRequest: 1,
    trades: createPlatformBTrades(api, bucket, deps.now),
    activity: null,

    identify(body) {
      return identifyTrade(JSON.parse(body), body)
    },

    async ping(signal) {
      await api.ask(
        {
          route: '/markets/trades',
          path: '/markets/trades',
          query: [['limit', '1']],
          bucket,
          isExpected: () => true,
        },
        signal,
      )
    },

    nowMs: api.nowMs,
    booksPerRequest: 100,
    books: createPlatformBBooks(api, bucket),
    close: () => api.close(),
  }
}
