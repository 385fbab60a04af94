// Sends requests to a schema registry by fetch, for calls that the client library lacks.
import { toRegistryFailure } from './failure.ts'

export interface RegistryAddress {
  /** Base URL with path, without credentials. */
  readonly host: string
  /** '' if the registry needs no login. */
  readonly username: string
  readonly password: string
}

/** Sends one request. Resolves with the parsed JSON of the response; rejects with a RegistryFailure. */
export type RegistryRequest = (method: string, path: string, body?: object) => Promise<unknown>

const contentType = 'application/vnd.schemaregistry.v1+json'

export function createRegistryRequest(
  { host, username, password }: RegistryAddress,
  timeoutMs: number,
): RegistryRequest {
  const login = Buffer.from(`${username}:${password}`).toString('base64')
  const headers = {
    'content-type': contentType,
    ...(username === '' ? {} : { authorization: `Basic ${login}` }),
  }

  return async (method, path, body) => {
    let response: Response
    let text: string
    try {
      response = await fetch(host + path, {
        method,
        headers,
        signal: AbortSignal.timeout(timeoutMs),
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      text = await response.text()
    } catch (error) {
      const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
      const message = cause instanceof Error ? cause.message : String(cause)
      throw toRegistryFailure(host, null, false, message, error)
    }
    const answer = parseJson(text)
    if (response.ok && answer !== undefined) return answer
    const message = errorMessageIn(answer)
    const reason = message ?? `${response.status} ${text.slice(0, 200)}`
    throw toRegistryFailure(host, response.status, message !== null, reason, undefined)
  }
}

function errorMessageIn(answer: unknown): string | null {
  const message = (answer as { message?: unknown } | null | undefined)?.message
  return typeof message === 'string' ? message : null
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
