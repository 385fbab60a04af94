// platform_a: the lists of events and markets of the Gamma API.
import type { TokenBucket } from '../../upstream/token-bucket.ts'
import type { Query, Upstream } from '../../upstream/upstream.ts'
import { createLists } from '../../lists.ts'
import type { ListEntry, SnapshotGroup, Source } from '../../source.ts'
import { requestInParts } from '../../request-in-parts.ts'
import { walkPages } from '../../walk-pages.ts'
import type { PlatformAPage } from '../wire/page.ts'
import * as snapshots from './snapshots.ts'

/** A new market may appear in the lists up to this long after its creation time. */
const createdOverlapMs = 600_000

/** Maximum number of ids in a request for given events or markets. */
const idsPerRequest = 20

const newestFirst: Query = [
  ['order', 'id'],
  ['ascending', 'false'],
]

export function createPlatformALists(
  gammaApi: Upstream,
  buckets: { readonly events: TokenBucket; readonly markets: TokenBucket },
): Pick<Source, 'lists' | 'changedMarkets' | 'events' | 'lookup'> {
  const lists = createLists(gammaApi, {
    // The name is not `cursor`: the API ignores a parameter of that name and returns the first page
    // again.
    cursorParameter: 'after_cursor',
    cursorOf: ({ next_cursor: cursor }: PlatformAPage) => cursor,
    ...snapshots,
  })
  const eventsPage = lists.createPageReader('events', {
    path: '/events/keyset',
    bucket: buckets.events,
  })
  const marketsPage = lists.createPageReader('markets', {
    path: '/markets/keyset',
    bucket: buckets.markets,
  })

  /** Reads a list of markets, newest first, up to the first one that is not recent. */
  async function* readNewest(
    query: Query,
    isRecent: (entry: ListEntry) => boolean,
    signal: AbortSignal,
  ): AsyncGenerator<readonly ListEntry[]> {
    const descending: Query = [...query, ['ascending', 'false']]
    const list = lists.list('changed', 'open', 100, marketsPage, descending, 'lifecycle')
    for await (const page of walkPages(null, (cursor) => list.page(cursor, 100, signal))) {
      const recent = page.entries.filter(isRecent)
      if (recent.length > 0) yield recent
      if (recent.length < page.entries.length) return
    }
  }

  return {
    // Every query contains `closed`, because its default value has changed over time.
    lists: [
      lists.list('events-open', 'open', 100, eventsPage, [['closed', 'false']]),
      // This list contains the markets that have no event and those that the event list omits.
      lists.list('markets-open', 'open', 100, marketsPage, [['closed', 'false']]),
      lists.list('events-closed', 'past', 100, eventsPage, [['closed', 'true'], ...newestFirst]),
      lists.list('markets-closed', 'past', 100, marketsPage, [['closed', 'true'], ...newestFirst]),
    ],

    // Yields new and closed markets only. Changes of other open markets cannot be requested, because the
    // platform updates the time stamp of every open market each minute. The full scans find these changes.
    async *changedMarkets(sinceMs, signal) {
      const isNewMarket = ({ market }: ListEntry): boolean =>
        (market.facts.createdMs ?? Infinity) >= sinceMs - createdOverlapMs
      const isUpdatedMarket = ({ market }: ListEntry): boolean =>
        (market.facts.changedMs ?? Infinity) >= sinceMs
      yield* readNewest(
        [
          ['closed', 'false'],
          ['order', 'createdAt'],
        ],
        isNewMarket,
        signal,
      )
      yield* readNewest(
        [
          ['closed', 'true'],
          ['order', 'updatedAt'],
        ],
        isUpdatedMarket,
        signal,
      )
    },

    events: (nativeIds, signal, requestClass) =>
      fetchByIds<SnapshotGroup>(
        nativeIds,
        async (ids, isClosed) =>
          (
            await eventsPage(
              [...ids.map((id) => ['id', id] as const), ['closed', isClosed], ['limit', '100']],
              signal,
              requestClass,
            )
          ).groups,
        (group) => group.event?.nativeId ?? '',
      ),

    lookup: (nativeIds, signal, requestClass) =>
      fetchByIds<ListEntry>(
        nativeIds,
        async (ids, isClosed) =>
          (
            await marketsPage(
              [
                ...ids.map((id) => ['condition_ids', id] as const),
                ['closed', isClosed],
                ['limit', '100'],
              ],
              signal,
              requestClass,
            )
          ).entries,
        (entry) => entry.market.nativeId,
      ),
  }
}

/**
 * Requests objects by id: first among the open objects, then the missing ones among the closed objects.
 */
function fetchByIds<T>(
  ids: readonly string[],
  read: (idsOfRequest: readonly string[], isClosed: 'true' | 'false') => Promise<readonly T[]>,
  idOf: (one: T) => string,
): Promise<T[]> {
  async function fetchPart(some: readonly string[]): Promise<T[]> {
    const wanted = new Set(some)
    const found: T[] = []
    for (const isClosed of ['false', 'true'] as const) {
      if (wanted.size === 0) break
      const answer = await read([...wanted], isClosed)
      found.push(...answer.filter((one) => wanted.delete(idOf(one))))
    }
    return found
  }
  return requestInParts(ids, idsPerRequest, fetchPart)
}
