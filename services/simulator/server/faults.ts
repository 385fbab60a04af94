// Faults on request: what the real platforms have done to their clients. Which request is hit is a
// hash of the seed and the number of the request, so a run can be repeated from its seed.
import { createRandom, fraction, hashOf, mix } from '../random.ts'
import type { Answer } from './routes.ts'

export type FaultKind =
  /** 429 without a hint, with Retry-After in seconds, as a date. */
  | 'rate-limit'
  | 'rate-limit-seconds'
  | 'rate-limit-date'
  | 'server-error'
  | 'unavailable'
  /** A page of HTML, with status 200 or 403. */
  | 'html-ok'
  | 'html-forbidden'
  /** Never answers, until the client gives up. */
  | 'hang'
  /** The connection is cut before or in the middle of the answer. */
  | 'reset'
  | 'cut'
  /** A complete answer with half of the JSON. */
  | 'truncated'
  /** Comes a piece at a time. */
  | 'slow'
  /** The first page again. */
  | 'repeated-page'
  /** Fewer rows than asked for, on lists with a cursor. */
  | 'short-page'
  /** A cursor that leads to the same page. */
  | 'stuck-cursor'
  | 'shuffled'
  | 'null-rows'

export interface FaultRule {
  readonly kind: FaultKind
  /** Share of requests, 0 to 1. */
  readonly probability: number
  /** Only routes whose name starts so: "/data/trades", "/clob". */
  readonly route?: string
  /** Only between these instants. */
  readonly fromMs?: number
  readonly untilMs?: number
}

/** The fault for the n-th request; the first rule that applies. */
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

/** Parameters that lead away from the first page. */
const pageParameters = ['after_cursor', 'cursor', 'next_cursor', 'offset'] as const

/** The question as a platform with this fault understands it. */
export function bentQuery(
  kind: FaultKind | null,
  route: string,
  query: URLSearchParams,
): URLSearchParams {
  const bent = new URLSearchParams(query)
  if (kind === 'repeated-page') for (const name of pageParameters) bent.delete(name)
  if (kind === 'short-page' && !offsetRoutes.includes(route)) {
    bent.set('limit', String(Math.max(1, Math.floor(Number(query.get('limit') ?? 20) / 3))))
  }
  return bent
}

/** Lists where a short page cannot be told from the end: the platforms do not shorten those. */
const offsetRoutes: readonly string[] = [
  '/data/trades',
  '/data/activity',
  '/data/positions',
  '/gamma/events',
  '/gamma/markets',
]

/** The answer as a platform with this fault gives it. */
export function bentAnswer(
  kind: FaultKind | null,
  answer: Answer,
  query: URLSearchParams,
  n: number,
): Answer {
  if (kind === 'stuck-cursor') return { ...answer, body: withCursor(answer.body, query) }
  if (kind === 'shuffled') {
    return { ...answer, body: withRows(answer.body, (rows) => shuffled(rows, n)) }
  }
  if (kind === 'null-rows') return { ...answer, body: withRows(answer.body, () => null) }
  return answer
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
  const asked = pageParameters.map((name) => query.get(name)).find((value) => value !== null)
  if (asked === undefined || asked === null) return body
  return Object.fromEntries(
    Object.entries(body).map(([name, value]: [string, unknown]) => [
      name,
      name === 'cursor' || name === 'next_cursor' ? asked : value,
    ]),
  )
}

function shuffled(rows: readonly unknown[], n: number): readonly unknown[] {
  const random = createRandom(mix(rows.length, n))
  const mixed = [...rows]
  for (let i = mixed.length - 1; i > 0; i--) {
    const j = random.below(i + 1)
    const held = mixed[i]
    mixed[i] = mixed[j]
    mixed[j] = held
  }
  return mixed
}
