// Parts that ClickHouse could not read when it opened the tables. It moves them to the folder `detached` of
// their table and goes on without their rows, and says so only in the table system.detached_parts.
import type { Store } from './port.ts'

interface BrokenPart {
  readonly table: string
  readonly name: string
  readonly first: number
  readonly last: number
}

/** The blocks of rows that a part has: ClickHouse numbers the inserts of a table. */
export interface Blocks {
  readonly first: number
  readonly last: number
}

const brokenParts = `
SELECT table, name, toFloat64(min_block_number) AS first, toFloat64(max_block_number) AS last
FROM system.detached_parts
WHERE database = currentDatabase() AND startsWith(reason, 'broken')`

/**
 * Parts that existed before the engine opened the tables, also inactive ones. Not those of later merges: a merge
 * goes over a missing block, and then its name includes the block. A second is left out for the rounded times.
 */
const earlierParts = `
SELECT table, toFloat64(min_block_number) AS first, toFloat64(max_block_number) AS last
FROM system.parts
WHERE database = currentDatabase() AND modification_time < now() - toIntervalSecond(uptime() + 1)`

/**
 * Returns what rows are missing, or null. A broken part is no loss if ClickHouse still has all parts from which
 * it was merged; then it is deleted.
 */
export async function findMissingRows(store: Store): Promise<string | null> {
  const broken = await store.query<BrokenPart>(brokenParts)
  if (broken.length === 0) return null
  const parts = await store.query<Blocks & { readonly table: string }>(earlierParts)
  const missing: string[] = []
  for (const part of broken) {
    const { table, name } = part
    const ofTable = parts.filter((other) => other.table === table)
    if (isCovered(part, ofTable)) await dropDetached(store, part)
    else missing.push(`${table}: ${name}`)
  }
  return missing.length === 0 ? null : `unreadable parts at the start: ${missing.join(', ')}`
}

/** Whether parts within these blocks have all of them. A number without an insert counts as missing. */
export function isCovered({ first, last }: Blocks, parts: readonly Blocks[]): boolean {
  let next = first
  for (const part of [...parts].sort((a, b) => a.first - b.first || b.last - a.last))
    if (part.first === next && part.last <= last) next = part.last + 1
  return next > last
}

/** Deletes all broken parts, which repairs need no longer. */
export async function dropBrokenParts(store: Store): Promise<void> {
  for (const part of await store.query<BrokenPart>(brokenParts)) await dropDetached(store, part)
}

async function dropDetached(store: Store, { table, name }: BrokenPart): Promise<void> {
  await store.command(
    'ALTER TABLE {table:Identifier} DROP DETACHED PART {name:String} SETTINGS allow_drop_detached = 1',
    { table, name },
  )
}
