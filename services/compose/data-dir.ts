// Creates DATA_DIR, which holds emails, password hashes and the token secret, and checks that its disk has
// space. Used by compose.ts.
import { existsSync } from 'node:fs'
import { mkdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import { describeFullDisk } from '../lib/run/disk-space.ts'
import { restoreMark } from '../ops/backup/unfinished-mark.ts'

const permissionsOfOthers = 0o077

/**
 * Creates the directory if the log or the store is embedded; otherwise the process needs no directory yet. An
 * existing directory keeps its mode; the log warns if other users can access it. Rejects if a restore has not
 * finished in it. Also rejects on a full disk, because LMDB would not report an error there: a write to the memory
 * map of its lock file would end the process with SIGBUS.
 */
export async function createDataDir(
  { log, storeUrl, dataDir }: Config,
  logger: Logger,
): Promise<void> {
  if (log.kind !== 'lmdb' && !storeUrl?.startsWith('chdb:')) return
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  if (existsSync(join(dataDir, restoreMark)))
    throw new Error(
      `a restore into ${dataDir} is running or was interrupted: run ops restore again, which begins from the start`,
    )
  for (const directory of log.kind === 'lmdb' ? [dataDir, log.path] : [dataDir]) {
    const fullDisk = await describeFullDisk(directory)
    if (fullDisk !== null) throw new Error(fullDisk)
  }
  const mode = (await stat(dataDir)).mode & 0o777
  if (mode & permissionsOfOthers)
    logger.warn(
      { dataDir, mode: mode.toString(8) },
      'other users of this machine can access DATA_DIR: run chmod 700 on it',
    )
}
