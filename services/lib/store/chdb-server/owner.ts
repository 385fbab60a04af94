// Records which service owns a chDB data directory. supervisor.ts reads the record when the directory is
// locked: if the owner still runs, the lock will stay; if the owner was killed, its child releases the
// lock soon.
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isRunning } from '../../run/running-process.ts'

/** Name of a file in the data directory, which the engine ignores. */
const ownerFile = 'oddslog.pid'

/** Records the owner. `pid` is the process id of the service whose child has just opened the directory. */
export async function writeOwner(dataDir: string, pid: number): Promise<void> {
  await writeFile(join(dataDir, ownerFile), `${pid}\n`)
}

/** Whether the last recorded owner of the directory is running. */
export async function isOwnerRunning(dataDir: string): Promise<boolean> {
  const text = await readFile(join(dataDir, ownerFile), 'utf8').catch(() => '')
  return isRunning(Number(text))
}
