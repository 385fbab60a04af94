// API keys: `ol_`, 43 url-safe characters (256 random bits) and a checksum of 6, so that a key that
// was cut off or mistyped is told from one that nobody has, and a scanner can tell a key in a
// repository from noise. The checksum is the CRC-32 of all before it, in base 62 (0-9 A-Z a-z).
import { hash, randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'

const shape = /^ol_[\w-]{43}[0-9A-Za-z]{6}$/
const checksumLength = 6
/** How much of a key its owner is shown later on: six characters behind `ol_`. */
const prefixLength = 9
const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

export function createApiKey(): string {
  const body = `ol_${randomBytes(32).toString('base64url')}`
  return body + checksumOf(body)
}

/** Says nothing about whether anybody has the key. */
export function isWellFormed(apiKey: string): boolean {
  if (!shape.test(apiKey)) return false
  const end = apiKey.length - checksumLength
  return checksumOf(apiKey.slice(0, end)) === apiKey.slice(end)
}

export function prefixOf(apiKey: string): string {
  return apiKey.slice(0, prefixLength)
}

/** SHA-256, in base64url. No salt is needed: there are too many keys to try. */
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
