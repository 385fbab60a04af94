// Compares two results of `ops verify`. If both stores can be asked, also finds the keys of the rows that differ.
import { CommandFailure } from '../command-failure.ts'
import { maxGroups, type HashedGroup, type HashQuestion } from './row-hashes.ts'
import {
  endOfTimeMs,
  periodOfDay,
  type Ask,
  type MonthHash,
  type RowsHash,
  type TableHashes,
} from './table-hashes.ts'
import { verifiedTables, type VerifiedTableName } from './verified-tables.ts'

/** A month of a table in which the two results differ. */
export interface Difference {
  readonly table: VerifiedTableName
  readonly month: string | null
  readonly here: RowsHash
  readonly there: RowsHash
  /** The days that differ; empty in tables without times. */
  readonly days: readonly string[]
  /** null: the keys were not looked for, because the other store cannot be asked. */
  readonly keys: readonly DifferentKey[] | null
  /** Whether there are more different keys than listed. */
  readonly hasMoreKeys: boolean
}

export interface DifferentKey {
  /** A market, a wallet, an event or a feed. */
  readonly owner: string
  /** The rest of the sort key: time and id, for example. Empty in tables without times. */
  readonly key: string
  /** Which store has the row; `both`, if the fields differ. */
  readonly found: 'here' | 'there' | 'both'
}

/** Maximum number of different keys that are listed for a month. */
const maxKeys = 20

/**
 * Returns the months that differ, for the tables in `here`. A month that one side lacks counts as empty on that side.
 */
export function compareHashes(
  here: readonly TableHashes[],
  there: readonly TableHashes[],
): readonly Omit<Difference, 'keys' | 'hasMoreKeys'>[] {
  return here.flatMap(({ table, columns, months }) => {
    const other = there.find((one) => one.table === table)
    if (!other) throw new CommandFailure('invalid', `--against: it has no table ${table}`)
    if (other.columns.join() !== columns.join())
      throw new CommandFailure(
        'invalid',
        `--against: it was made by another version, which hashes other columns of ${table}: ${other.columns.join(', ')}`,
      )
    const names = new Set([...months, ...other.months].map(({ month }) => month ?? ''))
    return [...names].sort().flatMap((name) => {
      const month = name === '' ? null : name
      const [a, b] = [months, other.months].map((list) => findMonth(list, month))
      if (!a || !b || (a.hash === b.hash && a.rows === b.rows)) return []
      const { rows, hash } = a
      return {
        table,
        month,
        here: { rows, hash },
        there: { rows: b.rows, hash: b.hash },
        days: differentNames(toGroups(a), toGroups(b)),
      }
    })
  })
}

const emptyMonth = (month: string | null): MonthHash => ({
  month,
  rows: 0,
  hash: '0'.repeat(16),
  days: [],
})

const findMonth = (months: readonly MonthHash[], month: string | null): MonthHash =>
  months.find((one) => one.month === month) ?? emptyMonth(month)

const toGroups = ({ days }: MonthHash): readonly HashedGroup[] =>
  days.map(({ day, rows, hash }) => ({ name: day, rows, hash }))

/** Returns the names of groups that only one side has, or that have different hashes or numbers of rows. */
function differentNames(
  here: readonly HashedGroup[],
  there: readonly HashedGroup[],
): readonly string[] {
  const [a, b] = [here, there].map(
    (groups) => new Map(groups.map(({ name, rows, hash }) => [name, `${rows} ${hash}`])),
  )
  const names = new Set([...here, ...there].map(({ name }) => name))
  return [...names].filter((name) => a?.get(name) !== b?.get(name)).sort()
}

/** Asks both stores for the keys of a difference: first for the owners that differ, then for their rows. */
export async function findKeys(
  difference: Omit<Difference, 'keys' | 'hasMoreKeys'>,
  askHere: Ask,
  askThere: Ask,
): Promise<Pick<Difference, 'keys' | 'hasMoreKeys'>> {
  const { table, days } = difference
  const hasTime = verifiedTables[table].time !== null
  const periods = hasTime ? days.map(periodOfDay) : [{ fromMs: 0, untilMs: endOfTimeMs }]
  const keys: DifferentKey[] = []
  for (const { fromMs: from_ms, untilMs: until_ms } of periods) {
    const question = { table, from_ms, until_ms, owner: null, after: '' }
    for await (const { name, found } of differentOwners(question, askHere, askThere)) {
      if (keys.length >= maxKeys) return { keys, hasMoreKeys: true }
      if (hasTime)
        keys.push(...(await differentRows({ ...question, owner: name }, askHere, askThere)))
      else keys.push({ owner: name, key: '', found })
    }
  }
  return { keys: keys.slice(0, maxKeys), hasMoreKeys: keys.length > maxKeys }
}

interface DifferentGroup {
  readonly name: string
  readonly found: DifferentKey['found']
}

/** Reads the owners page by page. A page ends at the last owner up to which the answers of both stores are complete. */
async function* differentOwners(
  question: Omit<HashQuestion, 'by'>,
  askHere: Ask,
  askThere: Ask,
): AsyncGenerator<DifferentGroup> {
  let { after } = question
  for (;;) {
    const page = { ...question, by: 'owner', after } as const
    const [here, there] = await Promise.all([askHere(page), askThere(page)])
    const ends = [here, there].filter((groups) => groups.length >= maxGroups)
    const end = ends
      .map((groups) => groups.at(-1)?.name ?? '')
      .reduce<string | null>(
        (first, name) => (first === null || isBefore(name, first) ? name : first),
        null,
      )
    const within = ({ name }: HashedGroup): boolean => end === null || !isBefore(end, name)
    yield* differentGroups(here.filter(within), there.filter(within))
    if (end === null) return
    after = end
  }
}

/** Compares as ClickHouse does: byte by byte. */
const isBefore = (a: string, b: string): boolean =>
  Buffer.compare(Buffer.from(a), Buffer.from(b)) < 0

/** Compares the first `maxGroups` rows of one owner. */
async function differentRows(
  question: Omit<HashQuestion, 'by'> & { readonly owner: string },
  askHere: Ask,
  askThere: Ask,
): Promise<readonly DifferentKey[]> {
  const asked = { ...question, by: 'key' } as const
  const [here, there] = await Promise.all([askHere(asked), askThere(asked)])
  return differentGroups(here, there).map(({ name, found }) => ({
    owner: question.owner,
    key: name,
    found,
  }))
}

function differentGroups(
  here: readonly HashedGroup[],
  there: readonly HashedGroup[],
): readonly DifferentGroup[] {
  const [a, b] = [here, there].map((groups) => new Set(groups.map(({ name }) => name)))
  return differentNames(here, there).map((name) => ({
    name,
    found: !a?.has(name) ? 'there' : b?.has(name) === true ? 'both' : 'here',
  }))
}
