// Whose child has a data directory. The child of a service that was killed has it a little longer; the
// child of one that runs has it for good.
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { kill } from 'node:process'

/** Beside the engine's own files, which it leaves alone. */
const ownerFile = 'oddslog.pid'

/** `pid`: of the service. For whoever has the directory. */
export async function writeOwner(dataDir: string, pid: number): Promise<void> {
  await writeFile(join(dataDir, ownerFile), `${pid}\n`)
}

/** Whether the service that wrote last that it has the directory is running. */
export async function isOwnerRunning(dataDir: string): Promise<boolean> {
  const text = await readFile(join(dataDir, ownerFile), 'utf8').catch(() => '')
  const pid = Number(text)
  if (!Number.isSafeInteger(pid) || pid <= 0) return false
  try {
    return kill(pid, 0)
  } catch (error) {
    // somebody else's process is one that runs
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
