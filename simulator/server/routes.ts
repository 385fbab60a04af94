// A route of a platform: a pattern, and a function from a request to a response. The response is data,
// so that a fault can change it before it is sent.
import type { IncomingHttpHeaders } from 'node:http'

export interface RouteRequest {
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: IncomingHttpHeaders
  /** The parsed JSON body of a POST; undefined: there is none. */
  readonly body: unknown
  readonly nowMs: number
  /** The values of the pattern's parameters, percent-decoded. */
  readonly params: Readonly<Record<string, string>>
}

export interface RouteResponse {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body: unknown
}

export interface Route {
  readonly method: 'GET' | 'POST'
  /** The name in the request log: "/data/events/:id". */
  readonly name: string
  /** A list where a short page means the end: the platform does not shorten its pages. */
  readonly shortPageEnds?: true
  readonly handle: (request: RouteRequest) => RouteResponse
}

export const ok = (body: unknown): RouteResponse => ({ status: 200, body })

/** The route's name as a regular expression: ":x" is one path segment. */
export function patternOf(name: string): RegExp {
  const source = name
    .split('/')
    .map((part) =>
      part.startsWith(':') ? `(?<${part.slice(1)}>[^/]+)` : part.replace(/[.]/g, '\\.'),
    )
    .join('/')
  return new RegExp(`^${source}/?$`)
}

/** All values of a repeated or comma-separated parameter, also in the spelling `name[]`. */
export function listOf(query: URLSearchParams, name: string): readonly string[] {
  return [...query.getAll(name), ...query.getAll(`${name}[]`)]
    .flatMap((value) => value.split(','))
    .map((value) => value.trim())
    .filter((value) => value !== '')
}

/** A non-negative integer; null: absent; NaN: anything else. */
export function integerOf(query: URLSearchParams, name: string): number | null {
  const text = query.get(name)
  if (text === null || text === '') return null
  return /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN
}

/** The value of a list that a parameter equals, ignoring case; null: absent; 'unknown': another value. */
export function wordOf<T extends string>(
  query: URLSearchParams,
  name: string,
  words: readonly T[],
): T | null | 'unknown' {
  const text = query.get(name)?.toUpperCase()
  if (text === undefined || text === '') return null
  return words.find((word) => word === text) ?? 'unknown'
}

/** null: absent, or not a boolean. */
export function booleanOf(query: URLSearchParams, name: string): boolean | null {
  const text = query.get(name)?.toLowerCase()
  return text === 'true' || text === '1' ? true : text === 'false' || text === '0' ? false : null
}
