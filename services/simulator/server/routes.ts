// What a platform's route is to the server: a pattern and a function from a question to an answer.
// The answer is data, so that a fault can bend it before it is sent.

export interface Question {
  readonly path: string
  readonly query: URLSearchParams
  /** The parsed JSON body of a POST; undefined when there is none. */
  readonly body: unknown
  readonly nowMs: number
  /** What the pattern's groups matched, percent-decoded. */
  readonly params: Readonly<Record<string, string>>
}

export interface Answer {
  readonly status: number
  readonly body: unknown
}

export interface Route {
  readonly method: 'GET' | 'POST'
  /** As it is counted in the request log: "/gamma/events/:id". */
  readonly name: string
  readonly handle: (question: Question) => Answer
}

export const ok = (body: unknown): Answer => ({ status: 200, body })

/** The route's name as a pattern: ":x" is one path segment. */
export function patternOf(name: string): RegExp {
  const source = name
    .split('/')
    .map((part) =>
      part.startsWith(':') ? `(?<${part.slice(1)}>[^/]+)` : part.replace(/[.]/g, '\\.'),
    )
    .join('/')
  return new RegExp(`^${source}/?$`)
}

/** All values of a repeated or comma-separated parameter; also the `name[]` spelling. */
export function listOf(query: URLSearchParams, name: string): readonly string[] {
  return [...query.getAll(name), ...query.getAll(`${name}[]`)]
    .flatMap((value) => value.split(','))
    .map((value) => value.trim())
    .filter((value) => value !== '')
}

/** An integer of 0 or more; null when absent; NaN when it is something else. */
export function integerOf(query: URLSearchParams, name: string): number | null {
  const text = query.get(name)
  if (text === null || text === '') return null
  return /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN
}

/** The word of a list that a parameter is, whatever its case; null when absent, 'unknown' else. */
export function wordOf<T extends string>(
  query: URLSearchParams,
  name: string,
  words: readonly T[],
): T | null | 'unknown' {
  const text = query.get(name)?.toUpperCase()
  if (text === undefined || text === '') return null
  return words.find((word) => word === text) ?? 'unknown'
}

/** null when absent or neither word. */
export function booleanOf(query: URLSearchParams, name: string): boolean | null {
  const text = query.get(name)?.toLowerCase()
  return text === 'true' || text === '1' ? true : text === 'false' || text === '0' ? false : null
}
