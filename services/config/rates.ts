// Parses rate limits in the form `requests/seconds`. Used by config.ts.
import type { Rate } from '../api/limits.ts'

/** Parses a variable such as `100/1s,2000/60s` (100 requests per second and 2000 per minute), or `off`. */
export function parseRates(name: string, value: string, problems: string[]): readonly Rate[] {
  if (value === 'off') return []
  const rates = value.split(',').map((part) => {
    const [, limit, seconds] = /^\s*([1-9]\d{0,8})\/([1-9]\d{0,5})s\s*$/.exec(part) ?? []
    return { limit: Number(limit), windowMs: Number(seconds) * 1000 }
  })
  if (rates.some(({ limit }) => Number.isNaN(limit)))
    problems.push(
      `${name}=${value}: must be requests per seconds, such as 100/1s or 100/1s,2000/60s (up to 999999s), or off`,
    )
  else if (new Set(rates.map((r) => r.windowMs)).size < rates.length)
    problems.push(`${name}=${value}: has the same time twice`)
  return rates
}
