// Parses the Retry-After header: a number of seconds or an HTTP date.

/** Returns the milliseconds to wait from `nowMs` on; null if the header is absent or invalid. */
export function retryAfterMs(header: string | string[] | undefined, nowMs: number): number | null {
  const text = (Array.isArray(header) ? header[0] : header)?.trim()
  if (!text) return null
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text) * 1000
  const atMs = Date.parse(text)
  return Number.isFinite(atMs) ? Math.max(0, atMs - nowMs) : null
}
