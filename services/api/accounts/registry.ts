// All accounts and keys in memory, built from the records of the topic `developers`. If two
// accounts sign up with the same email, the first one in the log is valid, and all records of the
// other are ignored. All processes build the same state from the same records, and applying a
// record again changes nothing.
import type { DeveloperChange } from '../../../schemas/generated/events.ts'

export interface ApiKey {
  readonly id: string
  readonly developer: Developer
  readonly label: string
  readonly prefix: string
  readonly createdAtMs: number
  /** Start of the minute of the last use that is in the topic; null if the topic has none. */
  readonly lastUsedAtMs: number | null
  readonly revokedAtMs: number | null
}

export interface Developer {
  readonly id: string
  readonly email: string
  readonly passwordHash: Buffer
  readonly revokedAtMs: number | null
  /** By id, in the order of creation. */
  readonly keys: ReadonlyMap<string, ApiKey>
}

export interface AccountRegistry {
  apply(change: DeveloperChange): void
  developerById(developerId: string): Developer | undefined
  /** `email` in lower case. */
  developerByEmail(email: string): Developer | undefined
  /** `digest`: SHA-256 of the key, in base64url. */
  keyByDigest(digest: string): ApiKey | undefined
  /** Removes the keys that were revoked, or whose account was revoked, before this time. */
  forgetRevokedKeys(beforeMs: number): void
  readonly size: number
}

/** Maximum number of revoked keys of an account. Beyond it, the key that was revoked first is removed. */
export const maxRevokedKeys = 100

type Mutable<T> = { -readonly [K in keyof T]: T[K] }
/** An API key with the digest by which it is found. */
type StoredKey = Mutable<ApiKey> & { readonly digest: string }
type StoredDeveloper = Mutable<Omit<Developer, 'keys'>> & { readonly keys: Map<string, StoredKey> }

export function createAccountRegistry(): AccountRegistry {
  const byId = new Map<string, StoredDeveloper>()
  const byEmail = new Map<string, StoredDeveloper>()
  const byDigest = new Map<string, StoredKey>()

  function forget(developer: StoredDeveloper, key: StoredKey): void {
    developer.keys.delete(key.id)
    byDigest.delete(key.digest)
  }

  function forgetOldestRevokedKey(developer: StoredDeveloper): void {
    const revoked = [...developer.keys.values()]
      .filter((key) => key.revokedAtMs !== null)
      .toSorted((a, b) => Number(a.revokedAtMs) - Number(b.revokedAtMs))
    for (const key of revoked.slice(0, -maxRevokedKeys)) forget(developer, key)
  }

  function apply(change: DeveloperChange): void {
    const { developer_id: id, at_ms: atMs } = change
    const { signed_up: signedUp, key_created: keyCreated, key_revoked: keyRevoked } = change
    const { key_used: keyUsed, revoked } = change
    if (signedUp !== null) {
      if (byEmail.has(signedUp.email)) return
      const { email, password_hash: passwordHash } = signedUp
      const developer = { id, email, passwordHash, revokedAtMs: null, keys: new Map() }
      byId.set(id, developer)
      byEmail.set(email, developer)
      return
    }
    const developer = byId.get(id)
    if (!developer) return
    if (revoked !== null) developer.revokedAtMs ??= atMs
    if (keyCreated !== null && !developer.keys.has(keyCreated.key_id)) {
      const key: StoredKey = {
        id: keyCreated.key_id,
        digest: keyCreated.sha256.toString('base64url'),
        developer,
        label: keyCreated.label,
        prefix: keyCreated.prefix,
        createdAtMs: atMs,
        lastUsedAtMs: null,
        revokedAtMs: null,
      }
      developer.keys.set(key.id, key)
      byDigest.set(key.digest, key)
    }
    const key = developer.keys.get(keyRevoked?.key_id ?? keyUsed?.key_id ?? '')
    if (key && keyRevoked !== null) {
      key.revokedAtMs ??= atMs
      forgetOldestRevokedKey(developer)
    }
    if (key && keyUsed !== null)
      key.lastUsedAtMs = Math.max(key.lastUsedAtMs ?? keyUsed.used_at_ms, keyUsed.used_at_ms)
  }

  return {
    apply,
    developerById: (developerId) => byId.get(developerId),
    developerByEmail: (email) => byEmail.get(email),
    keyByDigest: (digest) => byDigest.get(digest),
    forgetRevokedKeys(beforeMs) {
      for (const developer of byId.values())
        for (const key of developer.keys.values())
          if ((key.revokedAtMs ?? developer.revokedAtMs ?? beforeMs) < beforeMs)
            forget(developer, key)
    },
    get size() {
      return byId.size
    },
  }
}
