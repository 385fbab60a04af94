// The records of the topic `developers`: made here, folded by registry.ts. The key of a record is
// what compaction goes by, so every record has a key of its own, also of two processes that revoke one
// thing at once; only an older use of an API key gives way to a newer one.
import { randomUUID } from 'node:crypto'
import type { DeveloperChange } from '../../../schemas/generated/events.ts'
import type { Emitted } from '../../topology.ts'

export type ChangeRecord = Emitted<'developers'>

/** Whose account, and when. */
export interface ChangeOf {
  readonly developerId: string
  readonly atMs: number
}

export function signedUp(of: ChangeOf, email: string, passwordHash: Buffer): ChangeRecord {
  return toRecord(of, of.developerId, { signed_up: { email, password_hash: passwordHash } })
}

export function keyCreated(
  of: ChangeOf,
  key: { id: string; label: string; prefix: string; digest: string },
): ChangeRecord {
  const { id, label, prefix, digest } = key
  return toRecord(of, `${of.developerId}/${id}`, {
    key_created: { key_id: id, label, prefix, sha256: Buffer.from(digest, 'base64url') },
  })
}

export function keyRevoked(of: ChangeOf, keyId: string): ChangeRecord {
  return toRecord(of, `${of.developerId}/${keyId}/revoked/${randomUUID()}`, {
    key_revoked: { key_id: keyId },
  })
}

export function keyUsed(of: ChangeOf, keyId: string, usedAtMs: number): ChangeRecord {
  return toRecord(of, `${of.developerId}/${keyId}/used`, {
    key_used: { key_id: keyId, used_at_ms: usedAtMs },
  })
}

export function developerRevoked(of: ChangeOf, reason: string): ChangeRecord {
  return toRecord(of, `${of.developerId}/revoked/${randomUUID()}`, { revoked: { reason } })
}

type What = Pick<
  DeveloperChange,
  'signed_up' | 'key_created' | 'key_revoked' | 'key_used' | 'revoked'
>

const nothing: What = {
  signed_up: null,
  key_created: null,
  key_revoked: null,
  key_used: null,
  revoked: null,
}

function toRecord(of: ChangeOf, key: string, what: Partial<What>): ChangeRecord {
  const value = { change_id: randomUUID(), developer_id: of.developerId, at_ms: of.atMs }
  return { topic: 'developers', key, value: { ...value, ...nothing, ...what } }
}
