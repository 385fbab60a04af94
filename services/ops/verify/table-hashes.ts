// Hashes of whole tables, for `ops verify`: asks for a few days at a time, so that no statement reads more rows than
// the store can hash within its time limit, and combines the answers.
import type { HashedGroup, HashRequest } from './row-hashes.ts'
import { hashedColumnsOf, verifiedTables, type VerifiedTableName } from './verified-tables.ts'

export interface RowsHash {
  readonly rows: number
  /** 16 hexadecimal digits; domain/row-hash.ts has the formula. */
  readonly hash: string
}

export interface MonthHash extends RowsHash {
  /** `2026-11`, UTC; null: the whole table, which has no times. */
  readonly month: string | null
  /** Only days with rows; empty in tables without times. */
  readonly days: readonly ({ readonly day: string } & RowsHash)[]
}

export interface TableHashes {
  readonly table: VerifiedTableName
  readonly columns: readonly string[]
  readonly months: readonly MonthHash[]
}

export type AskForHashes = (request: HashRequest) => Promise<readonly HashedGroup[]>

const dayMs = 86_400_000
/** A time after all times in the tables, in Unix milliseconds. */
export const endOfTimeMs = 4_102_444_800_000
/** Number of rows that one statement hashes, which takes some seconds on one processor. */
const rowsPerStatement = 5_000_000

const noRows: RowsHash = { rows: 0, hash: '0'.repeat(16) }

export interface Period {
  readonly fromMs: number
  readonly untilMs: number
}

/** `month` must be valid: `2026-11`. */
export function periodOfMonth(month: string): Period {
  const fromMs = Date.parse(`${month}-01T00:00:00Z`)
  const next = new Date(fromMs)
  next.setUTCMonth(next.getUTCMonth() + 1)
  return { fromMs, untilMs: next.getTime() }
}

export const periodOfDay = (day: string): Period => {
  const fromMs = Date.parse(`${day}T00:00:00Z`)
  return { fromMs, untilMs: fromMs + dayMs }
}

/**
 * Returns the hashes of each month with rows, or only of `month`, even if that month has no rows. `onRowsHashed` is
 * called after each statement with the number of rows hashed so far and the number of all rows, both including
 * duplicates. It is not called for tables without times, which take one statement.
 */
export async function hashTable(
  table: VerifiedTableName,
  month: string | null,
  ask: AskForHashes,
  onRowsHashed: (done: number, total: number) => void,
): Promise<TableHashes> {
  const columns = hashedColumnsOf(table)
  const all = { table, owner: null, after: '', from_ms: 0, until_ms: endOfTimeMs }
  if (verifiedTables[table].time === null) {
    const [found = noRows] = await ask({ ...all, by: 'day' })
    const { rows, hash } = found
    return { table, columns, months: [{ month: null, rows, hash, days: [] }] }
  }
  const { fromMs, untilMs } =
    month === null ? { fromMs: 0, untilMs: endOfTimeMs } : periodOfMonth(month)
  const counts = await ask({ ...all, by: 'count', from_ms: fromMs, until_ms: untilMs })
  const names = month === null ? [...new Set(counts.map(({ name }) => monthOf(name)))] : [month]
  const months: MonthHash[] = []
  const total = counts.reduce((sum, day) => sum + day.rows, 0)
  let done = 0
  onRowsHashed(done, total)
  for (const name of names) {
    const ofMonth = counts.filter((day) => monthOf(day.name) === name)
    const days = new Map<string, RowsHash>()
    for (const { fromMs: from_ms, untilMs: until_ms, rows } of splitByRows(ofMonth)) {
      for (const group of await ask({ ...all, by: 'day', from_ms, until_ms }))
        days.set(group.name, combineHashes([days.get(group.name) ?? noRows, group]))
      done += rows
      onRowsHashed(done, total)
    }
    months.push({
      month: name,
      ...combineHashes([...days.values()]),
      days: [...days].map(([day, { rows, hash }]) => ({ day, rows, hash })),
    })
  }
  return { table, columns, months }
}

const monthOf = (day: string): string => day.slice(0, 'yyyy-mm'.length)

/** `rows` is estimated if the period is a part of a day: the rows of the day divided by its number of parts. */
interface CountedPeriod extends Period {
  readonly rows: number
}

/** Returns periods with about `rowsPerStatement` rows each: several days, or equal parts of one day. */
export function splitByRows(days: readonly Pick<HashedGroup, 'name' | 'rows'>[]): CountedPeriod[] {
  const periods: CountedPeriod[] = []
  let isOfWholeDays = true
  for (const { name, rows } of days) {
    const { fromMs, untilMs } = periodOfDay(name)
    const last = periods.at(-1)
    if (last && isOfWholeDays && last.rows + rows <= rowsPerStatement)
      periods.splice(-1, 1, { fromMs: last.fromMs, untilMs, rows: last.rows + rows })
    else {
      const parts = Math.max(1, Math.ceil(rows / rowsPerStatement))
      isOfWholeDays = parts === 1
      const partMs = Math.ceil(dayMs / parts)
      for (let from = fromMs; from < untilMs; from += partMs)
        periods.push({
          fromMs: from,
          untilMs: Math.min(from + partMs, untilMs),
          rows: rows / parts,
        })
    }
  }
  return periods
}

export function combineHashes(parts: readonly RowsHash[]): RowsHash {
  const hash = parts.reduce((xor, part) => xor ^ BigInt(`0x${part.hash}`), 0n)
  return {
    rows: parts.reduce((sum, part) => sum + part.rows, 0),
    hash: hash.toString(16).padStart(16, '0'),
  }
}
