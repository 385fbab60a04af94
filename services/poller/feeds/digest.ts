// Digests of objects: an object whose digest is unchanged has not changed since it was published.
import { createHash } from 'node:crypto'

export function digestOf(...texts: readonly string[]): string {
  const hash = createHash('sha256')
  for (const text of texts) hash.update(text).update('\0')
  return hash.digest('base64').slice(0, 22)
}
