// Compares two results of `ops verify`. If both stores can be queried, also finds the keys of the rows that differ.
import { CommandFailure } from '../command-failure.ts'
import { maxGroups, type HashedGroup, type HashRequest } from './row-hashes.ts'
import {
  endOfTimeMs,
  periodOfDay,
  type AskForHashes,
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
  /** null: the keys were not searched for, because the other store cannot be queried. */
  readonly keys: readonly DifferentKey[] | null
  /** Whether there are more different keys than listed. */
  readonly hasMoreKeys: boolean
}

export interface DifferentKey {
  /** The id of the market, wallet, event or feed that the row belongs to. */
  readonly owner: string
  /** The sort key of the row without the owner, for example time and id. Empty in tables without times. */
  readonly key: string
  /** Which store has the row; `both`, if the fields differ. */
  readonly found: 'here' | 'there' | 'both'
}

/** Maximum number of different keys that are listed for a month. */
const maxKeys = 20

/**
 * Returns the months that differ, for the tables in `hashesHere`. A month that one side lacks is treated as a month
 * without rows.
 */
export function compareHashes(
  hashesHere: readonly TableHashes[],
  hashesThere: readonly TableHashes[],
): readonly Omit<Difference, 'keys' | 'hasMoreKeys'>[] {
  return hashesHere.flatMap(({ table, columns, months }) => {
    const other = hashesThere.find((one) => one.table === table)
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
        days: findDifferentNames(toGroups(a), toGroups(b)),
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
function findDifferentNames(
  groupsHere: readonly HashedGroup[],
  groupsThere: readonly HashedGroup[],
): readonly string[] {
  const [a, b] = [groupsHere, groupsThere].map(
    (groups) => new Map(groups.map(({ name, rows, hash }) => [name, `${rows} ${hash}`])),
  )
  const names = new Set([...groupsHere, ...groupsThere].map(({ name }) => name))
  return [...names].filter((name) => a?.get(name) !== b?.get(name)).sort()
}

/** Queries both stores for the keys of a difference: first for the owners whose rows differ, then for those rows. */
export async function findDifferentKeys(
  difference: Omit<Difference, 'keys' | 'hasMoreKeys'>,
  askHere: AskForHashes,
  askThere: AskForHashes,
): Promise<Pick<Difference, 'keys' | 'hasMoreKeys'>> {
  const { table, days } = difference
  const hasTime = verifiedTables[table].time !== null
  const periods = hasTime ? days.map(periodOfDay) : [{ fromMs: 0, untilMs: endOfTimeMs }]
  const keys: DifferentKey[] = []
  for (const { fromMs: from_ms, untilMs: until_ms } of periods) {
    const request = { table, from_ms, until_ms, owner: null, after: '' }
    for await (const { name, found } of findDifferentOwners(request, askHere, askThere)) {
      if (keys.length >= maxKeys) return { keys, hasMoreKeys: true }
      if (hasTime)
        keys.push(...(await findDifferentRows({ ...request, owner: name }, askHere, askThere)))
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
async function* findDifferentOwners(
  request: Omit<HashRequest, 'by'>,
  askHere: AskForHashes,
  askThere: AskForHashes,
): AsyncGenerator<DifferentGroup> {
  let { after } = request
  for (;;) {
    const page = { ...request, by: 'owner', after } as const
    const [here, there] = await Promise.all([askHere(page), askThere(page)])
    const ends = [here, there].filter((groups) => groups.length >= maxGroups)
    const end = ends
      .map((groups) => groups.at(-1)?.name ?? '')
      .reduce<string | null>(
        (first, name) => (first === null || isBefore(name, first) ? name : first),
        null,
      )
    const isOnPage = ({ name }: HashedGroup): boolean => end === null || !isBefore(end, name)
    yield* findDifferentGroups(here.filter(isOnPage), there.filter(isOnPage))
    if (end === null) return
    after = end
  }
}

/** Compares texts byte by byte, as ClickHouse does. */
const isBefore = (a: string, b: string): boolean =>
  Buffer.compare(Buffer.from(a), Buffer.from(b)) < 0

/** Compares the first `maxGroups` rows of one owner. */
async function findDifferentRows(
  request: Omit<HashRequest, 'by'> & { readonly owner: string },
  askHere: AskForHashes,
  askThere: AskForHashes,
): Promise<readonly DifferentKey[]> {
  const asked = { ...request, by: 'key' } as const
  const [here, there] = await Promise.all([askHere(asked), askThere(asked)])
  return findDifferentGroups(here, there).map(({ name, found }) => ({
    owner: request.owner,
    key: name,
    found,
  }))
}

function findDifferentGroups(
  groupsHere: readonly HashedGroup[],
  groupsThere: readonly HashedGroup[],
): readonly DifferentGroup[] {
  const [a, b] = [groupsHere, groupsThere].map((groups) => new Set(groups.map(({ name }) => name)))
  return findDifferentNames(groupsHere, groupsThere).map((name) => ({
    name,
    found: !a?.has(name) ? 'there' : b?.has(name) === true ? 'both' : 'here',
  }))
}
