// Reads rows of the store page by page.
import type { UnparsedRows } from '../queries/plain-rows.ts'

/** Maximum number of rows per page. */
export const pageSize = 10_000

/**
 * Reads pages of `pageSize` rows until one is not full. Each page begins after the last row of the page before it,
 * and is read while that page is applied. Rejects with the reason of the signal if it aborts between two pages.
 */
export async function readPages<SortKey, Row>(pages: {
  readonly initial: SortKey
  readonly read: (after: SortKey) => Promise<UnparsedRows<Row>>
  readonly apply: (rows: UnparsedRows<Row>) => Promise<void>
  readonly sortKeyOf: (row: Row) => SortKey
  readonly signal: AbortSignal
}): Promise<void> {
  for (let rows = await pages.read(pages.initial); ;) {
    const last = rows.last()
    const isLast = last === undefined || rows.count < pageSize
    const next = isLast ? null : pages.read(pages.sortKeyOf(last))
    // prevents an unhandled rejection: if apply() fails, nothing awaits the next page
    next?.catch(() => undefined)
    await pages.apply(rows)
    if (next === null) return
    rows = await next
    pages.signal.throwIfAborted()
  }
}
