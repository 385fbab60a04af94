// Paging of lists by cursor. A cursor contains the sort key of the last row of a page, and the next page begins with
// the first row after this sort key. So a row whose sort key does not change is neither skipped nor repeated while
// other rows are added, removed or moved. docs/decisions/019-cursors-of-lists.md has the reasons.
import { hash } from 'node:crypto'
import { isCursor, parseCursor, toCursor, type SortKey, type SortKeyParser } from './cursor.ts'
import { invalidParameters } from './errors.ts'
import { createQueryParser, valueError, type QueryCheck } from './parameters.ts'
import type { QueryName } from './schemas.ts'

interface PagedQuery {
  readonly limit: number
  readonly offset?: number
  readonly cursor?: string
}

export interface PagedRequest<Q, Key extends SortKey> {
  readonly query: Q
  /** The page begins after this sort key; null if it begins at `offset`. */
  readonly after: Key | null
  /**
   * Returns the fields for the end of a page. `last`: the sort key of the last row of the page; null if the list ends
   * with this page.
   */
  readonly pageEnd: (last: Key | null) => PageEnd
}

/** The fields of a response that state whether the list has more rows, and the cursor of the next page. */
export interface PageEnd {
  readonly cursor: string | null
  readonly has_more: boolean
}

export interface PagedList<Q, Key extends SortKey> {
  readonly query: QueryName
  /** Returns the parser of the sort key in a cursor. The sort key depends on the order that the query asks for. */
  readonly parseKey: (query: Q) => SortKeyParser<Key>
}

/**
 * Returns a parser for the query of a list. `pathValue`: the value of the path parameter that selects the list, such as
 * the address of a wallet. The parser throws a RequestError (422) with every validation error.
 */
export function createPagedParser<Q extends PagedQuery, Key extends SortKey>(
  list: PagedList<Q, Key>,
): (search: URLSearchParams, check?: QueryCheck<Q>, pathValue?: string) => PagedRequest<Q, Key> {
  const parseQuery = createQueryParser<Q>(list.query)
  return (search, check = () => [], pathValue = '') => {
    const query = parseQuery(search, (valid) => [...check(valid), ...findCursorErrors(valid)])
    const scope = scopeOf(list.query, pathValue, query)
    const { cursor } = query
    const after = cursor === undefined ? null : parseCursor(cursor, scope, list.parseKey(query))
    if (cursor !== undefined && after === null)
      throw invalidParameters([
        valueError(
          'cursor',
          'this cursor is of another list, order or filter; send it with the parameters of the request that returned it, or begin without a cursor',
        ),
      ])
    return {
      query,
      after,
      pageEnd: (last) => ({
        cursor: last === null ? null : toCursor(scope, last),
        has_more: last !== null,
      }),
    }
  }
}

/**
 * Returns the header with the cursor of the next page, for responses that are a JSON array and so have no field for
 * the cursor.
 */
export function nextCursorHeader({ cursor }: PageEnd): Readonly<Record<string, string>> {
  return cursor === null ? {} : { 'X-Next-Cursor': cursor }
}

function findCursorErrors({ cursor, offset = 0 }: Partial<PagedQuery>) {
  if (cursor === undefined) return []
  return [
    ...(isCursor(cursor)
      ? []
      : [
          valueError(
            'cursor',
            'not a cursor that this service returned; copy it unchanged, or begin without a cursor',
          ),
        ]),
    ...(offset > 0
      ? [valueError('offset', 'offset and cursor exclude each other; send one of the two')]
      : []),
  ]
}

/**
 * Returns the scope of a cursor: a digest of the list and its filters, because filters can be long. `limit` is not part
 * of the scope, because clients may change it from page to page.
 */
function scopeOf(list: QueryName, pathValue: string, query: PagedQuery): string {
  const { limit: _limit, offset: _offset, cursor: _cursor, ...filters } = query
  const named = Object.entries(filters).toSorted(([a], [b]) => (a < b ? -1 : 1))
  const text = JSON.stringify([list, pathValue, named])
  return hash('sha256', text, 'base64url').slice(0, 16)
}
