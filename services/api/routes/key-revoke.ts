// DELETE /v1/keys/{key_id}: revokes a key. Revoking it again changes nothing.
import type { AccountContext, AccountRoute } from '../account-route.ts'
import { requireDeveloper } from '../authenticate.ts'
import { keyNotFound } from '../errors.ts'

export function keyRevokeRoute({ accounts, tokens, limits }: AccountContext): AccountRoute {
  return {
    method: 'DELETE',
    path: '/v1/keys/{key_id}',
    document: {
      operationId: 'revokeKey',
      summary: 'Revoke a key',
      description:
        'This process rejects the key at once, all others within a second. Revoking a revoked key has the same response.',
      security: 'token',
      body: null,
      status: 204,
      response: null,
      errors: [{ status: 404, types: ['key_not_found'] }],
    },
    async handle({ params, header, setRateHeaders }) {
      const developer = await requireDeveloper(accounts, tokens, header)
      setRateHeaders(await limits.requests.countRequest(developer.id, 'token'))
      if (!(await accounts.revokeKey(developer, params['key_id'] ?? ''))) throw keyNotFound()
      return { status: 204 }
    },
  }
}
