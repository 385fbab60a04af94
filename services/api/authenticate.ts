// Who asks: the API key of a request for data, the token of a request about keys. Answered from
// memory. What is wrong is told, because it says nothing about anybody else: a key that nobody has
// is a random number.
import type { Accounts, KeyRefusal } from './accounts/accounts.ts'
import { isWellFormed } from './accounts/api-key.ts'
import type { ApiKey, Developer } from './accounts/registry.ts'
import type { Tokens } from './accounts/tokens.ts'
import { badApiKey, badToken } from './errors.ts'

/** All values of a header, by its name in lower case. */
export type HeaderReader = (name: string) => readonly string[]

const refusals: Readonly<Record<KeyRefusal, string>> = {
  malformed:
    'This API key is malformed: it was cut off or mistyped. It is ol_ and 49 more characters',
  unknown: 'This API key is unknown',
  revoked: 'This API key was revoked: use another one, or log in and create one',
}

const howToGetOne = 'Send your API key in the header X-API-Key; POST /v1/auth/signup gives you one'

/** A key in an address ends up in logs and histories. */
const keyParameter = /^(x[-_]?)?api[-_]?key$/i
const looksLikeKey = /^ol_[\w-]{40}/

/** The live key of a request for data; throws a RequestError (401). */
export function requireKey(
  accounts: Accounts,
  header: HeaderReader,
  search: URLSearchParams,
): ApiKey {
  for (const [name, value] of search)
    if (keyParameter.test(name) || looksLikeKey.test(name) || isKey(name, value))
      throw keyInAddress(name)
  const key = givenKey(accounts, header)
  if (!key) throw badApiKey('missing_api_key', howToGetOne)
  return key
}

/** The live key that was sent; null: none was. Throws a RequestError (401). */
export function givenKey(accounts: Accounts, header: HeaderReader): ApiKey | null {
  const [apiKey = '', ...more] = header('x-api-key')
  if (more.length > 0) throw badApiKey('invalid_api_key', 'Send X-API-Key once, not several times')
  if (apiKey === '') return null
  const found = accounts.checkKey(apiKey)
  if (typeof found === 'string') throw badApiKey('invalid_api_key', refusals[found])
  return found
}

/** Whose token it is; throws a RequestError (401). */
export function requireDeveloper(
  accounts: Accounts,
  tokens: Tokens,
  header: HeaderReader,
): Developer {
  const [value = '', ...more] = header('authorization')
  if (more.length > 0) throw badToken('invalid_token', 'Send Authorization once, not several times')
  if (value === '')
    throw badToken(
      'missing_token',
      'Send Authorization: Bearer and a token; POST /v1/auth/login gives you one',
    )
  const token = /^Bearer +(\S+) *$/i.exec(value)?.[1]
  const developerId = token === undefined ? null : tokens.verify(token)
  const developer = developerId === null ? null : accounts.developer(developerId)
  if (!developer)
    throw badToken('invalid_token', 'This token is not valid, or not any more: log in again')
  return developer
}

/** One cursor in 260,000 begins as a key does: of those only a whole key is one. */
function isKey(parameter: string, value: string): boolean {
  return parameter === 'cursor' ? isWellFormed(value) : looksLikeKey.test(value)
}

function keyInAddress(parameter: string): Error {
  return badApiKey(
    'invalid_api_key',
    'Send the API key in the header X-API-Key, not in the address, where logs keep it; revoke this one if it is real',
    // the key itself may stand in the place of a name
    looksLikeKey.test(parameter) ? ['query'] : ['query', parameter],
  )
}
