// GET /v1/keys: every key of the developer, revoked ones included.
import type { ApiKeyList } from '../../../schemas/generated/api.ts'
import type { AccountContext, AccountRoute } from '../account-route.ts'
import { requireDeveloper } from '../authenticate.ts'
import { createJsonWriter } from '../json-writer.ts'
import { toKeyAnswer } from '../key-answer.ts'

const toJson = createJsonWriter<ApiKeyList>('api-key-list')

export function keyListRoute({ accounts, tokens, limits }: AccountContext): AccountRoute {
  return {
    method: 'GET',
    path: '/v1/keys',
    document: {
      operationId: 'listKeys',
      summary: 'List your keys',
      description: 'Every key of the account, newest first, revoked ones included.',
      security: 'token',
      body: null,
      status: 200,
      answer: 'api-key-list',
      faults: [],
    },
    async answer({ header, tellLimit }) {
      const developer = requireDeveloper(accounts, tokens, header)
      tellLimit(await limits.requests.take(developer.id))
      const keys = accounts.keysOf(developer)
      return { status: 200, body: toJson(keys.map((key) => toKeyAnswer(accounts, key))) }
    },
  }
}
