// POST /v1/auth/login: returns a token for managing keys. An unknown email and a wrong password give the same
// response after the same time.
import type { AccessToken, Credentials } from '../../../schemas/generated/api.ts'
import type { AccountContext, AccountRoute } from '../account-route.ts'
import { tokenLifetimeS } from '../accounts/tokens.ts'
import { readOptionalKey } from '../authenticate.ts'
import { createBodyParser } from '../body.ts'
import { normalizeEmail } from '../email.ts'
import { badApiKey, badCredentials } from '../errors.ts'
import { createJsonWriter } from '../json-writer.ts'

const parseBody = createBodyParser<Credentials>('credentials')
const toJson = createJsonWriter<AccessToken>('access-token')

export function loginRoute({ accounts, tokens, limits }: AccountContext): AccountRoute {
  return {
    method: 'POST',
    path: '/v1/auth/login',
    document: {
      operationId: 'logIn',
      summary: 'Log in',
      description:
        'Returns a bearer token for `/v1/keys`. If the request also has an API key, the key must be valid and belong to the same account.',
      security: 'optional key',
      body: 'credentials',
      status: 200,
      response: 'access-token',
      errors: [{ status: 401, types: ['invalid_credentials', 'invalid_api_key'] }],
    },
    async handle({ address, header, setRateHeaders, readBody }) {
      const key = await readOptionalKey(accounts, header)
      const byAddress = await limits.auth.countRequest(address, 'address')
      setRateHeaders(byAddress)
      const credentials = parseBody(await readBody())
      const email = normalizeEmail(credentials.email)
      // counted before the password is checked: otherwise many concurrent attempts would all pass the limit
      const byEmail = await limits.loginFailures.countRequest(email, 'email')
      const developer = await accounts.logIn(email, credentials.password)
      if (!developer) {
        setRateHeaders([...byAddress, ...byEmail])
        throw badCredentials()
      }
      if (key && key.developer !== developer)
        throw badApiKey('invalid_api_key', 'This API key does not belong to this account')
      await limits.loginFailures.clear(email)
      return {
        status: 200,
        body: toJson({
          access_token: tokens.issueToken(developer.id),
          token_type: 'bearer',
          expires_in: tokenLifetimeS,
        }),
      }
    },
  }
}
