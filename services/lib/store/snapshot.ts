// A snapshot of the embedded store: a directory of hard links to the files of the store at one moment. It is itself
// a complete data directory of chDB. ClickHouse never changes a file of a part, so the links keep the data as they
// are while the service goes on (docs/decisions/058-backup.md).
import { link, mkdir, readdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Store, StoreSnapshots } from './port.ts'

/** The folder of a data directory in which ClickHouse makes frozen copies. */
export const frozenFolder = 'shadow'
const name = 'backup'

/** `dataDir`: the data directory of the store. */
export function createStoreSnapshots(store: Store, dataDir: string): StoreSnapshots {
  const directory = join(dataDir, frozenFolder, name)
  const release = () => rm(join(dataDir, frozenFolder), { recursive: true, force: true })
  return {
    async take(firstTables) {
      await release()
      const tables = await store.query<{ name: string }>(
        `SELECT name FROM system.tables
         WHERE database = currentDatabase() AND engine LIKE '%MergeTree'
         ORDER BY name NOT IN {first:Array(String)}, name`,
        { first: firstTables },
      )
      // The definitions are linked before the parts are frozen. If a mutation ends in between, the snapshot still has
      // its file, but no part to which the mutation is not applied yet, so the file has no effect.
      for (const path of await findDefinitionFiles(dataDir)) {
        await mkdir(dirname(join(directory, path)), { recursive: true })
        await link(join(dataDir, path), join(directory, path))
      }
      for (const { name: table } of tables)
        await store.command(`ALTER TABLE {table:Identifier} FREEZE WITH NAME '${name}'`, { table })
      return directory
    },
    release,
  }
}

/**
 * Matches the names of the files that define the database, its tables and views, and of the files that a table has
 * besides its parts.
 */
const definitionFileName = /\.sql$|^format_version\.txt$|^mutation_\d+\.txt$/

/** Returns the paths of the files whose names match `definitionFileName`, relative to the data directory. */
async function findDefinitionFiles(dataDir: string): Promise<readonly string[]> {
  const folders = ['metadata']
  for (const prefix of await readdir(join(dataDir, 'store')))
    for (const uuid of await readdir(join(dataDir, 'store', prefix)))
      folders.push(join('store', prefix, uuid))
  const found: string[] = []
  for (const folder of folders)
    for (const entry of await readdir(join(dataDir, folder), { withFileTypes: true }))
      if (entry.isFile() && definitionFileName.test(entry.name))
        found.push(join(folder, entry.name))
  return found
}
