// The directory of a backup:
//   manifest.json           of the newest complete backup
//   20261126T143000000Z/    a folder with the files that the backup of this time added
// No file in a folder is ever changed. So a later backup refers to an existing file if the content is the same, and a
// backup that is interrupted leaves the earlier backup as it was.
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { CommandFailure } from '../command-failure.ts'
import { toIsoTime } from '../tail-start.ts'
import { fileSystemFolder, listFiles } from './files.ts'
import { readManifest, type FormatVersions, type Manifest } from './manifest.ts'
import { backupMark, readMarkUnlessInUse } from './unfinished-mark.ts'

export const toFolderName = (ms: number): string => toIsoTime(ms).replace(/\W/g, '')
const isBackupFolder = (name: string): boolean => /^\d{8}T\d{9}Z$/.test(name)

/**
 * Returns the manifest of the backup in the directory. null: the directory does not exist, is empty, or has only an
 * interrupted backup. Throws for any other directory, and if a backup is being made in it.
 */
export async function readEarlierManifest(
  directory: string,
  { formats, pid }: { readonly formats: FormatVersions; readonly pid: number },
): Promise<Manifest | null> {
  const names = await readdir(directory).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [] as string[]
    if (error.code === 'ENOTDIR')
      throw new CommandFailure('refused', `${directory} is a file: name a directory`)
    throw new CommandFailure('refused', `${directory} cannot be read: ${error.message}`)
  })
  await readMarkUnlessInUse(join(directory, backupMark), pid)
  const earlier = await readManifest(directory, formats)
  const isEmpty = names.every((name) => name === fileSystemFolder)
  if (earlier || isEmpty || names.includes(backupMark)) return earlier
  throw new CommandFailure(
    'refused',
    `${directory} is not empty and has no backup: name an empty or a new directory`,
  )
}

/** Deletes the files of interrupted and of earlier backups that the backup of the manifest does not need. */
export async function removeUnreferenced(
  directory: string,
  manifest: Manifest | null,
): Promise<void> {
  const needed = new Set(manifest?.files.map((file) => file.stored_at))
  for (const folder of (await readdir(directory)).filter(isBackupFolder)) {
    const paths = (await listFiles(join(directory, folder))).map(({ path }) => join(folder, path))
    const unneeded = paths.filter((path) => !needed.has(path))
    if (unneeded.length === paths.length) await rm(join(directory, folder), { recursive: true })
    else for (const path of unneeded) await rm(join(directory, path))
  }
}
