// Requests to a running api beyond a GET with a key, and the developers who send them.
import { randomUUID } from 'node:crypto'
import { connect } from 'node:net'
import type { ErrorBody } from '../../schemas/generated/api.ts'
import { createTokens } from '../../services/api/accounts/tokens.ts'
import { nowMs, type Answered, type RunningApi } from './running-api.ts'

/** Whatever a key opens. */
export const dataPaths = [
  '/v1/markets',
  '/v1/markets/search?q=rain',
  '/v1/markets/pa_1',
  '/v1/markets/pa_1/price',
  '/v1/markets/pa_1/trades',
  '/v1/markets/pa_1/orderbook',
  '/v1/markets/pa_1/candles',
  '/v1/candles?market_ids=pa_1',
  '/v1/events',
  '/v1/events/slug',
  '/v1/matching-markets',
  '/v1/wallets/0x0000000000000000000000000000000000000001/activity',
  '/v1/wallets/0x0000000000000000000000000000000000000001/positions',
  '/v1/trades?market_id=pa_1',
  '/v1/stream?channels=trades&market_ids=pa_1',
  '/v1/exports/trades?market_id=pa_1',
  '/v1/exports/trades/manifest?market_id=pa_1',
]

/** What fetch cannot send: a request of these lines, its body included. The answer as it came. */
export function askRaw(
  { url }: Pick<RunningApi, 'url'>,
  lines: readonly string[],
  body = '',
): Promise<string> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  let answer = ''
  socket.on('data', (chunk) => (answer += chunk.toString()))
  socket.end(`${[...lines, 'Host: a', 'Connection: close'].join('\r\n')}\r\n\r\n${body}`)
  return new Promise((resolve, reject) => {
    socket.on('error', reject)
    socket.on('close', () => resolve(answer))
  })
}

export type Body = NonNullable<RequestInit['body']>

export interface ReceivedResponse {
  readonly method?: 'GET' | 'HEAD' | 'POST' | 'DELETE' | 'OPTIONS'
  readonly headers?: Record<string, string>
  /** Sent as JSON. */
  readonly json?: unknown
  /** Sent as it is. */
  readonly body?: Body
}

/** Without a key, unless one is among the headers. */
export async function ask(
  { url }: Pick<RunningApi, 'url'>,
  path: string,
  asked: ReceivedResponse = {},
): Promise<Answered> {
  const { method = 'GET', headers = {}, json, body = JSON.stringify(json) } = asked
  const response = await fetch(url + path, {
    method,
    headers: json === undefined ? headers : { 'Content-Type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body }),
    redirect: 'manual',
  })
  const text = await response.text()
  const isJson = response.headers.get('Content-Type')?.startsWith('application/json')
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: isJson && text !== '' ? JSON.parse(text) : null,
  }
}

/** `body.email string_type`, one for each fault. */
export function faultsOf({ body }: Pick<Answered, 'body'>): string[] {
  return (body as ErrorBody).detail.map(({ loc, type }) => `${loc.join('.')} ${type}`)
}

/** Status and faults. */
export function refusal(answer: Answered): [number, string[]] {
  return [answer.status, faultsOf(answer)]
}

export interface TestDeveloper {
  readonly id: string
  readonly email: string
  readonly apiKey: string
  readonly keyId: string
  /** For the header Authorization, and as long as the clock stands still. */
  readonly bearer: Record<string, string>
}

export const testPassword = 'correct horse'
export const testSecret = 'a secret of 32 bytes, for tests!'

export async function newDeveloper({ accounts }: RunningApi): Promise<TestDeveloper> {
  const email = `${randomUUID()}@example.com`
  const made = await accounts.signUp(email, testPassword)
  if (!made) throw new Error(`${email} is taken`)
  const { id } = made.developer
  return { id, email, apiKey: made.apiKey, keyId: made.key.id, bearer: bearerOf(id) }
}

export function bearerOf(developerId: string, secret = testSecret): Record<string, string> {
  const tokens = createTokens({ secret, previousSecret: null, now: () => nowMs })
  return { Authorization: `Bearer ${tokens.issueToken(developerId)}` }
}
