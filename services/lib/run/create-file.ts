// Creates or replaces a file that is complete and durable from the moment it has its name.
import { randomUUID } from 'node:crypto'
import { link, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * Creates the file. Returns false if it exists already. It uses a link, because a rename would replace an
 * existing file.
 */
export async function createFile(path: string, text: string, mode = 0o666): Promise<boolean> {
  const unfinished = toTemporaryPath(path)
  try {
    await writeDurably(unfinished, text, mode)
    await link(unfinished, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  } finally {
    await rm(unfinished, { force: true })
  }
  await syncDirectory(dirname(path))
  return true
}

/** Creates the file, or replaces it at once: a reader sees the old text or the new one. */
export async function replaceFile(path: string, text: string, mode = 0o666): Promise<void> {
  const unfinished = toTemporaryPath(path)
  try {
    await writeDurably(unfinished, text, mode)
    await rename(unfinished, path)
  } finally {
    await rm(unfinished, { force: true })
  }
  await syncDirectory(dirname(path))
}

/** Makes the names in the directory durable. */
export async function syncDirectory(path: string): Promise<void> {
  const directory = await open(path)
  try {
    await directory.sync()
  } finally {
    await directory.close()
  }
}

const toTemporaryPath = (path: string): string => `${path}.${randomUUID()}.tmp`

async function writeDurably(path: string, text: string, mode: number): Promise<void> {
  const file = await open(path, 'wx', mode)
  try {
    await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
}
