// Builds the request of an operation from its input, and sends one attempt.
import { parseCompleteness, type Answer, type RequestOptions } from './answer.ts'
import { ApiError, ConnectionError, OddslogError } from './errors.ts'

/** An entry of the generated table. */
export interface Operation {
  readonly method: string
  readonly path: string
  /** Names of the fields of the body. */
  readonly body: readonly string[]
  readonly credential: 'key' | 'token' | 'none'
  readonly answer: 'json' | 'file' | 'none'
}

export type Input = Readonly<Record<string, unknown>>

export interface Connection {
  /** Without a slash at the end. */
  readonly url: string
  readonly apiKey: string | null
  readonly fetch: typeof fetch
  /** Of one attempt; of a file, until its first byte. */
  readonly timeoutMs: number
}

export interface PreparedRequest {
  readonly url: string
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
}

export function prepareRequest(
  connection: Connection,
  operation: Operation,
  input: Input,
  options: RequestOptions,
): PreparedRequest {
  const given = Object.entries(input).filter(([, value]) => value !== undefined && value !== null)
  const inPath = new Set<string>()
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    inPath.add(name)
    return toPathSegment(name, input[name])
  })
  const query = given.filter(([name]) => !inPath.has(name) && !operation.body.includes(name))
  const search = query.map(([name, value]) => `${encodeURIComponent(name)}=${toText(value)}`)
  const body = given.filter(([name]) => operation.body.includes(name))
  const hasBody = operation.body.length > 0
  return {
    url: `${connection.url}${path}${search.length > 0 ? `?${search.join('&')}` : ''}`,
    method: operation.method,
    headers: {
      ...credentialOf(connection, operation, options),
      ...(hasBody ? { 'Content-Type': 'application/json' } : {}),
    },
    body: hasBody ? JSON.stringify(Object.fromEntries(body)) : null,
  }
}

function credentialOf(
  { apiKey }: Connection,
  { credential }: Operation,
  { token }: RequestOptions,
): Record<string, string> {
  if (credential === 'key' && apiKey !== null) return { 'X-API-Key': apiKey }
  if (credential === 'token' && token !== undefined) return { Authorization: `Bearer ${token}` }
  return {}
}

/** URL parsers remove the segments `.` and `..`, so these would call another operation. */
function toPathSegment(name: string, value: unknown): string {
  const text = typeof value === 'string' ? value : ''
  if (text === '' || text === '.' || text === '..')
    throw new OddslogError(`${name} must be an id, not ${JSON.stringify(value)}`)
  return encodeURIComponent(text)
}

/** Lists are separated by commas, which is shorter than repeating the name: many proxies limit the line to 8 KB. */
function toText(value: unknown): string {
  return [value]
    .flat()
    .map((one) => encodeURIComponent(String(one)))
    .join(',')
}

/** Throws an ApiError, a ConnectionError, or the reason of `signal`. */
export async function sendOnce(
  { fetch: send, timeoutMs }: Connection,
  { url, method, headers, body }: PreparedRequest,
  kind: Operation['answer'],
  signal?: AbortSignal,
): Promise<Answer<unknown>> {
  const timeout = new AbortController()
  const timer = setTimeout(
    () => timeout.abort(new Error(`no answer within ${timeoutMs} ms`)),
    timeoutMs,
  )
  const signals = signal ? [timeout.signal, signal] : [timeout.signal]
  try {
    const response = await send(url, {
      method,
      headers,
      ...(body === null ? {} : { body }),
      signal: AbortSignal.any(signals),
    })
    if (!response.ok) throw new ApiError(response.status, response.headers, await response.text())
    return {
      data: kind === 'file' ? response.body : parseBody(await response.text()),
      completeness: parseCompleteness(response.headers),
      requestId: response.headers.get('X-Request-Id') ?? '',
      headers: response.headers,
    }
  } catch (error) {
    if (error instanceof ApiError) throw error
    signal?.throwIfAborted()
    const reason = timeout.signal.aborted ? timeout.signal.reason : error
    const text = reason instanceof Error ? reason.message : String(reason)
    throw new ConnectionError(`${method} ${url}: ${text}`, { cause: reason })
  } finally {
    clearTimeout(timer)
  }
}

function parseBody(text: string): unknown {
  return text === '' ? null : JSON.parse(text)
}
