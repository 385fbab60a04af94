// Computes digests. If the digest of an object is the same as when it was published, the object has not
// changed.
import { createHash } from 'node:crypto'

export function digestOf(...texts: readonly string[]): string {
  const hash = createHash('sha256')
  for (const text of texts) hash.update(text).update('\0')
  return hash.digest('base64').slice(0, 22)
}
