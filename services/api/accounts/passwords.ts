// Passwords, by scrypt. Hashing takes some tenths of a second and some tens of megabytes on purpose;
// few are worked on at a time, so that a flood of logins neither starves the rest nor eats the memory.
import { randomBytes } from 'node:crypto'
import pLimit from 'p-limit'
import * as named from 'scrypt-kdf'

/** The package exports one object; its types say otherwise. */
const scrypt = (named as unknown as { readonly default: typeof named }).default

/** 32 MiB and three passes: one of the settings that OWASP's Password Storage Cheat Sheet names for scrypt. */
const parameters = { logN: 15, r: 8, p: 3 }
const atATime = 2
const longestQueue = 64

export interface Passwords {
  hash(password: string): Promise<Buffer>
  /** `hash` null: does the same work, for nothing, and says false. */
  verify(password: string, hash: Buffer | null): Promise<boolean>
}

/** More logins and signups at once than are worked on in reasonable time. */
export class TooBusy extends Error {
  constructor() {
    super(`${longestQueue} passwords are waiting to be hashed`)
    this.name = 'TooBusy'
  }
}

export async function createPasswords(): Promise<Passwords> {
  const limit = pLimit(atATime)
  // nobody's: what an unknown email is compared with
  const decoy = await scrypt.kdf(randomBytes(32), parameters)

  async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (limit.pendingCount >= longestQueue) throw new TooBusy()
    return limit(work)
  }

  return {
    hash: (password) =>
      inTurn(async () => Buffer.from(await scrypt.kdf(normalize(password), parameters))),
    async verify(password, hash) {
      const isRight = await inTurn(() => scrypt.verify(hash ?? decoy, normalize(password)))
      return isRight && hash !== null
    },
  }
}

/**
 * One form for what keyboards of different systems send for the same characters. The last character
 * is ours: the HMAC inside scrypt fills a short key up with NULs, so those at its end would not count.
 */
function normalize(password: string): string {
  return `${password.normalize('NFKC')}.`
}
