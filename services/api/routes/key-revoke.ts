// DELETE /v1/keys/{key_id}: the key is refused from now on. Doing it again changes nothing.
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
        'The key is refused at once, and everywhere within a second. A key that is revoked already gets the same answer.',
      security: 'token',
      body: null,
      status: 204,
      answer: null,
      faults: [{ status: 404, types: ['key_not_found'] }],
    },
    async answer({ params, header, tellLimit }) {
      const developer = requireDeveloper(accounts, tokens, header)
      tellLimit(await limits.requests.take(developer.id))
      if (!(await accounts.revokeKey(developer, params['key_id'] ?? ''))) throw keyNotFound()
      return { status: 204 }
    },
  }
}
