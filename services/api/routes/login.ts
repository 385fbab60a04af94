// POST /v1/auth/login: a token that manages keys. Whether the email or the password was wrong is
// nobody's business: both get one answer, after the same work.
import type { AccessToken, Credentials } from '../../../schemas/generated/api.ts'
import type { AccountContext, AccountRoute } from '../account-route.ts'
import { tokenLifetimeS } from '../accounts/tokens.ts'
import { givenKey } from '../authenticate.ts'
import { createBodyParser } from '../body.ts'
import { toEmail } from '../email.ts'
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
        'Gives a bearer token for `/v1/keys`. An API key of the same account may be sent along; it is checked then.',
      security: 'optional key',
      body: 'credentials',
      status: 200,
      answer: 'access-token',
      faults: [{ status: 401, types: ['invalid_credentials', 'invalid_api_key'] }],
    },
    async answer({ address, header, tellLimit, readBody }) {
      const key = givenKey(accounts, header)
      const byAddress = await limits.auth.take(address)
      tellLimit(byAddress)
      const credentials = parseBody(await readBody())
      const email = toEmail(credentials.email)
      // counted before the work and not after it: many at once would all pass
      const byEmail = await limits.loginFailures.take(email)
      const developer = await accounts.logIn(email, credentials.password)
      if (!developer) {
        tellLimit([...byAddress, ...byEmail])
        throw badCredentials()
      }
      if (key && key.developer !== developer)
        throw badApiKey('invalid_api_key', 'This API key is not one of this account')
      await limits.loginFailures.clear(email)
      return {
        status: 200,
        body: toJson({
          access_token: tokens.issue(developer.id),
          token_type: 'bearer',
          expires_in: tokenLifetimeS,
        }),
      }
    },
  }
}
