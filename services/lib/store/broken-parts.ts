// Parts that ClickHouse could not read when it opened the tables. ClickHouse moves such parts to
// the folder `detached` of their table, continues without their rows, and reports this only in the
// table system.detached_parts.
import type { Store } from './port.ts'

interface BrokenPart {
  readonly table: string
  readonly name: string
  readonly first: number
  readonly last: number
}

/**
 * Numbers of the first and the last block of a part. ClickHouse numbers the blocks that are
 * inserted into a table.
 */
export interface BlockRange {
  readonly first: number
  readonly last: number
}

const brokenParts = `
SELECT table, name, toFloat64(min_block_number) AS first, toFloat64(max_block_number) AS last
FROM system.detached_parts
WHERE database = currentDatabase() AND startsWith(reason, 'broken')`

/**
 * Parts, active or not, that existed before the engine opened the tables. Parts of later merges are
 * left out: a merge skips a missing block, but the numbers of the merged part include that block.
 * One second is added because both times are rounded.
 */
const earlierParts = `
SELECT table, toFloat64(min_block_number) AS first, toFloat64(max_block_number) AS last
FROM system.parts
WHERE database = currentDatabase() AND modification_time < now() - toIntervalSecond(uptime() + 1)`

/**
 * Returns a text with the parts whose rows are missing; null if no rows are missing. A broken part is no loss if
 * ClickHouse still has all parts from which it was merged; then it is deleted.
 */
export async function findMissingRows(store: Store): Promise<string | null> {
  const broken = await store.query<BrokenPart>(brokenParts)
  if (broken.length === 0) return null
  const parts = await store.query<BlockRange & { readonly table: string }>(earlierParts)
  const missing: string[] = []
  for (const part of broken) {
    const { table, name } = part
    const ofTable = parts.filter((other) => other.table === table)
    if (isRangeCovered(part, ofTable)) await dropDetachedPart(store, part)
    else missing.push(`${table}: ${name}`)
  }
  return missing.length === 0 ? null : `unreadable parts at the start: ${missing.join(', ')}`
}

/**
 * Returns whether `parts` within the range contain all of its blocks. A number that no insert used
 * counts as missing.
 */
export function isRangeCovered({ first, last }: BlockRange, parts: readonly BlockRange[]): boolean {
  let next = first
  for (const part of [...parts].sort((a, b) => a.first - b.first || b.last - a.last))
    if (part.first === next && part.last <= last) next = part.last + 1
  return next > last
}

/** Deletes all broken parts. Called when a repair has made them superfluous. */
export async function dropBrokenParts(store: Store): Promise<void> {
  for (const part of await store.query<BrokenPart>(brokenParts)) await dropDetachedPart(store, part)
}

async function dropDetachedPart(store: Store, { table, name }: BrokenPart): Promise<void> {
  await store.command(
    'ALTER TABLE {table:Identifier} DROP DETACHED PART {name:String} SETTINGS allow_drop_detached = 1',
    { table, name },
  )
}
