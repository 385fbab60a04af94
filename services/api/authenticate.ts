// Authentication: checks the API key of a data request, and the token of an account request, in memory. The error
// messages say what is wrong with a key. This helps no attacker, because keys cannot be guessed.
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { chain, type MaybePromise } from '../lib/run/maybe-promise.ts'
import type { Accounts, KeyRefusal } from './accounts/accounts.ts'
import { isWellFormed } from './accounts/api-key.ts'
import type { ApiKey, Developer } from './accounts/registry.ts'
import type { Tokens } from './accounts/tokens.ts'
import { badApiKey, badToken, type RequestError } from './errors.ts'

/** Returns all values of a header. `name` must be in lower case. */
export type HeaderReader = (name: string) => readonly string[]

/**
 * Returns a function that reads headers of the request. It uses `headersDistinct`, because `headers` joins repeated
 * headers or has only the first one. Creating `headersDistinct` takes time: Node parses all headers again.
 */
export function createHeaderReader(request: IncomingMessage): HeaderReader {
  return (name) => request.headersDistinct[name] ?? []
}

const refusalMessages: Readonly<Record<KeyRefusal, string>> = {
  malformed:
    'This API key is malformed: it was truncated or mistyped. A key is ol_ and 49 more characters',
  unknown: 'This API key is unknown',
  revoked: 'This API key was revoked; use another one, or log in and create one',
}

export function missingKeyError(): RequestError {
  return badApiKey(
    'missing_api_key',
    'Send your API key in the header X-API-Key; POST /v1/auth/signup returns one',
  )
}

export function refusedKeyError(reason: KeyRefusal): RequestError {
  return badApiKey('invalid_api_key', refusalMessages[reason])
}

export function missingTokenError(): RequestError {
  return badToken(
    'missing_token',
    'Send Authorization: Bearer and a token; POST /v1/auth/login returns one',
  )
}

export function invalidTokenError(): RequestError {
  return badToken('invalid_token', 'This token is invalid or has expired; log in again')
}

/**
 * Matches names of query parameters that clients use for an API key. Requests with a key in the URL are rejected,
 * because URLs are written to access logs and browser histories.
 */
const keyParameter = /^(x[-_]?)?api[-_]?key$/i
const looksLikeKey = /^ol_[\w-]{40}/

/**
 * Matches every query string that contains a key: such a query string contains `key` or `ol_`, or `%` if the key is
 * percent-encoded. Query strings that do not match are not examined further.
 */
const mayContainKey = /key|ol_|%/i

/** Returns the active key of a data request; throws a RequestError (401), or rejects with it, if there is none. */
export type KeyCheck = (
  request: IncomingMessage,
  search: URLSearchParams,
  querystring: string,
) => MaybePromise<ApiKey>

/**
 * Creates a check that remembers the last key of each connection. Requests of a connection usually have the same key;
 * comparing its text with the remembered one is faster than hashing it again.
 */
export function createKeyCheck(accounts: Accounts): KeyCheck {
  const lastOnConnection = new WeakMap<Socket, { readonly text: string; readonly key: ApiKey }>()
  return (request, search, querystring) => {
    if (mayContainKey.test(querystring)) rejectKeyInUrl(search)
    // if the request has several X-API-Key headers, `headers` joins them with commas, and the result never equals a
    // remembered key
    const text = request.headers['x-api-key']
    const last = lastOnConnection.get(request.socket)
    if (last && last.text === text && accounts.noteKeyUsedAgain(last.key)) return last.key
    return chain(readOptionalKey(accounts, createHeaderReader(request)), (key) => {
      if (!key) throw missingKeyError()
      if (typeof text === 'string') lastOnConnection.set(request.socket, { text, key })
      return key
    })
  }
}

function rejectKeyInUrl(search: URLSearchParams): void {
  for (const [name, value] of search)
    if (keyParameter.test(name) || looksLikeKey.test(name) || isValueAnApiKey(name, value))
      throw keyInUrlError(name)
}

/**
 * Returns the active key, or null if the request has no key. Throws a RequestError (401) for a bad key, or rejects
 * with it. Returns a promise only for a key that this process does not know: it reads new keys first, because another
 * process may have created the key a moment ago.
 */
export function readOptionalKey(
  accounts: Accounts,
  header: HeaderReader,
): MaybePromise<ApiKey | null> {
  const [apiKey = '', ...more] = header('x-api-key')
  if (more.length > 0) throw badApiKey('invalid_api_key', 'Send X-API-Key once, not several times')
  if (apiKey === '') return null
  const found = accounts.checkKey(apiKey)
  if (found !== 'unknown') return requireValidKey(found)
  return accounts.catchUp().then(() => requireValidKey(accounts.checkKey(apiKey)))
}

function requireValidKey(keyOrRefusal: ApiKey | KeyRefusal): ApiKey {
  if (typeof keyOrRefusal === 'string') throw refusedKeyError(keyOrRefusal)
  return keyOrRefusal
}

/**
 * Resolves with the developer of the request's token; rejects with a RequestError (401) if the token is not
 * valid.
 */
export async function requireDeveloper(
  accounts: Accounts,
  tokens: Tokens,
  header: HeaderReader,
): Promise<Developer> {
  const [value = '', ...more] = header('authorization')
  if (more.length > 0) throw badToken('invalid_token', 'Send Authorization once, not several times')
  if (value === '') throw missingTokenError()
  const token = /^Bearer +(\S+) *$/i.exec(value)?.[1]
  const developerId = token === undefined ? null : tokens.verify(token)
  if (developerId === null) throw invalidTokenError()
  // another process may have created the account, or one of its keys, a moment ago
  await accounts.catchUp()
  const developer = accounts.findDeveloper(developerId)
  if (!developer) throw invalidTokenError()
  return developer
}

const cursorParameters: readonly string[] = ['cursor', 'after']

/**
 * Whether the value of a parameter is an API key. One cursor in 260,000 happens to begin like a key, so the value of a
 * cursor parameter counts as a key only if it is a complete, well-formed key.
 */
function isValueAnApiKey(parameter: string, value: string): boolean {
  return cursorParameters.includes(parameter) ? isWellFormed(value) : looksLikeKey.test(value)
}

function keyInUrlError(parameter: string): Error {
  return badApiKey(
    'invalid_api_key',
    'Send the API key in the header X-API-Key, not in the URL, which is written to logs; revoke this key if it is real',
    // the name of the parameter may be the key itself, which the response must not repeat
    looksLikeKey.test(parameter) ? ['query'] : ['query', parameter],
  )
}
