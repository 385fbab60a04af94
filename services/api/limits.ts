// Rate limits of clients: fixed windows in the cache, shared by all API processes. The headers of a
// response describe the window that is closest to its limit.
import type { Cache, WindowState } from '../lib/cache/port.ts'
import { allOf, chain, type MaybePromise } from '../lib/run/maybe-promise.ts'
import { rateLimited } from './errors.ts'

/** At most `limit` requests in `windowMs` milliseconds. */
export interface Rate {
  readonly limit: number
  readonly windowMs: number
}

/** The rates of each kind of request; an empty list means no limit. */
export interface LimitRates {
  /**
   * Limits of data requests per API key, and of requests that manage keys per account. All keys of an account together
   * may make `accountFactor` times as many data requests as one key.
   */
  readonly requests: readonly Rate[]
  /** Limits per address for signups and logins, and per account for creating keys. */
  readonly auth: readonly Rate[]
  /** Limits per email for failed logins. */
  readonly loginFailures: readonly Rate[]
  /** Limits per address for new accounts, and per account for new keys. */
  readonly creations: readonly Rate[]
}

/**
 * What a limit counts requests by, for example by API key. A 429 error has the part of the request with this value as
 * its location.
 */
export type CountedBy = keyof typeof locations

export const locations = {
  key: ['header', 'X-API-Key'],
  token: ['header', 'Authorization'],
  email: ['body', 'email'],
  address: ['path'],
} as const

/** A rate limit of one kind of request, with one window for each of its rates. */
export interface Limit {
  /**
   * Counts a request as `cost` requests (default 1) in each window, but as no more requests than the limit of that
   * window. Returns the states of the windows; as a promise only if the cache returns a promise. Rejects with a
   * RequestError (429) if a window is exhausted; never throws. `key`: the value to count by, for example an API key.
   * `alreadyCounted`: how many of the `cost` requests an earlier call has counted (default 0). This call does not count
   * them again, and leaves out of its result a window in which nothing remains to be counted.
   */
  countRequest(
    key: string,
    countedBy: CountedBy,
    cost?: number,
    alreadyCounted?: number,
  ): MaybePromise<readonly WindowState[]>
  /** Resets the counters of the key in all windows. */
  clear(key: string): Promise<void>
  /** The states that the windows have before the first request is counted. */
  readonly initialStates: readonly WindowState[]
}

export type Limits = Readonly<Record<keyof LimitRates | 'accountRequests', Limit>>

const accountFactor = 3

export function createLimits(cache: Cache, rates: LimitRates): Limits {
  return {
    requests: createLimit(cache, 'requests', rates.requests),
    accountRequests: createLimit(
      cache,
      'account-requests',
      rates.requests.map((rate) => ({ ...rate, limit: rate.limit * accountFactor })),
    ),
    auth: createLimit(cache, 'auth', rates.auth),
    loginFailures: createLimit(cache, 'login-failures', rates.loginFailures),
    creations: createLimit(cache, 'creations', rates.creations),
  }
}

function createLimit(cache: Cache, name: string, rates: readonly Rate[]): Limit {
  const windows = rates.map((rate) => ({
    limit: rate.limit,
    window: cache.window({ name, ...rate }),
  }))
  const initialStates = rates.map(({ limit, windowMs }) => ({
    isAllowed: true,
    limit,
    remaining: limit,
    resetMs: windowMs,
  }))
  return {
    initialStates,
    countRequest(key, countedBy, cost = 1, alreadyCounted = 0) {
      const takes: MaybePromise<WindowState>[] = []
      for (const { limit, window } of windows) {
        const further = Math.min(cost, limit) - Math.min(alreadyCounted, limit)
        if (further > 0) takes.push(window.take(key, further))
      }
      return chain(allOf(takes), (states) => rejectExhausted(states, countedBy))
    },
    async clear(key) {
      await Promise.all(windows.map(({ window }) => window.clear(key)))
    },
  }
}

function rejectExhausted(
  states: readonly WindowState[],
  countedBy: CountedBy,
): MaybePromise<readonly WindowState[]> {
  if (states.every(({ isAllowed }) => isAllowed)) return states
  const exhausted = states.filter((state) => !state.isAllowed)
  const waitS = toSeconds(Math.max(...exhausted.map((state) => state.resetMs)))
  return Promise.reject(rateLimited(locations[countedBy], waitS, toRateHeaders(states)))
}

/**
 * Returns the `RateLimit-*` headers for the window that is closest to its limit; none if there is no window.
 */
export function toRateHeaders(states: readonly WindowState[]): Readonly<Record<string, string>> {
  let [tightest] = states
  if (!tightest) return {}
  for (const state of states) if (isCloserToLimit(state, tightest)) tightest = state
  return {
    'RateLimit-Limit': String(tightest.limit),
    'RateLimit-Remaining': String(tightest.remaining),
    'RateLimit-Reset': String(toSeconds(tightest.resetMs)),
  }
}

/**
 * Whether window `a` is closer to its limit than window `b`: a smaller share of its requests
 * remains. If both are exhausted: whether `a` stays exhausted for longer.
 */
function isCloserToLimit(a: WindowState, b: WindowState): boolean {
  if (a.isAllowed !== b.isAllowed) return !a.isAllowed
  const difference = a.remaining / a.limit - b.remaining / b.limit
  return difference === 0 ? a.resetMs > b.resetMs : difference < 0
}

function toSeconds(ms: number): number {
  return Math.max(1, Math.ceil(ms / 1000))
}
