// The format of API keys: which keys are well-formed, and how typing errors are reported.
import { createHash } from 'node:crypto'
import { describe, expect, it } from '@jest/globals'
import {
  createApiKey,
  digestOf,
  isWellFormed,
  prefixOf,
} from '../../../services/api/accounts/api-key.ts'

const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** CRC-32 bit by bit, in base 62: by another way than the code. */
function checksumOf(text: string): string {
  let crc = 0xffffffff
  for (const byte of Buffer.from(text)) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0)
  }
  let rest = BigInt((crc ^ 0xffffffff) >>> 0)
  let checksum = ''
  while (checksum.length < 6) {
    checksum = `${base62[Number(rest % 62n)]}${checksum}`
    rest /= 62n
  }
  return checksum
}

describe('a new key', () => {
  it('is ol_, 43 url-safe characters and a checksum of 6', () => {
    for (let i = 0; i < 1_000; i += 1) {
      const key = createApiKey()
      expect(key).toMatch(/^ol_[A-Za-z0-9_-]{43}[0-9A-Za-z]{6}$/)
      expect(key.slice(46)).toBe(checksumOf(key.slice(0, 46)))
      expect(isWellFormed(key)).toBe(true)
    }
  })

  it('is another one each time, in its first characters too', () => {
    const keys = Array.from({ length: 1_000 }, createApiKey)
    expect(new Set(keys).size).toBe(1_000)
    expect(new Set(keys.map(prefixOf)).size).toBe(1_000)
  })

  it('shows its owner six characters of it and no more', () => {
    const key = createApiKey()
    expect(prefixOf(key)).toBe(key.slice(0, 9))
  })

  it('is known by its SHA-256', () => {
    const key = createApiKey()
    expect(digestOf(key)).toBe(createHash('sha256').update(key).digest('base64url'))
  })
})

describe('what is malformed', () => {
  const body = `ol_${'Az09_-'.repeat(7)}Q`
  const key = body + checksumOf(body)

  it('is not this key', () => {
    expect(isWellFormed(key)).toBe(true)
  })

  it('is every key with one character changed', () => {
    const characters = [...base62.split(''), '_', '-', '=', '+', '/', ' ', '\n', '\0', 'é', '😀']
    let changed = 0
    for (let at = 0; at < key.length; at += 1)
      for (const character of characters) {
        if (character === key[at]) continue
        changed += 1
        expect([at, character, isWellFormed(replaced(at, 1, character))]).toEqual([
          at,
          character,
          false,
        ])
      }
    expect(changed).toBeGreaterThan(52 * 70)
  })

  it('is every key with two neighbours swapped', () => {
    let swapped = 0
    for (let at = 0; at + 1 < key.length; at += 1) {
      if (key[at] === key[at + 1]) continue
      swapped += 1
      expect(isWellFormed(replaced(at, 2, `${key[at + 1]}${key[at]}`))).toBe(false)
    }
    expect(swapped).toBeGreaterThan(40)
  })

  it('is every key that was cut off, at either end', () => {
    for (let length = 0; length < key.length; length += 1) {
      expect(isWellFormed(key.slice(0, length))).toBe(false)
      expect(isWellFormed(key.slice(key.length - length))).toBe(false)
    }
  })

  it.each([
    ['a longer one', `${key}a`],
    ['a line break behind', `${key}\n`],
    ['a space before', ` ${key}`],
    ['quotes', `"${key}"`],
    ['twice', key + key],
    ['another prefix', `OL_${key.slice(3)}`],
    ['lower case', key.toLowerCase()],
  ])('is %s', (_name, text) => {
    expect(isWellFormed(text)).toBe(false)
  })

  function replaced(at: number, count: number, text: string): string {
    return key.slice(0, at) + text + key.slice(at + count)
  }
})
