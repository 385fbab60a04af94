// GET /v1/keys: lists the keys of the developer, including those that were revoked lately.
import type { ApiKeyList } from '../../../schemas/generated/api.ts'
import type { AccountContext, AccountRoute } from '../account-route.ts'
import { revokedKeyRetentionDays } from '../accounts/accounts.ts'
import { maxRevokedKeys } from '../accounts/registry.ts'
import { requireDeveloper } from '../authenticate.ts'
import { createJsonWriter } from '../json-writer.ts'
import { toKeyResponse } from '../key-response.ts'

const toJson = createJsonWriter<ApiKeyList>('api-key-list')

export function keyListRoute({ accounts, tokens, limits }: AccountContext): AccountRoute {
  return {
    method: 'GET',
    path: '/v1/keys',
    document: {
      operationId: 'listKeys',
      summary: 'List your keys',
      description: `All active keys of the account, newest first, and those revoked in the last ${revokedKeyRetentionDays} days, up to ${maxRevokedKeys}.`,
      security: 'token',
      body: null,
      status: 200,
      response: 'api-key-list',
      errors: [],
    },
    async handle({ header, setRateHeaders }) {
      const developer = await requireDeveloper(accounts, tokens, header)
      setRateHeaders(await limits.requests.countRequest(developer.id, 'token'))
      const keys = accounts.keysOf(developer)
      return { status: 200, body: toJson(keys.map((key) => toKeyResponse(accounts, key))) }
    },
  }
}
