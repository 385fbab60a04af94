// POST /v1/keys: creates another key for the developer.
import type { CreatedApiKey, NewKey } from '../../../schemas/generated/api.ts'
import type { AccountContext, AccountRoute } from '../account-route.ts'
import { maxActiveKeys } from '../accounts/accounts.ts'
import { requireDeveloper } from '../authenticate.ts'
import { createBodyParser } from '../body.ts'
import { tooManyKeys } from '../errors.ts'
import { createJsonWriter } from '../json-writer.ts'
import { toKeyResponse } from '../key-response.ts'

const parseBody = createBodyParser<NewKey>('new-key')
const toJson = createJsonWriter<CreatedApiKey>('created-api-key')

export function keyCreateRoute({ accounts, tokens, limits }: AccountContext): AccountRoute {
  return {
    method: 'POST',
    path: '/v1/keys',
    document: {
      operationId: 'createKey',
      summary: 'Create a key',
      description: `The key is shown only in this response. An account can have up to ${maxActiveKeys} active keys.`,
      security: 'token',
      body: 'new-key',
      status: 201,
      response: 'created-api-key',
      errors: [{ status: 409, types: ['too_many_keys'] }],
    },
    async handle({ header, setRateHeaders, readBody }) {
      const developer = await requireDeveloper(accounts, tokens, header)
      const states = await limits.auth.countRequest(developer.id, 'token')
      setRateHeaders([...states, ...(await limits.creations.countRequest(developer.id, 'token'))])
      const { label } = parseBody(await readBody())
      const made = await accounts.createKey(developer, label)
      if (!made) throw tooManyKeys(maxActiveKeys)
      const { key, apiKey } = made
      return { status: 201, body: toJson({ ...toKeyResponse(accounts, key), api_key: apiKey }) }
    },
  }
}
