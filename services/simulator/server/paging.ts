// Cursor paging over a list in a total order: the cursor names the last row that was given, so rows
// that come or go elsewhere move nothing.

export interface Page<T> {
  readonly rows: readonly T[]
  /** The cursor behind the last row; null on an empty page. */
  readonly last: string | null
  /** As many rows as were allowed. */
  readonly isFull: boolean
  /** Rows are left. */
  readonly hasMore: boolean
}

/** `keyOf` gives what the rows are sorted by, most significant first; unique as a whole. */
export function pageOf<T>(options: {
  readonly rows: readonly T[]
  readonly keyOf: (row: T) => readonly (string | number)[]
  readonly descending: boolean
  readonly limit: number
  readonly cursor: string | null
}): Page<T> | 'bad cursor' {
  const { rows, keyOf, descending, limit, cursor } = options
  const after = cursor === null || cursor === '' ? null : decoded(cursor)
  if (after === 'bad cursor') return after
  const sign = descending ? -1 : 1
  const keyed = rows.map((row) => ({ row, key: keyOf(row) }))
  const left = after === null ? keyed : keyed.filter(({ key }) => sign * compare(key, after) > 0)
  left.sort((one, other) => sign * compare(one.key, other.key))
  const given = left.slice(0, limit)
  const last = given.at(-1)
  return {
    rows: given.map(({ row }) => row),
    last: last === undefined ? null : encoded(last.key),
    isFull: given.length === limit,
    hasMore: given.length < left.length,
  }
}

/** The cursor behind a row. */
export function encoded(key: readonly (string | number)[]): string {
  return Buffer.from(JSON.stringify(key)).toString('base64url')
}

function decoded(cursor: string): readonly (string | number)[] | 'bad cursor' {
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
  for (const [place, value] of one.entries()) {
    const against = other[place]
    if (against === undefined || value > against) return 1
    if (value < against) return -1
  }
  return 0
}
