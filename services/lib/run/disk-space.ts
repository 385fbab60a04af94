// Whether a disk has so little free space that the log and the store cannot be written. Used by the commit
// queue of the LMDB log, whose errors do not always name the reason, and by the readiness check.
import { statfs } from 'node:fs/promises'

/** Below this the disk counts as full: ClickHouse needs space to merge parts. */
const minFreeBytes = 100_000_000

export interface DiskSpace {
  /** For the user of this process. */
  readonly freeBytes: number
  readonly totalBytes: number
}

/** Returns null if the directory does not exist. */
export async function readDiskSpace(directory: string): Promise<DiskSpace | null> {
  const found = await statfs(directory).catch(() => null)
  if (found === null) return null
  return { freeBytes: found.bavail * found.bsize, totalBytes: found.blocks * found.bsize }
}

/** Returns what is wrong and what to do about it; null if there is enough space. */
export async function describeFullDisk(directory: string): Promise<string | null> {
  const space = await readDiskSpace(directory)
  if (space === null || space.freeBytes >= minFreeBytes) return null
  const freeMb = Math.floor(space.freeBytes / 1_000_000)
  return `the disk of ${directory} is full (${freeMb} MB free): free disk space or enlarge the disk`
}
