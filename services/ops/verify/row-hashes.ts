// Computes the content hashes of `ops verify` in the store.
//
// Each fact is hashed with the formula of domain/row-hash.ts. Rows are read with FINAL, as all reads do, so each fact
// counts once. The hash of a month is the XOR of the hashes of its days.
import { rowHashSettings, rowHashSql, rowsHashSql } from '../../domain/row-hash.ts'
import type { Params, Store } from '../../lib/store/port.ts'
import { hashedColumnsOf, verifiedTables, type VerifiedTableName } from './verified-tables.ts'

/** How rows are grouped. `count`: by day as `day`, but the rows are only counted, with their duplicates. */
export const groupings = ['count', 'day', 'owner', 'key'] as const

export interface HashQuestion {
  readonly table: VerifiedTableName
  readonly by: (typeof groupings)[number]
  /** Unix milliseconds, half-open. Ignored for tables without a time. */
  readonly from_ms: number
  readonly until_ms: number
  /** Only rows of this owner; null: all. */
  readonly owner: string | null
  /** By owner: only owners after this one. */
  readonly after: string
}

export interface HashedGroup {
  /** The day (`2026-11-25`, or '' in tables without a time), the owner, or the rest of the key. */
  readonly name: string
  readonly rows: number
  /** 16 hexadecimal digits. All zeros in a group of `count`. */
  readonly hash: string
}

/** Maximum number of groups in an answer that is grouped by owner or by key. */
export const maxGroups = 20_000

/** Shorter than the minute after which the process that passes on commands gives up. */
const timeoutMs = 50_000

/** One thread, and streams that keep little in memory, because the service answers requests meanwhile. */
const settings = `SETTINGS max_threads = 1, max_final_threads = 1, max_bytes_before_external_group_by = 500000000,
  ${rowHashSettings}`

/** Rejects with StoreUnavailable if the store needs too long. */
export async function hashRows(
  store: Store,
  question: HashQuestion,
): Promise<readonly HashedGroup[]> {
  const rows = await store.query<{ name: string; rows: number | string; hash: string }>(
    sqlOf(question),
    paramsOf(question),
    { timeoutMs },
  )
  return rows.map((group) => ({ ...group, rows: Number(group.rows) }))
}

function sqlOf({ table, by, owner }: HashQuestion): string {
  const { key, time } = verifiedTables[table]
  const [ownerColumn, ...rest] = key
  // The conditions concern only the sort key, so they do not change which of several rows FINAL keeps.
  const conditions = [
    ...(time === null
      ? []
      : [
          `${time} >= fromUnixTimestamp64Milli({from_ms:Int64}, 'UTC')`,
          `${time} < fromUnixTimestamp64Milli({until_ms:Int64}, 'UTC')`,
        ]),
    ...(owner === null ? [] : [`${ownerColumn} = {owner:String}`]),
    ...(by === 'owner' ? [`${ownerColumn} > {after:String}`] : []),
  ]
  const where = conditions.length === 0 ? '' : `PREWHERE ${conditions.join(' AND ')}`
  const day = time === null ? `''` : `toString(toDate(${time}))`
  if (by === 'count')
    return `SELECT ${day} AS name, count() AS rows, repeat('0', 16) AS hash FROM ${table} ${where} GROUP BY name ORDER BY name ${settings}`
  const name = {
    day,
    owner: ownerColumn,
    key: rest.length === 0 ? `''` : `arrayStringConcat([${rest.map(toText).join(', ')}], ' ')`,
  }[by]
  const limit = by === 'day' ? '' : `LIMIT ${maxGroups}`
  return `
SELECT name, count() AS rows, ${rowsHashSql('row_hash')} AS hash
FROM (
  SELECT ${name} AS name, ${rowHashSql(hashedColumnsOf(table))} AS row_hash
  FROM ${table} FINAL ${where})
GROUP BY name ORDER BY name ${limit} ${settings}`
}

const toText = (column: string): string => `toString(${column})`

function paramsOf({ from_ms, until_ms, owner, after }: HashQuestion): Params {
  return { from_ms, until_ms, after, ...(owner === null ? {} : { owner }) }
}
