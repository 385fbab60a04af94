// How long tests wait until the whole service has processed the platforms' responses.
export const timeoutMs = 90_000
export const waiting = { everyMs: 500, withinMs: timeoutMs }
