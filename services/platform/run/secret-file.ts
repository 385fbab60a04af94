// A secret that is made once and kept in a file that only its owner may read.
import { randomBytes, randomUUID } from 'node:crypto'
import { link, open, readFile, rm } from 'node:fs/promises'

/** 256 bits, in base64url. Of several processes that make it at once, one does, and all get the same. */
export async function readOrMakeSecret(path: string): Promise<string> {
  const found = await read(path)
  if (found !== null) return found
  const unfinished = `${path}.${randomUUID()}.tmp`
  try {
    const file = await open(unfinished, 'wx', 0o600)
    try {
      await file.writeFile(randomBytes(32).toString('base64url'))
      await file.sync()
    } finally {
      await file.close()
    }
    // a link, unlike a rename, replaces nothing
    await link(unfinished, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    await rm(unfinished, { force: true })
  }
  const made = await read(path)
  if (made === null) throw new Error(`${path} is gone as soon as it was made`)
  return made
}

async function read(path: string): Promise<string | null> {
  try {
    const text = await readFile(path, 'utf8')
    if (text.length < 32) throw new Error(`${path} is damaged: remove it, and a new one is made`)
    return text
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}
