// Reads lists in the responses of a platform. One field of a response contains the entries, and another
// contains a cursor for the next page.
import { mapWithYields } from '../lib/run/turns.ts'
import { hasArrayField, toFields, toText, type JsonObject } from './json.ts'
import type { RequestClass } from './request-class.ts'
import type { Snapshots } from './snapshots.ts'
import type { ListPage, PlatformList } from './source.ts'
import { elementTexts, memberText } from './upstream/json-slices.ts'
import type { TokenBucket } from './upstream/token-bucket.ts'
import type { Query, Upstream } from './upstream/upstream.ts'

/** The path of a list, which is also its label in metrics, and the token bucket that limits its requests. */
export interface ListRoute {
  readonly path: string
  readonly bucket: TokenBucket
}

/**
 * Requests one page of a list. Returns its entries in two forms: parsed, and as JSON text exactly as in the
 * response.
 */
export async function requestListPage(
  upstream: Upstream,
  options: ListRoute & {
    /** The field of the response that contains the entries. */
    readonly name: string
    /** Returns the cursor of the next page from the response. */
    readonly cursorOf?: (response: JsonObject) => unknown
    readonly query: Query
    readonly requestClass: RequestClass
    /** See UpstreamRequest. */
    readonly isEvidence?: boolean
  },
  signal: AbortSignal,
) {
  const { path, name, cursorOf, ...request } = options
  const hasExpectedShape = hasArrayField(name)
  const answer = await upstream.send({ route: path, path, ...request, hasExpectedShape }, signal)
  const fields = toFields(answer.value)
  return {
    url: answer.url,
    receivedAtMs: answer.receivedAtMs,
    asOfMs: answer.asOfMs,
    clockDifferenceMs: answer.clockDifferenceMs,
    texts: elementTexts(memberText(answer.text, name) ?? '[]'),
    values: fields[name] as readonly unknown[],
    nextCursor: toText(cursorOf?.(fields)) || null,
  }
}

export type ReadPage = (
  query: Query,
  signal: AbortSignal,
  requestClass: RequestClass,
) => Promise<ListPage>

/**
 * Returns the functions with which a platform's source defines its lists of events and of markets. All lists
 * are requested from one host.
 */
export function createLists(
  upstream: Upstream,
  options: Snapshots & {
    /** The name of the query parameter for the cursor. */
    readonly cursorParameter: string
    readonly cursorOf: (response: JsonObject) => unknown
  },
) {
  const { cursorParameter, cursorOf, toSnapshotGroup, toListEntry } = options
  return {
    createPageReader:
      (name: 'events' | 'markets', route: ListRoute): ReadPage =>
      async (query, signal, requestClass) => {
        const list = { ...route, name, cursorOf, query, requestClass }
        const page = await requestListPage(upstream, list, signal)
        const { texts, values, nextCursor, ...answer } = page
        const [events, markets] = name === 'events' ? [texts, []] : [[], texts]
        const groups = await mapWithYields(events, (text, index) =>
          toSnapshotGroup(text, answer, { event: toFields(values[index]) }),
        )
        const entries = await mapWithYields(markets, (text, index) =>
          toListEntry(text, answer, toFields(values[index])),
        )
        const firstKey = groups[0]?.event?.id ?? entries[0]?.market.id ?? null
        return { groups, entries, firstKey, nextCursor }
      },

    list: (
      name: string,
      kind: PlatformList['kind'],
      pageSize: number,
      readPage: ReadPage,
      query: Query,
      requestClass: RequestClass = kind === 'open' ? 'lists' : 'past',
    ): PlatformList => ({
      name,
      kind,
      pageSize,
      page(cursor, size, signal) {
        const next: Query = cursor === null ? [] : [[cursorParameter, cursor]]
        return readPage([...query, ['limit', String(size)], ...next], signal, requestClass)
      },
    }),
  }
}
