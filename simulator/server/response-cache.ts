// A cache in front of a platform: it keeps the response of each URL, whatever the request says about caching.
import type { RouteResponse } from './routes.ts'

const maxAgeMs = 300_000

export function createResponseCache(): {
  /** The response that is in the cache, with the time at which it was made and its age, or a new one. */
  get(url: string, nowMs: number, respond: () => RouteResponse): RouteResponse
} {
  const cached = new Map<string, { readonly response: RouteResponse; readonly atMs: number }>()
  return {
    get(url, nowMs, respond) {
      // The oldest come first.
      for (const [old, { atMs }] of cached) {
        if (nowMs - atMs < maxAgeMs) break
        cached.delete(old)
      }
      const known = cached.get(url)
      if (known === undefined) {
        const response = respond()
        cached.set(url, { response, atMs: nowMs })
        return response
      }
      return {
        ...known.response,
        headers: {
          Date: new Date(known.atMs).toUTCString(),
          Age: String(Math.floor((nowMs - known.atMs) / 1000)),
        },
      }
    },
  }
}
