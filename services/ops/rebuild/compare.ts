// Compares the live tables with the new ones, with the hashes of `ops verify`. The live tables change during the
// comparison. So the days that differ are compared again while the projector is paused, when both hold the same
// records.
import { compareHashes, findKeys, type Difference } from '../verify/compare.ts'
import {
  combineHashes,
  hashTable,
  periodOfDay,
  splitByRows,
  type Ask,
  type TableHashes,
} from '../verify/table-hashes.ts'
import {
  hashedColumnsOf,
  verifiedTableNames,
  verifiedTables,
  type VerifiedTableName,
} from '../verify/verified-tables.ts'

/** A month of a table in which the live and the new rows differ, or differed only while the live table was changing. */
export type DifferentMonth = Omit<Difference, 'keys' | 'hasMoreKeys'>

/**
 * The maximum number of rows that are hashed in each database while the projector is paused. Differences that the first
 * comparison found in further rows are reported unchecked and without keys.
 */
const maxRowsWhilePaused = 20_000_000

/** Compares all rows. */
export async function findDifferentMonths(
  live: Ask,
  rebuilt: Ask,
  signal: AbortSignal,
): Promise<readonly DifferentMonth[]> {
  const months: DifferentMonth[] = []
  const throwIfAborted = (): void => signal.throwIfAborted()
  for (const table of verifiedTableNames) {
    throwIfAborted()
    const here = await hashTable(table, null, live, throwIfAborted)
    const there = await hashTable(table, null, rebuilt, throwIfAborted)
    months.push(...compareHashes([here], [there]))
  }
  return months
}

/** Compares these months again, but only the days that differed. */
export async function compareAgain(
  months: readonly DifferentMonth[],
  live: Ask,
  rebuilt: Ask,
): Promise<readonly Difference[]> {
  const differences: Difference[] = []
  let rowsLeft = maxRowsWhilePaused
  for (const month of months) {
    rowsLeft -= await countRows(month, live)
    if (rowsLeft < 0) {
      differences.push({ ...month, keys: null, hasMoreKeys: false })
      continue
    }
    const [here, there] = [await hashDays(month, live), await hashDays(month, rebuilt)]
    for (const found of compareHashes([here], [there]))
      differences.push({ ...found, ...(await findKeys(found, live, rebuilt)) })
  }
  return differences
}

const questionOf = (table: VerifiedTableName, day: string) => {
  const { fromMs, untilMs } = periodOfDay(day)
  return { table, owner: null, after: '', from_ms: fromMs, until_ms: untilMs } as const
}

async function countRows({ table, days, here }: DifferentMonth, ask: Ask): Promise<number> {
  if (verifiedTables[table].time === null) return here.rows
  let rows = 0
  for (const day of days)
    for (const group of await ask({ ...questionOf(table, day), by: 'count' })) rows += group.rows
  return rows
}

async function hashDays({ table, month, days }: DifferentMonth, ask: Ask): Promise<TableHashes> {
  if (verifiedTables[table].time === null) return hashTable(table, null, ask, () => undefined)
  const hashes = []
  for (const day of days) {
    const question = questionOf(table, day)
    const parts = []
    for (const { fromMs: from_ms, untilMs: until_ms } of splitByRows(
      await ask({ ...question, by: 'count' }),
    ))
      parts.push(...(await ask({ ...question, by: 'day', from_ms, until_ms })))
    hashes.push({ day, ...combineHashes(parts) })
  }
  return {
    table,
    columns: hashedColumnsOf(table),
    months: [{ month, ...combineHashes(hashes), days: hashes }],
  }
}
