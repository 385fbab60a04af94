// Cursor paging over a list in a total order. The cursor is the key of the last row that was returned,
// so rows that are added or removed elsewhere do not shift the pages.

export interface Page<T> {
  readonly rows: readonly T[]
  /** The cursor after the last row; null on an empty page. */
  readonly last: string | null
  /** The page has as many rows as the limit allows. */
  readonly isFull: boolean
  /** There are rows after this page. */
  readonly hasMore: boolean
}

interface PageOptions<T, Rows> {
  readonly rows: Rows
  /** The sort key of a row, most significant part first; unique as a whole. */
  readonly keyOf: (row: T) => readonly (string | number)[]
  readonly descending: boolean
  readonly limit: number
  readonly cursor: string | null
}

export function pageOf<T>(options: PageOptions<T, readonly T[]>): Page<T> | 'bad cursor' {
  const { rows, keyOf, descending } = options
  const sign = descending ? -1 : 1
  const keyed = rows.map((row) => ({ row, key: keyOf(row) }))
  keyed.sort((one, other) => sign * compare(one.key, other.key))
  return pageOfSorted({ ...options, rows: keyed.map(({ row }) => row) })
}

/** The same for rows that are in order. Reads no more of them than up to the first row after the page. */
export function pageOfSorted<T>(options: PageOptions<T, Iterable<T>>): Page<T> | 'bad cursor' {
  const { rows, keyOf, descending, limit, cursor } = options
  const after = cursor === null || cursor === '' ? null : decodeCursor(cursor)
  if (after === 'bad cursor') return after
  const sign = descending ? -1 : 1
  const page: T[] = []
  let hasMore = false
  for (const row of rows) {
    if (after !== null && sign * compare(keyOf(row), after) <= 0) continue
    hasMore = page.length === limit
    if (hasMore) break
    page.push(row)
  }
  const last = page.at(-1)
  return {
    rows: page,
    last: last === undefined ? null : encodeCursor(keyOf(last)),
    isFull: page.length === limit,
    hasMore,
  }
}

/** The cursor after a row. */
export function encodeCursor(key: readonly (string | number)[]): string {
  return Buffer.from(JSON.stringify(key)).toString('base64url')
}

function decodeCursor(cursor: string): readonly (string | number)[] | 'bad cursor' {
  try {
    const key: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    const isKey =
      Array.isArray(key) &&
      key.every((part) => typeof part === 'string' || typeof part === 'number')
    return isKey ? (key as readonly (string | number)[]) : 'bad cursor'
  } catch {
    return 'bad cursor'
  }
}

function compare(one: readonly (string | number)[], other: readonly (string | number)[]): number {
  for (const [index, value] of one.entries()) {
    const otherValue = other[index]
    if (otherValue === undefined || value > otherValue) return 1
    if (value < otherValue) return -1
  }
  return 0
}
