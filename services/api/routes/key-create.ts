// POST /v1/keys: one more key for the developer.
import type { CreatedApiKey, NewKey } from '../../../schemas/generated/api.ts'
import type { AccountContext, AccountRoute } from '../account-route.ts'
import { mostLiveKeys } from '../accounts/accounts.ts'
import { requireDeveloper } from '../authenticate.ts'
import { createBodyParser } from '../body.ts'
import { tooManyKeys } from '../errors.ts'
import { createJsonWriter } from '../json-writer.ts'
import { toKeyAnswer } from '../key-answer.ts'

const parseBody = createBodyParser<NewKey>('new-key')
const toJson = createJsonWriter<CreatedApiKey>('created-api-key')

export function keyCreateRoute({ accounts, tokens, limits }: AccountContext): AccountRoute {
  return {
    method: 'POST',
    path: '/v1/keys',
    document: {
      operationId: 'createKey',
      summary: 'Create a key',
      description: `The key is shown this once. An account may have ${mostLiveKeys} live keys.`,
      security: 'token',
      body: 'new-key',
      status: 201,
      answer: 'created-api-key',
      faults: [{ status: 409, types: ['too_many_keys'] }],
    },
    async answer({ header, tellLimit, readBody }) {
      const developer = requireDeveloper(accounts, tokens, header)
      tellLimit(await limits.auth.take(developer.id))
      const { label } = parseBody(await readBody())
      const made = await accounts.createKey(developer, label)
      if (!made) throw tooManyKeys(mostLiveKeys)
      const { key, apiKey } = made
      return { status: 201, body: toJson({ ...toKeyAnswer(accounts, key), api_key: apiKey }) }
    },
  }
}
