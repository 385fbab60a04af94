// Marks a directory that a command is filling. The mark outlives a command that is killed, so everybody sees that the
// directory is incomplete. While the command runs, no other command takes the directory.
import { readFile, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { syncDirectory } from '../../lib/run/create-file.ts'
import { isRunning } from '../../lib/run/running-process.ts'
import { CommandFailure } from '../command-failure.ts'

/** In the directory of a backup while it is being made, and after one that was interrupted. */
export const backupMark = 'oddslog-backup-unfinished'
/** In DATA_DIR while a restore fills it, and after one that was interrupted. */
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
  await refuseIfInUse(path, pid)
  await rm(path, { force: true })
  // of two commands that begin at once, one gets EEXIST
  const lines = [pid, ...directories].map((line) => `${line}\n`).join('')
  await writeFile(path, lines, { flag: 'wx', mode: 0o600, flush: true })
  await syncDirectory(dirname(path))
}

/**
 * Returns the directories that an interrupted command was filling; none if there is no mark. Throws if another running
 * command has made the mark.
 */
export async function refuseIfInUse(path: string, pid: number): Promise<readonly string[]> {
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
