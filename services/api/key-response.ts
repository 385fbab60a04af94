// Describes an API key for the responses of /v1/keys. The description never contains the key
// itself.
import type { ApiKey as KeyAnswer } from '../../schemas/generated/api.ts'
import type { Accounts } from './accounts/accounts.ts'
import type { ApiKey } from './accounts/registry.ts'

export function toKeyResponse(accounts: Accounts, key: ApiKey): KeyAnswer {
  return {
    id: key.id,
    label: key.label,
    prefix: key.prefix,
    created_at: toSeconds(key.createdAtMs),
    last_used_at: toSecondsOrNull(accounts.lastUseMsOf(key)),
    revoked_at: toSecondsOrNull(key.revokedAtMs),
  }
}

function toSeconds(ms: number): number {
  return Math.floor(ms / 1000)
}

function toSecondsOrNull(ms: number | null): number | null {
  return ms === null ? null : toSeconds(ms)
}
