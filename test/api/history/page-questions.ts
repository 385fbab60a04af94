// Questions about one market, lists, events and matches, asked of the real routes over a fixed catalog.
import { createCatalogs, type Catalogs } from '../../../services/api/catalog/catalogs.ts'
import type { Catalog } from '../../../services/api/catalog/catalog.ts'
import { RequestError } from '../../../services/api/errors.ts'
import type { MarketHistory } from '../../../services/api/history/market-history.ts'
import type { RouteContext, RouteRequest } from '../../../services/api/route.ts'
import { eventListRoute } from '../../../services/api/routes/event-list.ts'
import { eventRoute } from '../../../services/api/routes/event.ts'
import { marketListRoute } from '../../../services/api/routes/market-list.ts'
import { marketSearchRoute } from '../../../services/api/routes/market-search.ts'
import { marketRoute } from '../../../services/api/routes/market.ts'
import { matchingMarketsRoute } from '../../../services/api/routes/matching-markets.ts'
import type { Random } from '../../../simulator/random.ts'
import { marketIds } from './generate.ts'

/** What the pages ask the history. */
export type PageHistory = Pick<MarketHistory, 'states' | 'priceAt'>

export interface PageQuestion {
  readonly text: string
  /** Resolves with the body, or with the type of the error. */
  readonly ask: (history: PageHistory) => Promise<string>
}

const event = { event_id: 'pa_EVENT', event_slug: 'event', event_title: 'Event' }
const noEvent = { event_id: null, event_slug: null, event_title: null }

function createFixedCatalogs(): Catalogs {
  const catalogs = createCatalogs()
  catalogs.update({
    markets: marketIds.map((id, i) => ({
      id,
      platform: id.startsWith('pa_') ? 'platform_a' : 'platform_b',
      slug: id,
      status: 'open',
      labels: ['Yes', 'No'],
      volume_24h: String(i),
      volume_total: null,
      created_at: 1_700_000_000,
      ended_at_ms: null,
      tags: [],
      category: null,
      ...(id.startsWith('pa_') ? event : noEvent),
      words: ['question'],
      received_at_ms: 1,
      version: 1,
    })),
    events: [
      {
        id: 'pa_EVENT',
        platform: 'platform_a',
        slug: 'event',
        title: 'Event',
        category: '',
        tags: [],
        words: ['event'],
        version: 1,
      },
    ],
    matches: ['pb_TICKER', 'pb_QUIET'].map((market_id, i) => ({
      market_id,
      other_platform: 'platform_a',
      other_market_id: marketIds[i] ?? '',
      score: 90 + i,
      confidence: 'high',
      relation: 'identical',
      outcome_index: i,
      reasons: [],
      matched_at_ms: 1,
      version: 1,
    })),
  })
  return catalogs
}

const catalogs = createFixedCatalogs()

function createFixedCatalog(completeUntilMs: number): Catalog {
  const { markets, events, matches } = catalogs
  function findMarket(id: string) {
    const market = markets.get(id)
    return market && { market, completeness: { completeUntilMs, gaps: [] }, watermarkPosition: 0 }
  }
  return {
    findMarket,
    findMarkets: () => findMarket,
    findEvent: (slug) => events.getBySlug(slug),
    counterpartsOf: (ids) => new Map(ids.map((id) => [id, matches.counterpartsOf(id)])),
    getCatalogsForList: () => catalogs,
    readEventMarkets: () => Promise.resolve(new Map()),
    newestWatermarkMs: () => 0,
    addedMarketCount: () => 0,
    open: () => Promise.resolve(),
    refresh: () => Promise.resolve(),
    isLoaded: () => true,
    loaded: Promise.resolve(),
  }
}

/** A random page at a time of the clock. The response about one market states a watermark. */
export function createPageQuestion(
  random: Random,
  nowMs: number,
  completeUntilMs: number,
): PageQuestion {
  const id = marketIds[random.below(marketIds.length)] ?? ''
  const catalog = createFixedCatalog(completeUntilMs)
  const page = `limit=${1 + random.below(4)}&offset=${random.below(3)}`
  const [name, route, search, params] = (
    [
      ['market', marketRoute, '', { market_id: id }],
      ['market', marketRoute, '', { market_id: id }],
      ['markets', marketListRoute, page, {}],
      ['search', marketSearchRoute, `q=question&${page}`, {}],
      ['events', eventListRoute, '', {}],
      ['event', eventRoute, '', { slug: 'event' }],
      ['matches', matchingMarketsRoute, '', {}],
    ] as const
  )[random.below(7)] ?? ['market', marketRoute, '', { market_id: id }]
  return {
    text: `${name} ${search} ${JSON.stringify(params)} at ${nowMs}, complete until ${completeUntilMs}`,
    async ask(history) {
      const context = { history, catalog, now: () => nowMs } as RouteContext
      const request: RouteRequest = { params, search: new URLSearchParams(search), accountId: 'a' }
      try {
        const response = await route(context).handle(request)
        return 'body' in response ? String(response.body) : 'a file'
      } catch (error) {
        if (error instanceof RequestError) return error.message
        throw error
      }
    },
  }
}
