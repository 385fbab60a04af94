// What the server was asked and what it answered, counted by route, for tests and for the curious.

export interface ServedRequest {
  readonly route: string
  readonly url: string
  readonly atMs: number
  /** 0: no answer was given. */
  readonly status: number
  /** The fault that was applied. */
  readonly fault: string | null
}

export interface RequestLog {
  /** Requests by route since the start. */
  counts(): Readonly<Record<string, number>>
  /** The newest ones, oldest first. */
  recent(): readonly ServedRequest[]
}

const keptRequests = 10_000

export function createRequestLog(): RequestLog & { add(request: ServedRequest): void } {
  const counted = new Map<string, number>()
  const kept: ServedRequest[] = []
  return {
    add(request) {
      counted.set(request.route, (counted.get(request.route) ?? 0) + 1)
      kept.push(request)
      if (kept.length > 2 * keptRequests) kept.splice(0, keptRequests)
    },
    counts: () => Object.fromEntries(counted),
    recent: () => kept.slice(-keptRequests),
  }
}
