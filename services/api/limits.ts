// How much a client may ask: windows of the cache, shared by every process of the api. Each answer
// tells the window that is nearest to used up.
import type { Cache, Window, WindowState } from '../platform/cache/port.ts'
import { rateLimited } from './errors.ts'

/** At most `limit` in `windowMs`. */
export interface Rate {
  readonly limit: number
  readonly windowMs: number
}

/** An empty list: no limit. */
export interface LimitRates {
  /** Per API key on data, per account on the management of keys. */
  readonly requests: readonly Rate[]
  /** Per address on signup and login, per account on new keys. */
  readonly auth: readonly Rate[]
  /** Per email: logins that failed. */
  readonly loginFailures: readonly Rate[]
}

/** The windows of one purpose. */
export interface Limit {
  /** Counts a request, in each window. Throws a RequestError (429) when one is used up. */
  take(key: string): Promise<readonly WindowState[]>
  /** Forgets what was counted. */
  clear(key: string): Promise<void>
  /** What a client finds that has asked nothing yet. */
  readonly unused: readonly WindowState[]
}

export type Limits = Readonly<Record<keyof LimitRates, Limit>>

export function createLimits(cache: Cache, rates: LimitRates): Limits {
  return {
    requests: createLimit(cache, 'requests', rates.requests),
    auth: createLimit(cache, 'auth', rates.auth),
    loginFailures: createLimit(cache, 'login-failures', rates.loginFailures),
  }
}

function createLimit(cache: Cache, name: string, rates: readonly Rate[]): Limit {
  const windows: readonly Window[] = rates.map((rate) => cache.window({ name, ...rate }))
  const unused = rates.map(({ limit, windowMs }) => ({
    isAllowed: true,
    limit,
    remaining: limit,
    resetMs: windowMs,
  }))
  return {
    unused,
    async take(key) {
      // none of them ever rejects
      const takes = windows.map((window) => window.take(key))
      const states: WindowState[] = []
      for (const take of takes) states.push(await take)
      const used = states.filter((state) => !state.isAllowed)
      if (used.length === 0) return states
      const waitS = toSeconds(Math.max(...used.map((state) => state.resetMs)))
      throw rateLimited(waitS, toRateHeaders(states))
    },
    async clear(key) {
      await Promise.all(windows.map((window) => window.clear(key)))
    },
  }
}

/** `RateLimit-*`, of the window that is nearest to used up; none when there is no window. */
export function toRateHeaders(states: readonly WindowState[]): Readonly<Record<string, string>> {
  const [first, ...others] = states
  if (!first) return {}
  const nearest = others.reduce((a, b) => (isNearer(b, a) ? b : a), first)
  return {
    'RateLimit-Limit': String(nearest.limit),
    'RateLimit-Remaining': String(nearest.remaining),
    'RateLimit-Reset': String(toSeconds(nearest.resetMs)),
  }
}

/** Less of it is left; of two used up, the one that stays so for longer. */
function isNearer(a: WindowState, b: WindowState): boolean {
  if (a.isAllowed !== b.isAllowed) return !a.isAllowed
  const difference = a.remaining / a.limit - b.remaining / b.limit
  return difference === 0 ? a.resetMs > b.resetMs : difference < 0
}

function toSeconds(ms: number): number {
  return Math.max(1, Math.ceil(ms / 1000))
}
