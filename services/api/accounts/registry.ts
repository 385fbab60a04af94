// Every account and key, folded from the topic `developers`. The order of the records decides: of two
// that sign up one email the first has it, and what follows for the other one counts for nothing. The
// same records give the same accounts, in whichever process, and a record seen twice changes nothing.
import type { DeveloperChange } from '../../../schemas/generated/events.ts'

export interface ApiKey {
  readonly id: string
  readonly developer: Developer
  readonly label: string
  readonly prefix: string
  readonly createdAtMs: number
  /** Start of the minute of the newest use that the topic tells of. */
  readonly lastUsedAtMs: number | null
  readonly revokedAtMs: number | null
}

export interface Developer {
  readonly id: string
  readonly email: string
  readonly passwordHash: Buffer
  readonly revokedAtMs: number | null
  /** In the order in which they were made. */
  readonly keys: ReadonlyMap<string, ApiKey>
}

export interface Registry {
  apply(change: DeveloperChange): void
  byId(developerId: string): Developer | undefined
  /** `email` in lower case. */
  byEmail(email: string): Developer | undefined
  /** `digest`: SHA-256 of the key, in base64url. */
  keyByDigest(digest: string): ApiKey | undefined
  readonly size: number
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] }
type StoredKey = Mutable<ApiKey>
type StoredDeveloper = Mutable<Omit<Developer, 'keys'>> & { readonly keys: Map<string, StoredKey> }

export function createRegistry(): Registry {
  const byId = new Map<string, StoredDeveloper>()
  const byEmail = new Map<string, StoredDeveloper>()
  const byDigest = new Map<string, StoredKey>()

  function apply(change: DeveloperChange): void {
    const { developer_id: id, at_ms: atMs } = change
    const { signed_up: signedUp, key_created: created, key_revoked: ended } = change
    const { key_used: used, revoked } = change
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
    if (created !== null && !developer.keys.has(created.key_id)) {
      const key: StoredKey = {
        id: created.key_id,
        developer,
        label: created.label,
        prefix: created.prefix,
        createdAtMs: atMs,
        lastUsedAtMs: null,
        revokedAtMs: null,
      }
      developer.keys.set(key.id, key)
      byDigest.set(created.sha256.toString('base64url'), key)
    }
    const key = developer.keys.get(ended?.key_id ?? used?.key_id ?? '')
    if (key && ended !== null) key.revokedAtMs ??= atMs
    if (key && used !== null)
      key.lastUsedAtMs = Math.max(key.lastUsedAtMs ?? used.used_at_ms, used.used_at_ms)
  }

  return {
    apply,
    byId: (developerId) => byId.get(developerId),
    byEmail: (email) => byEmail.get(email),
    keyByDigest: (digest) => byDigest.get(digest),
    get size() {
      return byId.size
    },
  }
}
