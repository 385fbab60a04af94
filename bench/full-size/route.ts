// What the routes of both simulated platforms have in common.

/** The kinds of requests that are counted separately. */
export type RequestClass =
  'lists' | 'changes' | 'lookups' | 'tape' | 'history' | 'books' | 'wallets' | 'other'

export interface PlatformRequest {
  readonly path: string
  readonly query: URLSearchParams
  /** Body of a POST. */
  readonly body: string
  readonly nowMs: number
}

export interface PlatformResponse {
  readonly class: RequestClass
  /** 200 if omitted. */
  readonly status?: number
  /** JSON text. */
  readonly text: string
  /** The markets whose books the response contains. */
  readonly books?: readonly number[]
}

/** Numbers that count up or down, both bounds included. */
export function range(from: number, to: number): number[] {
  const step = from <= to ? 1 : -1
  return Array.from({ length: Math.abs(to - from) + 1 }, (_, n) => from + n * step)
}

/** A pseudo-random whole number below `limit` that depends only on the seed. */
export function pick(seed: number, limit: number): number {
  let x = Math.imul((seed ^ Math.floor(seed / 2 ** 32)) | 0, 0x9e3779b1)
  x = Math.imul(x ^ (x >>> 15), 0x85ebca6b)
  return ((x ^ (x >>> 13)) >>> 0) % limit
}
