// Passwords: which are equal, what a hash reveals, and the cost of a wrong password.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createPasswords, PasswordQueueFull } from '../../../services/api/accounts/passwords.ts'
import { cheapPasswords as passwords } from './open-accounts.ts'
import { countScrypts, type ScryptCount } from './scrypt-count.ts'

let scrypts: ScryptCount
beforeAll(() => {
  scrypts = countScrypts()
})
afterAll(() => scrypts.stop())

describe('a password', () => {
  it('is known by its hash, which is another one each time', async () => {
    const [one, two] = await Promise.all([passwords.hash('pass word'), passwords.hash('pass word')])
    expect(one.equals(two)).toBe(false)
    expect(one).toHaveLength(96)
    expect(one.toString('latin1')).not.toContain('pass')
    expect(await passwords.verify('pass word', one)).toBe(true)
    expect(await passwords.verify('pass word', two)).toBe(true)
  })

  // N 2^15, r 8, p 3 in the header of scrypt(1)
  it('is hashed with the work that we say', async () => {
    const hash = await createPasswords().hash('pass word')
    expect(hash.subarray(0, 6).toString()).toBe('scrypt')
    expect([hash[7], hash.readUInt32BE(8), hash.readUInt32BE(12)]).toEqual([15, 8, 3])
  })

  it.each([
    ['composed and decomposed', 'pässwörter', 'pa\u0308sswo\u0308rter'],
    ['a ligature and its letters', 'eﬃcient', 'efficient'],
    ['full and half width', 'ｐａｓｓｗｏｒｄ', 'password'],
  ])('is the same in forms that look the same: %s', async (_name, one, two) => {
    expect(one).not.toBe(two)
    expect(await passwords.verify(two, await passwords.hash(one))).toBe(true)
  })

  it.each([
    ['upper case', 'Password', 'password'],
    ['what follows a NUL', 'pass\0word', 'pass\0wort'],
    ['what a NUL cuts off', 'password\0', 'password'],
    ['a space behind', 'password ', 'password'],
    ['the last of 256 characters', 'x'.repeat(255) + 'y', 'x'.repeat(255) + 'z'],
    ['the last of 256 emojis', '😀'.repeat(255) + '😁', '😀'.repeat(256)],
  ])('is another one with %s', async (_name, one, two) => {
    const hash = await passwords.hash(one)
    expect(await passwords.verify(one, hash)).toBe(true)
    expect(await passwords.verify(two, hash)).toBe(false)
  })

  it('of an unknown account is always wrong, and costs the same work', async () => {
    const hash = await passwords.hash('pass word')
    const cost = async (work: () => Promise<unknown>): Promise<number> => {
      const before = scrypts.total
      await work()
      return scrypts.total - before
    }
    expect(await passwords.verify('pass word', null)).toBe(false)
    expect(await passwords.verify('', null)).toBe(false)
    expect(await cost(() => passwords.hash('pass word'))).toBe(1)
    expect(await cost(() => passwords.verify('pass word', hash))).toBe(1)
    expect(await cost(() => passwords.verify('wrong', hash))).toBe(1)
    expect(await cost(() => passwords.verify('wrong', null))).toBe(1)
    expect(await cost(() => createPasswords().verify('wrong', null))).toBe(1)
  })

  it('is refused when too many are waiting, and accepted again later', async () => {
    const hash = await passwords.hash('pass word')
    const before = scrypts.total
    const all = Array.from({ length: 80 }, () => passwords.verify('pass word', hash))
    const settled = await Promise.allSettled(all)
    const refused = settled.flatMap((s): unknown[] => (s.status === 'rejected' ? [s.reason] : []))
    expect(refused).toHaveLength(80 - 66)
    for (const reason of refused) expect(reason).toBeInstanceOf(PasswordQueueFull)
    expect(scrypts.total - before).toBe(66)
    expect(await passwords.verify('pass word', hash)).toBe(true)
  })
})
