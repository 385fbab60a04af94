// Retry-After as HTTP has it: a number of seconds, or a date.

/** Milliseconds to wait from `nowMs` on; null when the header is absent or makes no sense. */
export function retryAfterMs(header: string | string[] | undefined, nowMs: number): number | null {
  const text = (Array.isArray(header) ? header[0] : header)?.trim()
  if (!text) return null
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text) * 1000
  const atMs = Date.parse(text)
  return Number.isFinite(atMs) ? Math.max(0, atMs - nowMs) : null
}
