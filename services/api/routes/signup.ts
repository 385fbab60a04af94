// POST /v1/auth/signup: a new account with its first key.
import type { Credentials, Signup } from '../../../schemas/generated/api.ts'
import type { AccountContext, AccountRoute } from '../account-route.ts'
import { createBodyParser } from '../body.ts'
import { toEmail } from '../email.ts'
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
      description: 'Makes an account and its first API key, which is shown this once.',
      security: 'none',
      body: 'credentials',
      status: 201,
      answer: 'signup',
      faults: [{ status: 409, types: ['email_taken'] }],
    },
    async answer({ address, tellLimit, readBody }) {
      tellLimit(await limits.auth.take(address))
      const { email, password } = parseBody(await readBody())
      const made = await accounts.signUp(toEmail(email), password)
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
