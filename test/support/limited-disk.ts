// A disk of limited size, which another program fills and frees again. Only Linux and root, or sudo
// without a password, can mount one.
import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, rmdirSync } from 'node:fs'
import { cp, mkdir, open, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)

export interface LimitedDisk {
  /** Fills the disk, and keeps it full until free(). Resolves when it is full for the first time. */
  fill(): Promise<void>
  /** Resolves when there is space again. Does nothing if the disk was not filled. */
  free(): Promise<void>
  /** Unmounts the disk, also if a process that was killed still uses it. `keep`: its files stay in the folder. */
  close(keep: boolean): Promise<void>
}

/** Several times what a round of some minutes writes. */
const sizeMb = 512
const refillMs = 100
const blockSizes = [4 * 1024 * 1024, 64 * 1024, 4 * 1024]

/** A program with its arguments that runs the given one as root. */
function asRoot(program: string, ...args: string[]): [string, string[]] {
  return process.getuid?.() === 0 ? [program, args] : ['sudo', ['-n', program, ...args]]
}

/** What is missing to mount a disk; null if one can be mounted here. */
export function findMountMissing(): string | null {
  const path = mkdtempSync(join(tmpdir(), 'mount-'))
  try {
    const mounted = spawnSync(...asRoot('mount', '-t', 'tmpfs', 'tmpfs', path)).status === 0
    if (mounted) spawnSync(...asRoot('umount', path))
    return mounted ? null : 'only root can mount a disk'
  } finally {
    rmdirSync(path)
  }
}

/** `path` is created. Returns null if no disk can be mounted here. */
export async function mountLimitedDisk(path: string): Promise<LimitedDisk | null> {
  await mkdir(path, { recursive: true })
  const owner = `uid=${process.getuid?.() ?? 0},gid=${process.getgid?.() ?? 0},mode=700`
  const options = `size=${sizeMb}m,${owner}`
  try {
    await run(...asRoot('mount', '-t', 'tmpfs', '-o', options, 'tmpfs', path))
  } catch {
    return null
  }
  const filler = join(path, 'filled-by-the-test')
  let filling: { readonly stop: () => void; readonly done: Promise<void> } | null = null

  async function keepFull(signal: AbortSignal, onFull: () => void): Promise<void> {
    const file = await open(filler, 'w')
    while (!signal.aborted) {
      for (const size of blockSizes) await writeUntilFull(file, Buffer.alloc(size))
      onFull()
      await sleep(refillMs, undefined, { signal }).catch(() => undefined)
    }
    await file.close()
    await rm(filler)
  }

  async function free(): Promise<void> {
    filling?.stop()
    await filling?.done
    filling = null
  }

  return {
    async fill() {
      if (filling) return
      const stopping = new AbortController()
      await new Promise<void>((resolve, reject) => {
        const done = keepFull(stopping.signal, resolve)
        done.catch(reject)
        filling = { stop: () => stopping.abort(), done }
      })
    },
    free,
    async close(keep) {
      await free()
      const kept = `${path}-kept`
      if (keep) await cp(path, kept, { recursive: true })
      await run(...asRoot('umount', '--lazy', path))
      if (!keep) return
      await rm(path, { recursive: true })
      await rename(kept, path)
    },
  }
}

async function writeUntilFull(
  file: { write(bytes: Buffer): Promise<{ bytesWritten: number }> },
  bytes: Buffer,
): Promise<void> {
  try {
    for (;;) if ((await file.write(bytes)).bytesWritten < bytes.length) return
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
  }
}
