// POST /v1/auth/signup: creates an account with its first key.
import type { Credentials, Signup } from '../../../schemas/generated/api.ts'
import type { AccountContext, AccountRoute } from '../account-route.ts'
import { createBodyParser } from '../body.ts'
import { normalizeEmail } from '../email.ts'
import { emailTaken } from '../errors.ts'
import { createJsonWriter } from '../json-writer.ts'

const parseBody = createBodyParser<Credentials>('credentials')
const toJson = createJsonWriter<Signup>('signup')

export function signupRoute({ accounts, limits }: AccountContext): AccountRoute {
  return {
    method: 'POST',
    path: '/v1/auth/signup',
    document: {
      operationId: 'signUp',
      summary: 'Sign up',
      description:
        'Creates an account and its first API key. The key is shown only in this response.',
      security: 'none',
      body: 'credentials',
      status: 201,
      response: 'signup',
      errors: [{ status: 409, types: ['email_taken'] }],
    },
    async handle({ address, setRateHeaders, readBody }) {
      const states = await limits.auth.countRequest(address, 'address')
      setRateHeaders([...states, ...(await limits.creations.countRequest(address, 'address'))])
      const { email, password } = parseBody(await readBody())
      const made = await accounts.signUp(normalizeEmail(email), password)
      if (!made) throw emailTaken()
      const { developer, apiKey } = made
      return {
        status: 201,
        body: toJson({
          developer: { id: developer.id, email: developer.email },
          api_key: apiKey,
        }),
      }
    },
  }
}
