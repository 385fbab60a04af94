// Faults that have been observed on the real platforms, injected on request. A hash of the seed and
// the request number decides which requests fail, so a run can be repeated from its seed.
import { createRandom, fraction, hashOf, mix } from '../random.ts'
import type { Route, RouteResponse } from './routes.ts'

export type FaultKind =
  /** Status 429: without Retry-After, with Retry-After in seconds, with Retry-After as a date. */
  | 'rate-limit'
  | 'rate-limit-seconds'
  | 'rate-limit-date'
  | 'server-error'
  | 'unavailable'
  /** An HTML page, with status 200 or 403. */
  | 'html-ok'
  | 'html-forbidden'
  /** No response, until the client gives up. */
  | 'hang'
  /** The connection is reset before the response, or in the middle of it. */
  | 'reset'
  | 'cut'
  /** A complete HTTP response with half of the JSON. */
  | 'truncated'
  /** The body arrives in pieces, with pauses. */
  | 'slow'
  /** The first page instead of the requested one. */
  | 'repeated-page'
  /** The response of the same URL from up to 300 seconds ago, with its age. */
  | 'cached'
  /** Fewer rows than the limit, on lists with a cursor. */
  | 'short-page'
  /** A cursor that returns the same page. */
  | 'stuck-cursor'
  | 'shuffled'
  | 'null-rows'

export interface FaultRule {
  readonly kind: FaultKind
  /** Fraction of requests, 0 to 1. */
  readonly probability: number
  /** Only routes whose name starts with this: "/data/trades". */
  readonly route?: string
  /** Only in this time range, Unix milliseconds. */
  readonly fromMs?: number
  readonly untilMs?: number
}

/** The fault of the n-th request: that of the first rule that applies. */
export function faultFor(
  rules: readonly FaultRule[],
  request: {
    readonly seed: string
    readonly n: number
    readonly route: string
    readonly nowMs: number
  },
): FaultKind | null {
  for (const [index, rule] of rules.entries()) {
    if (rule.route !== undefined && !request.route.startsWith(rule.route)) continue
    if (request.nowMs < (rule.fromMs ?? -Infinity) || request.nowMs >= (rule.untilMs ?? Infinity))
      continue
    const chance = fraction(mix(hashOf(`${request.seed}/fault/${index}/${rule.kind}`), request.n))
    if (chance < rule.probability) return rule.kind
  }
  return null
}

/** Parameters that select another page than the first. */
const pageParameters = ['after_cursor', 'cursor', 'next_cursor', 'offset'] as const

/** The query as a platform with this fault reads it. */
export function faultyQuery(
  kind: FaultKind | null,
  route: Route,
  query: URLSearchParams,
): URLSearchParams {
  const faulty = new URLSearchParams(query)
  if (kind === 'repeated-page') for (const name of pageParameters) faulty.delete(name)
  if (kind === 'short-page' && route.shortPageEnds !== true) {
    faulty.set('limit', String(Math.max(1, Math.floor(Number(query.get('limit') ?? 20) / 3))))
  }
  return faulty
}

/** The response as a platform with this fault sends it. */
export function faultyResponse(
  kind: FaultKind | null,
  response: RouteResponse,
  query: URLSearchParams,
  n: number,
): RouteResponse {
  if (kind === 'stuck-cursor') return { ...response, body: withCursor(response.body, query) }
  if (kind === 'shuffled') {
    return { ...response, body: withRows(response.body, (rows) => shuffled(rows, n)) }
  }
  if (kind === 'null-rows') return { ...response, body: withRows(response.body, () => null) }
  return response
}

function withRows(body: unknown, change: (rows: readonly unknown[]) => unknown): unknown {
  if (Array.isArray(body)) return change(body)
  if (typeof body !== 'object' || body === null) return body
  return Object.fromEntries(
    Object.entries(body).map(([name, value]: [string, unknown]) => [
      name,
      Array.isArray(value) ? change(value) : value,
    ]),
  )
}

function withCursor(body: unknown, query: URLSearchParams): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body
  const requestedCursor = pageParameters
    .map((name) => query.get(name))
    .find((value) => value !== null)
  if (requestedCursor === undefined || requestedCursor === null) return body
  return Object.fromEntries(
    Object.entries(body).map(([name, value]: [string, unknown]) => [
      name,
      name === 'cursor' || name === 'next_cursor' ? requestedCursor : value,
    ]),
  )
}

function shuffled(rows: readonly unknown[], n: number): readonly unknown[] {
  const random = createRandom(mix(rows.length, n))
  const rowsInRandomOrder = [...rows]
  for (let i = rowsInRandomOrder.length - 1; i > 0; i--) {
    const j = random.below(i + 1)
    const held = rowsInRandomOrder[i]
    rowsInRandomOrder[i] = rowsInRandomOrder[j]
    rowsInRandomOrder[j] = held
  }
  return rowsInRandomOrder
}
