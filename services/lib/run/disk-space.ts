// Whether a disk has so little free space that the log and the store, or a copy of them, cannot be written. Used by
// the commit queue of the LMDB log, whose errors do not always name the reason, by the readiness check, and by
// backups.
import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Below this the disk counts as full: ClickHouse needs space to merge parts. */
const minFreeBytes = 100_000_000

export interface DiskSpace {
  /** The bytes that the user of this process may still write. */
  readonly freeBytes: number
  readonly totalBytes: number
}

/** Returns null if the directory does not exist. */
export async function readDiskSpace(directory: string): Promise<DiskSpace | null> {
  const found = await statfs(directory).catch(() => null)
  if (found === null) return null
  return { freeBytes: found.bavail * found.bsize, totalBytes: found.blocks * found.bsize }
}

/** Returns a text that states how full the disk is and what to do; null if there is enough space. */
export async function describeFullDisk(directory: string): Promise<string | null> {
  const space = await readDiskSpace(directory)
  if (space === null || space.freeBytes >= minFreeBytes) return null
  const freeMb = Math.floor(space.freeBytes / 1_000_000)
  return `the disk of ${directory} is full (${freeMb} MB free): free disk space or enlarge the disk`
}

/**
 * Checks whether the disk of the directory, which need not exist yet, has space for `bytes` more. Returns null if
 * it has, else a text with the free and the needed space.
 */
export async function describeMissingSpace(
  directory: string,
  bytes: number,
): Promise<string | null> {
  const space = await readDiskSpace(directory)
  if (space === null) {
    const parent = dirname(directory)
    return parent === directory ? null : describeMissingSpace(parent, bytes)
  }
  const neededBytes = bytes + minFreeBytes
  if (space.freeBytes >= neededBytes) return null
  const toMb = (count: number): number => Math.ceil(count / 1_000_000)
  return `the disk of ${directory} has ${toMb(space.freeBytes)} MB free, and ${toMb(neededBytes)} MB are needed`
}
