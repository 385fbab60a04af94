// Compares the live tables with the new ones, with the hashes of `ops verify`. The live tables change during the
// comparison. So the days that differ are compared again while the projector is paused, when the live and the new
// tables are made from the same records.
import { compareHashes, findDifferentKeys, type Difference } from '../verify/compare.ts'
import {
  combineHashes,
  hashTable,
  periodOfDay,
  splitByRows,
  type AskForHashes,
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
 * The maximum number of rows that are hashed in each database while the projector is paused. Once this number is
 * exceeded, the remaining differences of the first comparison are not compared again, and are reported without keys.
 */
const maxRowsWhilePaused = 20_000_000

/** Compares all rows. */
export async function findDifferentMonths(
  askLive: AskForHashes,
  askRebuilt: AskForHashes,
  signal: AbortSignal,
): Promise<readonly DifferentMonth[]> {
  const months: DifferentMonth[] = []
  const throwIfAborted = (): void => signal.throwIfAborted()
  for (const table of verifiedTableNames) {
    throwIfAborted()
    const here = await hashTable(table, null, askLive, throwIfAborted)
    const there = await hashTable(table, null, askRebuilt, throwIfAborted)
    months.push(...compareHashes([here], [there]))
  }
  return months
}

/** Compares the given months again, but only the days that differed in the first comparison. */
export async function compareMonthsAgain(
  months: readonly DifferentMonth[],
  askLive: AskForHashes,
  askRebuilt: AskForHashes,
): Promise<readonly Difference[]> {
  const differences: Difference[] = []
  let rowsLeft = maxRowsWhilePaused
  for (const month of months) {
    rowsLeft -= await countRows(month, askLive)
    if (rowsLeft < 0) {
      differences.push({ ...month, keys: null, hasMoreKeys: false })
      continue
    }
    const [here, there] = [await hashDays(month, askLive), await hashDays(month, askRebuilt)]
    for (const found of compareHashes([here], [there]))
      differences.push({ ...found, ...(await findDifferentKeys(found, askLive, askRebuilt)) })
  }
  return differences
}

const toHashRequest = (table: VerifiedTableName, day: string) => {
  const { fromMs, untilMs } = periodOfDay(day)
  return { table, owner: null, after: '', from_ms: fromMs, until_ms: untilMs } as const
}

async function countRows(
  { table, days, here }: DifferentMonth,
  ask: AskForHashes,
): Promise<number> {
  if (verifiedTables[table].time === null) return here.rows
  let rows = 0
  for (const day of days)
    for (const group of await ask({ ...toHashRequest(table, day), by: 'count' })) rows += group.rows
  return rows
}

async function hashDays(
  { table, month, days }: DifferentMonth,
  ask: AskForHashes,
): Promise<TableHashes> {
  if (verifiedTables[table].time === null) return hashTable(table, null, ask, () => undefined)
  const hashes = []
  for (const day of days) {
    const request = toHashRequest(table, day)
    const parts = []
    for (const { fromMs: from_ms, untilMs: until_ms } of splitByRows(
      await ask({ ...request, by: 'count' }),
    ))
      parts.push(...(await ask({ ...request, by: 'day', from_ms, until_ms })))
    hashes.push({ day, ...combineHashes(parts) })
  }
  return {
    table,
    columns: hashedColumnsOf(table),
    months: [{ month, ...combineHashes(hashes), days: hashes }],
  }
}
