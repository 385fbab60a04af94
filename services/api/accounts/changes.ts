// Creates the records of the topic `developers`, which registry.ts applies. The topic is compacted:
// a record replaces the previous record with the same key. Every change therefore gets a record key
// of its own, even if two processes revoke the same API key at once. The only record that replaces
// its predecessor is the last use of an API key.
import { randomUUID } from 'node:crypto'
import type { DeveloperChange } from '../../../schemas/generated/events.ts'
import type { EmittedRecord } from '../../topology.ts'

export type ChangeRecord = EmittedRecord<'developers'>

/** The account that a change belongs to, and the time of the change. */
export interface ChangeContext {
  readonly developerId: string
  readonly atMs: number
}

export function toSignedUpRecord(
  context: ChangeContext,
  email: string,
  passwordHash: Buffer,
): ChangeRecord {
  return toRecord(context, context.developerId, {
    signed_up: { email, password_hash: passwordHash },
  })
}

export function toKeyCreatedRecord(
  context: ChangeContext,
  key: { id: string; label: string; prefix: string; digest: string },
): ChangeRecord {
  const { id, label, prefix, digest } = key
  return toRecord(context, `${context.developerId}/${id}`, {
    key_created: { key_id: id, label, prefix, sha256: Buffer.from(digest, 'base64url') },
  })
}

export function toKeyRevokedRecord(context: ChangeContext, keyId: string): ChangeRecord {
  return toRecord(context, `${context.developerId}/${keyId}/revoked/${randomUUID()}`, {
    key_revoked: { key_id: keyId },
  })
}

export function toKeyUsedRecord(
  context: ChangeContext,
  keyId: string,
  usedAtMs: number,
): ChangeRecord {
  return toRecord(context, `${context.developerId}/${keyId}/used`, {
    key_used: { key_id: keyId, used_at_ms: usedAtMs },
  })
}

export function toDeveloperRevokedRecord(context: ChangeContext, reason: string): ChangeRecord {
  return toRecord(context, `${context.developerId}/revoked/${randomUUID()}`, {
    revoked: { reason },
  })
}

type ChangeFields = Pick<
  DeveloperChange,
  'signed_up' | 'key_created' | 'key_revoked' | 'key_used' | 'revoked'
>

const noChange: ChangeFields = {
  signed_up: null,
  key_created: null,
  key_revoked: null,
  key_used: null,
  revoked: null,
}

function toRecord(
  context: ChangeContext,
  key: string,
  change: Partial<ChangeFields>,
): ChangeRecord {
  const value = { change_id: randomUUID(), developer_id: context.developerId, at_ms: context.atMs }
  return { topic: 'developers', key, value: { ...value, ...noChange, ...change } }
}
