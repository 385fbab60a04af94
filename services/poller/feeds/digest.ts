// Computes digests. If the digest of an object is the same as when it was published, the object has not
// changed.
import { hash } from 'node:crypto'
import { copyOfText } from '../../lib/run/copy-of-text.ts'

export function digestOf(text: string): string {
  return copyOfText(hash('sha256', `${text}\0`, 'base64').slice(0, 22))
}
