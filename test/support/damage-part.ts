// Damages parts of tables in an embedded store, as a full disk during a merge or a faulty disk does.
import { open, readdir, stat, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import type { Store } from '../../services/lib/store/port.ts'

/** The folders of the active parts of a table. */
export async function partsOf(store: Store, table: string): Promise<readonly string[]> {
  const parts = await store.query<{ path: string }>(
    `SELECT path FROM system.parts
     WHERE active AND database = currentDatabase() AND table = {table:String} ORDER BY name`,
    { table },
  )
  return parts.map(({ path }) => path)
}

/** Truncates the marks of a part, without which its rows cannot be found. */
export async function emptyMarks(part: string): Promise<void> {
  const marks = (await readdir(part)).filter((name) => /mrk\d?$/.test(name))
  if (marks.length === 0) throw new Error(`no marks in ${part}`)
  for (const name of marks) await truncate(join(part, name))
}

/** Overwrites bytes in the middle of the rows of a small part; the size of the file stays. */
export async function overwriteRows(part: string): Promise<void> {
  const path = join(part, 'data.bin')
  const { size } = await stat(path)
  const file = await open(path, 'r+')
  await file.write(Buffer.from('damaged!'), 0, 8, Math.floor(size / 2))
  await file.close()
}

/** Truncates the rows and marks of all parts below a folder, also while they are used. */
export async function emptyFiles(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true })
  const files = entries.filter((path) => /\.(bin|c?mrk\d?)$/.test(path))
  // a merge may delete parts meanwhile
  for (const path of files) await truncate(join(folder, path)).catch(() => undefined)
}
