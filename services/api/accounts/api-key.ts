// Format of API keys: `ol_`, 43 URL-safe characters (256 random bits) and a checksum of 6
// characters. With the checksum, a truncated or mistyped key can be distinguished from an unknown
// one, and a secret scanner can recognise keys in a repository. The checksum is the CRC-32 of all
// characters before it, in base 62 (0-9 A-Z a-z).
import { hash, randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'

const shape = /^ol_[\w-]{43}[0-9A-Za-z]{6}$/
const checksumLength = 6
/** Length of the prefix that lists of keys show: `ol_` and six characters. */
const prefixLength = 9
const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

export function createApiKey(): string {
  const body = `ol_${randomBytes(32).toString('base64url')}`
  return body + checksumOf(body)
}

/** Whether the format and the checksum are correct. The key may still be unknown. */
export function isWellFormed(apiKey: string): boolean {
  if (!shape.test(apiKey)) return false
  const end = apiKey.length - checksumLength
  return checksumOf(apiKey.slice(0, end)) === apiKey.slice(end)
}

export function prefixOf(apiKey: string): string {
  return apiKey.slice(0, prefixLength)
}

/** Returns the SHA-256 of a key in base64url. A salt is unnecessary, because a key has 256 random bits. */
export function digestOf(apiKey: string): string {
  return hash('sha256', apiKey, 'base64url')
}

function checksumOf(body: string): string {
  let rest = crc32(body)
  let text = ''
  for (let i = 0; i < checksumLength; i += 1) {
    text = digits.charAt(rest % digits.length) + text
    rest = Math.floor(rest / digits.length)
  }
  return text
}
