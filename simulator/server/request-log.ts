// The requests and statuses of the server, counted by route, for tests.

export interface ServedRequest {
  readonly route: string
  readonly url: string
  readonly atMs: number
  /** 0: no response was sent. */
  readonly status: number
  /** The fault that was injected. */
  readonly fault: string | null
}

export interface RequestLog {
  /** Requests by route since the start. */
  counts(): Readonly<Record<string, number>>
  /** The most recent requests, oldest first. */
  recent(): readonly ServedRequest[]
}

const maxRecent = 10_000

export function createRequestLog(): RequestLog & { add(request: ServedRequest): void } {
  const countByRoute = new Map<string, number>()
  const kept: ServedRequest[] = []
  return {
    add(request) {
      countByRoute.set(request.route, (countByRoute.get(request.route) ?? 0) + 1)
      kept.push(request)
      if (kept.length > 2 * maxRecent) kept.splice(0, maxRecent)
    },
    counts: () => Object.fromEntries(countByRoute),
    recent: () => kept.slice(-maxRecent),
  }
}
