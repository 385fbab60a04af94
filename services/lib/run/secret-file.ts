// A secret that is created once and stored in a file that only its owner can read.
import { randomBytes } from 'node:crypto'
import { createFile } from './create-file.ts'
import { readIfExists } from './read-if-exists.ts'

/** Returns 256 random bits in base64url. Processes that call it concurrently all get the same secret. */
export async function readOrCreateSecret(path: string): Promise<string> {
  const found = await read(path)
  if (found !== null) return found
  await createFile(path, randomBytes(32).toString('base64url'), 0o600)
  const created = await read(path)
  if (created === null) throw new Error(`${path} disappeared after it was created`)
  return created
}

async function read(path: string): Promise<string | null> {
  const text = await readIfExists(path)
  if (text !== null && text.length < 32)
    throw new Error(`${path} is damaged: remove it to create a new secret`)
  return text
}
