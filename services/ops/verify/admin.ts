// The endpoint of the admin port that hashes rows, and its client. With the embedded store, only the running service
// can read the tables.
import type { Store } from '../../lib/store/port.ts'
import { askAdmin, type AdminCommand } from '../ask-admin.ts'
import { groupings, hashRows, type HashedGroup, type HashRequest } from './row-hashes.ts'
import { isVerifiedTable, verifiedTableNames } from './verified-tables.ts'

export const rowHashesPath = '/tables/hashes'

/** Creates the endpoint. The request body is a HashRequest. */
export function createRowHashesCommand(store: Store): AdminCommand {
  return async (body) => {
    const problem = problemOf(body)
    if (problem !== null) return { status: 422, body: { detail: problem } }
    return { status: 200, body: { groups: await hashRows(store, body as HashRequest) } }
  }
}

function problemOf(body: unknown): string | null {
  const { table, by, from_ms, until_ms, owner, after } = (body ?? {}) as Record<string, unknown>
  if (!isVerifiedTable(table)) return `table must be one of ${verifiedTableNames.join(', ')}`
  const isValid =
    groupings.some((one) => one === by) &&
    [from_ms, until_ms].every((ms) => Number.isSafeInteger(ms) && Number(ms) >= 0) &&
    (owner === null || typeof owner === 'string') &&
    typeof after === 'string'
  if (isValid) return null
  return `send {"table", "by": one of ${groupings.join(', ')}, "from_ms", "until_ms", "owner": text or null, "after"}`
}

/** Rejects with a message for the operator if no service runs that has a role with the tables (api or projector). */
export async function askForHashes(
  adminUrl: string,
  request: HashRequest,
): Promise<readonly HashedGroup[]> {
  const { groups } = await askAdmin<{ readonly groups: readonly HashedGroup[] }>(
    adminUrl,
    rowHashesPath,
    request,
    'groups',
  )
  return groups
}
