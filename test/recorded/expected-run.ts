// The expected contents of /v1 after a run, and the result of every recorded object.
import { countsOf, eventReasonOf, eventSlugOf, reasonOf, type Counts } from './served-counts.ts'
import type { Run } from './runs.ts'
import { numberOf, unitsOf } from './scaled-integers.ts'
import { toAnswer, unique, wordsOrNull, type ListedMarket } from './expected-market.ts'
import {
  bookAnswer,
  observedOf,
  type ExpectedBook,
  type ExpectedTrade,
} from './expected-observations.ts'
import { bookOfA, listedMarketOfA, tradeOfA } from './expected-platform-a.ts'
import { bookOfB, listedMarketOfB, tradeOfB } from './expected-platform-b.ts'
import { walletsIn, type ExpectedWallet } from './expected-wallets.ts'
import { childrenOf, type Json, type Recording } from './recordings.ts'

export interface ExpectedRun {
  readonly markets: ReadonlyMap<string, Json>
  /** By slug; without status and markets, which follow from the markets. */
  readonly events: ReadonlyMap<string, Json>
  /** By market. */
  readonly trades: ReadonlyMap<string, readonly ExpectedTrade[]>
  readonly books: ReadonlyMap<
    string,
    { readonly answer: Json; readonly timestampMs: number | null }
  >
  /** Of markets with trades or a usable quote; no time where the platform gives its books none. */
  readonly prices: ReadonlyMap<string, Price>
  /** By address. */
  readonly wallets: ReadonlyMap<string, ExpectedWallet>
  readonly counts: readonly Counts[]
}

interface Price {
  readonly price: number
  readonly source: 'trade' | 'quote'
  readonly timestampMs: number | null
}

type Platform = Recording['platform']
type Listed = { readonly platform: Platform; readonly market: Json; readonly event: Json | null }

export function expectRun(recordings: readonly Recording[], madeUp: Run['madeUp']): ExpectedRun {
  const all = { recordings, madeUp }
  const listed = listedIn(all)
  const served = listed.filter(({ platform, market }) => reasonOf(platform, market) === null)
  const firstTokens = new Set(served.flatMap(({ market }) => tokensOf(market)[0] ?? []))
  const trades = tradesIn(recordings, served)
  const books = booksIn(recordings, served)
  const prices = new Map<string, Price>()
  const markets = served.map((one): readonly [ListedMarket, Json] => {
    const market = toListedMarket(one)
    const seen = observedOf(trades.get(market.id) ?? [], books.get(market.id) ?? null)
    if (seen.price) prices.set(market.id, { ...seen.price, price: numberOf(seen.price.units) })
    return [market, toAnswer(one.platform, market, seen)]
  })
  const byId = new Map(markets.map(([{ id }, answer]) => [id, answer]))
  if (byId.size < markets.length) throw new Error('a run holds two bodies of one market')
  const eventSlugs = new Set(markets.flatMap(([{ eventSlug }]) => eventSlug ?? []))
  return {
    markets: byId,
    events: eventsIn(
      recordings,
      markets.map(([market]) => market),
    ),
    trades,
    prices,
    wallets: walletsIn(recordings, marketsOfA(served)),
    books: new Map(
      [...books].map(([id, book]) => [
        id,
        { answer: bookAnswer(id, platformOf(id), book), timestampMs: book.timestampMs },
      ]),
    ),
    counts: recordings.flatMap((recording) => countsOf(recording, { firstTokens, eventSlugs })),
  }
}

const platformOf = (marketId: string): Platform =>
  marketId.startsWith('pa_') ? 'platform_a' : 'platform_b'

function toListedMarket({ platform, market, event }: Listed): ListedMarket {
  return platform === 'platform_a'
    ? listedMarketOfA(market, event)
    : listedMarketOfB(market, event ?? {})
}

/** Every market with the event that the platform shows it under, if that is recorded, too. */
function listedIn(run: {
  readonly recordings: readonly Recording[]
  readonly madeUp: Run['madeUp']
}): readonly Listed[] {
  const named = new Map<string, Json>()
  for (const { kind, objects } of run.recordings)
    if (kind === 'named events')
      for (const { json } of objects) named.set(String(json['event_ticker']), json)
  const recorded = run.recordings.flatMap(({ platform, kind, objects }): Listed[] => {
    if (kind === 'events')
      return objects.flatMap((event) =>
        childrenOf(event).map(({ json }) => ({ platform, market: json, event: event.json })),
      )
    if (kind !== 'markets') return []
    return objects.map(({ json }) => ({
      platform,
      market: json,
      event: named.get(String(json['event_ticker'])) ?? null,
    }))
  })
  const madeUp = (['platform_a', 'platform_b'] as const).flatMap((platform) =>
    run.madeUp[platform].map((market): Listed => ({
      platform,
      market: market as Json,
      event: null,
    })),
  )
  return [...recorded, ...madeUp]
}

function group<T>(all: readonly T[], keyOf: (one: T) => string): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>()
  for (const one of all) groups.set(keyOf(one), [...(groups.get(keyOf(one)) ?? []), one])
  return groups
}

function tokensOf(market: Json): readonly string[] {
  return JSON.parse((market['clobTokenIds'] as string | undefined) ?? '[]') as readonly string[]
}

function marketsOfA(served: readonly Listed[]): ReadonlyMap<string, Json> {
  return new Map(served.map(({ market }) => [String(market['conditionId']), market]))
}

function tradesIn(recordings: readonly Recording[], served: readonly Listed[]) {
  const markets = marketsOfA(served)
  const rows = recordings.flatMap(({ platform, kind, objects }) =>
    kind === 'trades' ? objects.map(({ json }) => ({ platform, json })) : [],
  )
  const trades = rows.map(({ platform, json }): ExpectedTrade => {
    if (platform === 'platform_b') return tradeOfB(json)
    const market = markets.get(String(json['conditionId'])) ?? {}
    return tradeOfA(json, tokensOf(market), JSON.parse(String(market['outcomes'])) as string[])
  })
  return group(trades, ({ market_id: id }) => id)
}

/** Books of markets that are served; those of second tokens mirror them and are never asked for. */
function booksIn(recordings: readonly Recording[], served: readonly Listed[]) {
  const byFirstToken = new Map(
    served.map(({ market }) => [tokensOf(market)[0], `pa_${String(market['conditionId'])}`]),
  )
  const tickers = new Set(served.map(({ market }) => String(market['ticker'])))
  const books = new Map<string, ExpectedBook>()
  for (const recording of recordings.filter(({ kind }) => kind === 'books'))
    for (const { json } of recording.objects) {
      const ticker = recording.bookTicker ?? String(json['ticker'])
      const marketId = byFirstToken.get(String(json['asset_id']))
      if (recording.platform === 'platform_a' && marketId !== undefined)
        books.set(marketId, bookOfA(json))
      if (recording.platform === 'platform_b' && tickers.has(ticker))
        books.set(`pb_${ticker}`, bookOfB(json))
    }
  return books
}

/** Events with a market to show: of their own records, and those that only their markets tell of. */
function eventsIn(
  recordings: readonly Recording[],
  markets: readonly ListedMarket[],
): ReadonlyMap<string, Json> {
  const children = group(
    markets.filter(({ eventSlug }) => eventSlug !== null),
    ({ eventSlug }) => eventSlug ?? '',
  )
  const shown = new Set(children.keys())
  const recorded = recordings.flatMap(({ platform, kind, objects }) =>
    kind === 'events' || kind === 'named events'
      ? objects
          .filter(({ json }) => eventReasonOf(platform, json, shown) === null)
          .map(({ json }) => ({ platform, json }))
      : [],
  )
  const events = new Map<string, Json>()
  const sums = (slug: string) => {
    const all = children.get(slug) ?? []
    const sum = (values: readonly (number | null)[]) =>
      numberOf(values.reduce((units, value) => units + unitsOf(value ?? 0), 0n))
    return {
      market_count: all.length,
      total_volume_24h: sum(all.map(({ volume24h }) => volume24h)),
      total_volume: sum(all.map(({ volumeTotal }) => volumeTotal)),
    }
  }
  for (const { platform, json } of recorded) {
    const slug = eventSlugOf(platform, json)
    const metadata = (json['product_metadata'] ?? {}) as Json
    const tags =
      platform === 'platform_a'
        ? ((json['tags'] ?? []) as readonly Json[]).map((tag) => tag['label'])
        : [json['category'], metadata['competition'], json['series_ticker']]
    events.set(slug, {
      slug,
      title: json['title'],
      platforms: [platform],
      tags: unique(tags),
      category: wordsOrNull(json['category']),
      ...sums(slug),
    })
  }
  for (const slug of children.keys())
    if (!events.has(slug)) events.set(slug, { slug, ...sums(slug) })
  return events
}
