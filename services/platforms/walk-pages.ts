// Iterates over the pages of a platform's list until a page has no cursor for a next page. A page with
// few entries is not necessarily the last.
import { refetchWhile } from './refetch.ts'
import { UpstreamError } from './upstream/upstream-error.ts'

interface Page {
  readonly firstKey: string | null
  readonly nextCursor: string | null
}

/** How often a repeated page is requested again before the iteration fails. */
const maxRefetches = 2

/**
 * Yields each page. Throws UpstreamError if the list repeats itself: the next cursor or the first
 * entry of a page occurred before.
 */
export async function* walkPages<P extends Page>(
  start: string | null,
  fetchPage: (cursor: string | null) => Promise<P>,
): AsyncGenerator<P> {
  const cursors = new Set<string | null>([start])
  const firstKeys = new Set<string>()
  let cursor = start
  const isRepeated = ({ firstKey, nextCursor }: P): boolean =>
    (firstKey !== null && firstKeys.has(firstKey)) ||
    (nextCursor !== null && cursors.has(nextCursor))
  for (;;) {
    const page = await refetchWhile(isRepeated, maxRefetches, () => fetchPage(cursor))
    if (isRepeated(page))
      throw new UpstreamError('list repeats a page', { kind: 'failed', status: 200 })
    if (page.firstKey !== null) firstKeys.add(page.firstKey)
    yield page
    if (page.nextCursor === null) return
    cursor = page.nextCursor
    cursors.add(cursor)
  }
}
