export interface RequestLimitOptions {
  readonly requestsPerS: number
  /** A client that sent fewer requests may send this many at once. */
  readonly maxSavedRequests: number
}

/** Returns a function that takes one request from the saved ones. It returns false if there is none. */
export function createRequestLimit(options: RequestLimitOptions): (nowMs: number) => boolean {
  const { requestsPerS, maxSavedRequests } = options
  let saved = maxSavedRequests
  let atMs = 0
  return (nowMs) => {
    saved = Math.min(maxSavedRequests, saved + ((nowMs - atMs) * requestsPerS) / 1000)
    atMs = nowMs
    if (saved < 1) return false
    saved -= 1
    return true
  }
}
