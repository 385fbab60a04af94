// Lists, hashes and copies the files of backups.
import { createHash } from 'node:crypto'
import { existsSync, type Dirent } from 'node:fs'
import { mkdir, open, readdir, stat, type FileHandle } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import pLimit from 'p-limit'
import { syncDirectory } from '../../lib/run/create-file.ts'
import { CommandFailure } from '../command-failure.ts'

/** A folder that some file systems have at their root. A directory that contains only this folder counts as empty. */
export const fileSystemFolder = 'lost+found'

export interface FileContent {
  readonly bytes: number
  /** In hex. */
  readonly sha256: string
}

export interface ReadOptions {
  /** Called with the number of bytes that were read since the last call. */
  readonly onBytes: (bytes: number) => void
  readonly signal: AbortSignal
}

const chunkBytes = 1024 * 1024

export async function hashFile(path: string, options: ReadOptions): Promise<FileContent> {
  return hashAndCopy(path, null, options)
}

/** Copies a file, and creates the folders of the copy. The copy is durable when the promise resolves. */
export async function copyFile(
  source: string,
  target: string,
  options: ReadOptions,
): Promise<FileContent> {
  await mkdir(dirname(target), { recursive: true })
  const copy = await open(target, 'wx', 0o600)
  try {
    const content = await hashAndCopy(source, copy, options)
    await copy.sync()
    return content
  } finally {
    await copy.close()
  }
}

async function hashAndCopy(
  path: string,
  copy: FileHandle | null,
  { onBytes, signal }: ReadOptions,
): Promise<FileContent> {
  const file = await open(path)
  try {
    const hash = createHash('sha256')
    const buffer = Buffer.allocUnsafe(chunkBytes)
    let bytes = 0
    for (;;) {
      if (signal.aborted) throw new CommandFailure('failed', 'interrupted: run the command again')
      const { bytesRead } = await file.read(buffer)
      if (bytesRead === 0) return { bytes, sha256: hash.digest('hex') }
      const chunk = buffer.subarray(0, bytesRead)
      hash.update(chunk)
      await copy?.writeFile(chunk)
      bytes += bytesRead
      onBytes(bytesRead)
    }
  } finally {
    await file.close()
  }
}

/** Most files are small, so processing several files at a time is several times as fast. */
const filesAtATime = 8

/**
 * Calls `work` for each file, and returns the results in the order of the files. After the first error, no further
 * calls begin.
 */
export async function mapFiles<File, Result>(
  files: readonly File[],
  work: (file: File) => Promise<Result>,
): Promise<readonly Result[]> {
  const limit = pLimit(filesAtATime)
  try {
    return await Promise.all(files.map((file) => limit(() => work(file))))
  } finally {
    limit.clearQueue()
  }
}

export interface ListedFile {
  /** Relative to the directory. */
  readonly path: string
  readonly bytes: number
}

/** Returns all files below a directory; none if the directory does not exist. */
export async function listFiles(directory: string): Promise<readonly ListedFile[]> {
  const entries = (await entriesBelow(directory)).filter((entry) => entry.isFile())
  return Promise.all(
    entries.map(async ({ parentPath, name }) => {
      const path = join(parentPath, name)
      return { path: relative(directory, path), bytes: (await stat(path)).size }
    }),
  )
}

/** Makes the names of all files below a directory durable. Does nothing if the directory does not exist. */
export async function syncDirectories(directory: string): Promise<void> {
  const folders = (await entriesBelow(directory)).filter((entry) => entry.isDirectory())
  for (const { parentPath, name } of folders) await syncDirectory(join(parentPath, name))
  if (existsSync(directory)) await syncDirectory(directory)
}

async function entriesBelow(directory: string): Promise<readonly Dirent[]> {
  if (!existsSync(directory)) return []
  return readdir(directory, { recursive: true, withFileTypes: true })
}
