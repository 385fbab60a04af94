// Walks a list from page to page until the platform says that it ends; a short page says nothing.
import { UpstreamError } from '../upstream/upstream-error.ts'

interface Page {
  readonly first: string | null
  readonly next: string | null
}

/** How often a page that was there before is asked for again before the walk is given up. */
const secondLooks = 2

/**
 * Yields each page with the cursor that led to it. Throws UpstreamError when the list goes round in
 * circles: a cursor that does not advance, or a page that begins like an earlier one.
 */
export async function* walkPages<P extends Page>(
  start: string | null,
  fetchPage: (cursor: string | null) => Promise<P>,
): AsyncGenerator<P> {
  const cursors = new Set<string | null>([start])
  const firsts = new Set<string>()
  let cursor = start
  for (;;) {
    let page = await fetchPage(cursor)
    const isStuck = (): boolean =>
      (page.first !== null && firsts.has(page.first)) ||
      (page.next !== null && cursors.has(page.next))
    for (let looks = 0; looks < secondLooks && isStuck(); looks += 1) page = await fetchPage(cursor)
    if (isStuck()) {
      throw new UpstreamError('list repeats a page', { kind: 'failed', status: 200 })
    }
    if (page.first !== null) firsts.add(page.first)
    yield page
    if (page.next === null) return
    cursor = page.next
    cursors.add(cursor)
  }
}
