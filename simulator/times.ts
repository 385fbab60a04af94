// Times in the formats of the platforms.

/** RFC 3339 with up to six digits, without trailing zeros: "2026-07-25T05:51:39.54467Z". */
export function microTime(us: number): string {
  const seconds = new Date(Math.floor(us / 1_000_000) * 1000).toISOString().slice(0, 19)
  const part = String(us % 1_000_000)
    .padStart(6, '0')
    .replace(/0+$/, '')
  return part === '' ? `${seconds}Z` : `${seconds}.${part}Z`
}

/** RFC 3339 in whole seconds. */
export const secondTime = (ms: number): string => microTime(Math.floor(ms / 1000) * 1_000_000)

/** As a PostgreSQL timestamp with a two-digit zone: "2026-07-24 00:25:21+00". */
export function postgresTime(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19).replace('T', ' ')}+00`
}

/** "2026-07-24" */
export const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10)
