// Marks a directory that a command is filling. The mark stays if the command is killed, so later commands see that the
// directory is incomplete. While the command runs, no other command uses the directory.
import { readFile, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { syncDirectory } from '../../lib/run/create-file.ts'
import { isRunning } from '../../lib/run/running-process.ts'
import { CommandFailure } from '../command-failure.ts'

/** Name of the mark in the directory of a backup, while the backup is being made and after it was interrupted. */
export const backupMark = 'oddslog-backup-unfinished'
/** Name of the mark in DATA_DIR, while a restore fills DATA_DIR and after the restore was interrupted. */
export const restoreMark = 'oddslog-restore-unfinished'

/**
 * Creates the mark, a file with the process id and, line by line, the directories that the command fills. Takes over
 * the mark of a command that was killed. Throws if the command that made the mark is running.
 */
export async function markUnfinished(
  path: string,
  pid: number,
  directories: readonly string[],
): Promise<void> {
  await readMarkUnlessInUse(path, pid)
  await rm(path, { force: true })
  // if two commands begin at the same time, one of them gets EEXIST
  const lines = [pid, ...directories].map((line) => `${line}\n`).join('')
  await writeFile(path, lines, { flag: 'wx', mode: 0o600, flush: true })
  await syncDirectory(dirname(path))
}

/**
 * Returns the directories that an interrupted command was filling; none if there is no mark. Throws if another running
 * command has made the mark.
 */
export async function readMarkUnlessInUse(path: string, pid: number): Promise<readonly string[]> {
  const [firstLine, ...directories] = (await readFile(path, 'utf8').catch(() => '')).split('\n')
  const owner = Number(firstLine)
  if (owner !== pid && isRunning(owner))
    throw new CommandFailure(
      'refused',
      `process ${owner} is filling ${dirname(path)}: wait for it; if that process is another program, delete ${path}`,
    )
  return directories
}

export async function removeMark(path: string): Promise<void> {
  await rm(path)
  await syncDirectory(dirname(path))
}
