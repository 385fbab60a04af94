// Password hashing with scrypt. A hash takes some tenths of a second and tens of megabytes by
// design. Concurrency and queue are limited, so that many logins at once neither block other
// requests nor exhaust the memory.
import { createHash, randomBytes } from 'node:crypto'
import pLimit from 'p-limit'
import * as named from 'scrypt-kdf'

/** The package has a single default export, contrary to its type declarations. */
const scrypt = (named as unknown as { readonly default: typeof named }).default

/** The parameters of scrypt. */
export interface PasswordCost {
  readonly logN: number
  readonly r: number
  readonly p: number
}

/** 32 MiB and three passes, one of the scrypt settings of OWASP's Password Storage Cheat Sheet. */
const defaultCost: PasswordCost = { logN: 15, r: 8, p: 3 }
const maxConcurrent = 2
const maxQueued = 64

export interface Passwords {
  hash(password: string): Promise<Buffer>
  /**
   * Returns whether the password matches the hash. If `hash` is null, takes the same time and returns false.
   */
  verify(password: string, hash: Buffer | null): Promise<boolean>
}

/** Thrown when the queue of passwords to hash is full. */
export class PasswordQueueFull extends Error {
  constructor() {
    super(`${maxQueued} passwords are waiting to be hashed`)
    this.name = 'PasswordQueueFull'
  }
}

/** Tests pass a lower cost. */
export function createPasswords(cost = defaultCost): Passwords {
  const limit = pLimit(maxConcurrent)
  const decoyHash = createDecoyHash(cost)

  async function runWithConcurrencyLimit<T>(work: () => Promise<T>): Promise<T> {
    if (limit.pendingCount >= maxQueued) throw new PasswordQueueFull()
    return limit(work)
  }

  return {
    hash: (password) =>
      runWithConcurrencyLimit(async () => Buffer.from(await scrypt.kdf(normalize(password), cost))),
    async verify(password, hash) {
      const isRight = await runWithConcurrencyLimit(() =>
        scrypt.verify(hash ?? decoyHash, normalize(password)),
      )
      return isRight && hash !== null
    },
  }
}

/**
 * Creates the hash that a password is compared with if the email is unknown, so that an unknown email takes as
 * long as a wrong password. It matches no password. Its header is valid, because scrypt-kdf reads the cost from
 * the header and rejects an invalid header without computing a hash: `scrypt`, a zero, logN, r, p, 32 bytes of
 * salt and the first 16 bytes of the SHA-256 of all these bytes.
 */
function createDecoyHash({ logN, r, p }: PasswordCost): Buffer {
  const hash = randomBytes(96)
  hash.write('scrypt\0')
  hash.writeUInt8(logN, 7)
  hash.writeUInt32BE(r, 8)
  hash.writeUInt32BE(p, 12)
  createHash('sha256').update(hash.subarray(0, 48)).digest().copy(hash, 48, 0, 16)
  return hash
}

/**
 * Converts the password to one Unicode form (NFKC), because systems encode the same characters
 * differently. Without the appended full stop, scrypt would ignore NUL characters at the end of a
 * short password, because the HMAC inside scrypt pads short keys with NULs.
 */
function normalize(password: string): string {
  return `${password.normalize('NFKC')}.`
}
