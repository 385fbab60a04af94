// Creates a file that is complete and durable from the moment it exists.
import { randomUUID } from 'node:crypto'
import { link, open, rm } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * Creates the file. Returns false if it exists already. It uses a link, because a rename would replace an
 * existing file.
 */
export async function createFile(path: string, text: string, mode = 0o666): Promise<boolean> {
  const unfinished = `${path}.${randomUUID()}.tmp`
  try {
    const file = await open(unfinished, 'wx', mode)
    try {
      await file.writeFile(text)
      await file.sync()
    } finally {
      await file.close()
    }
    await link(unfinished, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  } finally {
    await rm(unfinished, { force: true })
  }
  const directory = await open(dirname(path))
  try {
    await directory.sync()
  } finally {
    await directory.close()
  }
  return true
}
