// platform_b: requests for single events and markets, which are named by their tickers.
import { elementTexts, memberText } from '../../upstream/json-slices.ts'
import type { TokenBucket } from '../../upstream/token-bucket.ts'
import { fallbackIfRefused, fallbackIfUnusable } from '../../upstream/upstream-error.ts'
import type { Query, Upstream } from '../../upstream/upstream.ts'
import { toFields } from '../../json.ts'
import type { ReadPage } from '../../lists.ts'
import type { RequestClass } from '../../request-class.ts'
import type { ListEntry, SnapshotGroup, Source } from '../../source.ts'
import { requestInParts } from '../../request-in-parts.ts'
import * as snapshots from './snapshots.ts'

const tickersPerRequest = 50
/** Lower than `tickersPerRequest`, because the response contains each event with all its markets. */
const eventsPerRequest = 20

export function createPlatformBLookups(
  api: Upstream,
  bucket: TokenBucket,
  { eventsPage, marketsPage }: { readonly eventsPage: ReadPage; readonly marketsPage: ReadPage },
): Pick<Source, 'events' | 'lookup'> {
  const fetchEvent = (
    ticker: string,
    signal: AbortSignal,
    requestClass: RequestClass,
  ): Promise<SnapshotGroup[]> =>
    fallbackIfRefused([], async () => {
      const answer = await api.send(
        {
          route: '/events/{ticker}',
          path: `/events/${encodeURIComponent(ticker)}`,
          query: [['with_nested_markets', 'true']],
          bucket,
          requestClass,
          hasExpectedShape: (value) => 'event' in toFields(value),
        },
        signal,
      )
      // In some responses the markets are nested in the event, in others they are next to it.
      const siblingMarkets = memberText(answer.text, 'markets')
      const texts = siblingMarkets?.startsWith('[') === true ? elementTexts(siblingMarkets) : []
      const event = memberText(answer.text, 'event') ?? 'null'
      return [snapshots.toSnapshotGroup(event, answer, { marketTexts: texts })]
    })

  /**
   * Requests events by ticker. Events that are not in the answer are requested one by one, because the
   * parameter `tickers` is new, and an older server ignores it.
   */
  async function fetchEvents(
    tickers: readonly string[],
    signal: AbortSignal,
    requestClass: RequestClass,
  ): Promise<SnapshotGroup[]> {
    const query: Query = [
      ['tickers', tickers.join(',')],
      ['with_nested_markets', 'true'],
      ['limit', '200'],
    ]
    const wanted = new Set(tickers)
    const found = (
      await fallbackIfUnusable(
        [],
        async () => (await eventsPage(query, signal, requestClass)).groups,
      )
    ).filter(({ event }) => wanted.delete(event?.nativeId ?? ''))
    for (const ticker of wanted) found.push(...(await fetchEvent(ticker, signal, requestClass)))
    return found
  }

  const fetchMarket = (
    path: '/markets' | '/historical/markets',
    ticker: string,
    signal: AbortSignal,
    requestClass: RequestClass,
  ): Promise<ListEntry[]> =>
    fallbackIfRefused([], async () => {
      const answer = await api.send(
        {
          route: `${path}/{ticker}`,
          path: `${path}/${encodeURIComponent(ticker)}`,
          bucket,
          requestClass,
          hasExpectedShape: (value) => 'market' in toFields(value),
        },
        signal,
      )
      return [snapshots.toListEntry(memberText(answer.text, 'market') ?? 'null', answer)]
    })

  /** Requests markets by ticker. Markets that are not in the answer are requested one by one, from both tiers. */
  async function fetchMarkets(
    tickers: readonly string[],
    signal: AbortSignal,
    requestClass: RequestClass,
  ): Promise<ListEntry[]> {
    // The query has no `status`, because a filter by status would omit markets in other states.
    const query: Query = [
      ['tickers', tickers.join(',')],
      ['limit', '1000'],
    ]
    const wanted = new Set(tickers)
    const { entries } = await marketsPage(query, signal, requestClass)
    const found = entries.filter((entry) => wanted.delete(entry.market.nativeId))
    for (const ticker of wanted) {
      const fetchMarketFrom = (path: Parameters<typeof fetchMarket>[0]): Promise<ListEntry[]> =>
        fetchMarket(path, ticker, signal, requestClass)
      const live = await fetchMarketFrom('/markets')
      found.push(...(live[0] ? live : await fetchMarketFrom('/historical/markets')))
    }
    return found
  }

  return {
    events: (nativeIds, signal, requestClass) =>
      requestInParts(nativeIds, eventsPerRequest, (some) =>
        fetchEvents(some, signal, requestClass),
      ),

    lookup: (nativeIds, signal, requestClass) =>
      requestInParts(nativeIds, tickersPerRequest, (some) =>
        fetchMarkets(some, signal, requestClass),
      ),
  }
}
