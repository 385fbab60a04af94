// Accounts and keys of a service that runs, over HTTP as anybody has them. The service must not limit
// them (AUTH_RATE_LIMIT=off), or they must be few.
import { randomUUID } from 'node:crypto'
import type { AccessToken, ApiKeyList, CreatedApiKey, Signup } from '../../schemas/generated/api.ts'

export interface Credentials {
  readonly email: string
  readonly password: string
}

export interface SignedUp extends Credentials {
  readonly apiKey: string
}

export interface MadeKey {
  readonly id: string
  readonly apiKey: string
}

/** Another status than the one that was hoped for. */
export class UnexpectedStatus extends Error {
  readonly status: number
  constructor(request: string, status: number, body: string) {
    super(`${request}: ${status} ${body}`)
    this.name = 'UnexpectedStatus'
    this.status = status
  }
}

export function newCredentials(): Credentials {
  return { email: `${randomUUID()}@example.com`, password: randomUUID() }
}

/** Throws for any answer but 201. */
export async function signUp(url: string, credentials = newCredentials()): Promise<SignedUp> {
  const answer = await ask<Signup>(201, 'POST', `${url}/v1/auth/signup`, credentials)
  return { ...credentials, apiKey: answer.api_key }
}

/** A token; throws for any answer but 200. */
export async function logIn(url: string, { email, password }: Credentials): Promise<string> {
  const body = { email, password }
  return (await ask<AccessToken>(200, 'POST', `${url}/v1/auth/login`, body)).access_token
}

/** Throws for any answer but 201. */
export async function createKey(url: string, token: string, label: string): Promise<MadeKey> {
  const made = await ask<CreatedApiKey>(201, 'POST', `${url}/v1/keys`, { label }, token)
  return { id: made.id, apiKey: made.api_key }
}

/** Throws for any answer but 200. */
export async function listKeys(url: string, token: string): Promise<ApiKeyList> {
  return ask<ApiKeyList>(200, 'GET', `${url}/v1/keys`, undefined, token)
}

/** Throws for any answer but 204. */
export async function revokeKey(url: string, token: string, id: string): Promise<void> {
  await ask(204, 'DELETE', `${url}/v1/keys/${id}`, undefined, token)
}

/** The status of a request for data with this key. */
export async function statusWith(url: string, apiKey: string): Promise<number> {
  const response = await fetch(`${url}/v1/markets?limit=1`, { headers: { 'X-API-Key': apiKey } })
  await response.arrayBuffer()
  return response.status
}

async function ask<T>(
  wanted: number,
  method: string,
  url: string,
  body?: object,
  token?: string,
): Promise<T> {
  const response = await fetch(url, {
    method,
    headers: {
      ...(body ? { 'Content-Type': 'application/json' } : {}),
      ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  const text = await response.text()
  if (response.status !== wanted)
    throw new UnexpectedStatus(`${method} ${url}`, response.status, text)
  return (text === '' ? undefined : JSON.parse(text)) as T
}
