// Computes the content hashes of `ops verify` in the store.
//
// Each fact is hashed with the formula of domain/row-hash.ts. Rows are read with FINAL, as all reads do, so each fact
// counts once. The hash of a month is the XOR of the hashes of its days.
import { rowHashSettings, rowHashSql, rowsHashSql } from '../../domain/row-hash.ts'
import type { Params, Store } from '../../lib/store/port.ts'
import { hashedColumnsOf, verifiedTables, type VerifiedTableName } from './verified-tables.ts'

/** How rows are grouped. `count` groups by day, like `day`, but only counts the rows, including duplicates. */
export const groupings = ['count', 'day', 'owner', 'key'] as const

export interface HashRequest {
  readonly table: VerifiedTableName
  readonly by: (typeof groupings)[number]
  /** The range of times, in Unix milliseconds; `until_ms` is excluded. Ignored for tables without times. */
  readonly from_ms: number
  readonly until_ms: number
  /** Only rows of this owner; null: all. */
  readonly owner: string | null
  /** If `by` is `owner`: only owners that sort after this one. */
  readonly after: string
}

export interface HashedGroup {
  /**
   * The day (`2026-11-25`, or '' in tables without times), the owner, or the sort key without the owner, depending on
   * `by`.
   */
  readonly name: string
  readonly rows: number
  /** 16 hexadecimal digits. All zeros in a group of `count`. */
  readonly hash: string
}

/** Maximum number of groups in an answer that is grouped by owner or by key. */
export const maxGroups = 20_000

/** Shorter than the minute that a process waits for the answer to a command that it forwards. */
const timeoutMs = 50_000

/** Limits a statement to one thread and little memory, because the service answers requests meanwhile. */
const settings = `SETTINGS max_threads = 1, max_final_threads = 1, max_bytes_before_external_group_by = 500000000,
  ${rowHashSettings}`

/**
 * Groups and hashes the rows of one request. Rejects with StoreUnavailable if the store needs longer than `timeoutMs`.
 */
export async function hashRows(
  store: Store,
  request: HashRequest,
): Promise<readonly HashedGroup[]> {
  const rows = await store.query<{ name: string; rows: number | string; hash: string }>(
    sqlOf(request),
    paramsOf(request),
    { timeoutMs },
  )
  return rows.map((group) => ({ ...group, rows: Number(group.rows) }))
}

function sqlOf({ table, by, owner }: HashRequest): string {
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

function paramsOf({ from_ms, until_ms, owner, after }: HashRequest): Params {
  return { from_ms, until_ms, after, ...(owner === null ? {} : { owner }) }
}
