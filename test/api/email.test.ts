// Emails: addresses that people consider equal have one normal form.
import fc from 'fast-check'
import { describe, expect, it } from '@jest/globals'
import { normalizeEmail } from '../../services/api/email.ts'

describe('an email', () => {
  it.each([
    ['upper case', 'Ada@Example.COM', 'ada@example.com'],
    ['decomposed characters', 'u\u0308@x.org', 'ü@x.org'],
    ['a composed character that lower case takes apart', 'J\u030C@x.org', '\u01F0@x.org'],
    ['the Kelvin sign', '\u212A@x.org', 'k@x.org'],
  ])('has one form: %s', (_name, given, wanted) => {
    expect(normalizeEmail(given)).toBe(wanted)
  })

  it('is the same in its own form, composed and decomposed', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 10 }), (text) => {
        const email = normalizeEmail(text)
        expect(normalizeEmail(email)).toBe(email)
        expect(normalizeEmail(text.normalize('NFD'))).toBe(email)
        expect(normalizeEmail(text.normalize('NFC'))).toBe(email)
      }),
      { numRuns: 2_000 },
    )
  })

  it('is the same in its own form, character by character', () => {
    const odd: string[] = []
    for (let point = 0; point <= 0x10ffff; point += 1) {
      if (point >= 0xd800 && point <= 0xdfff) continue
      const email = normalizeEmail(String.fromCodePoint(point))
      if (normalizeEmail(email) !== email) odd.push(point.toString(16))
    }
    expect(odd).toEqual([])
  })
})
