// Limits as they are written: requests per seconds.
import type { Rate } from '../api/limits.ts'

/** `100/1s,2000/60s`, or `off`. */
export function parseRate(name: string, value: string, problems: string[]): readonly Rate[] {
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
    problems.push(`${name}=${value}: names a time twice`)
  return rates
}
