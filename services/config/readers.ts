// Functions that read one environment variable each, and add what is wrong with it to `problems`. Used by
// config.ts.
import type { Rate } from '../api/limits.ts'

/** Minimum length of secrets. RFC 7518, 3.2, requires a key of HMAC-SHA-256 to be as long as the hash. */
const minSecretBytes = 32

export type Env = Readonly<Record<string, string | undefined>>

export type VariableReaders = ReturnType<typeof createVariableReaders>

/** Creates the functions that read `env`. An empty variable counts as not set. */
export function createVariableReaders(env: Env, problems: string[]) {
  const readVariable = (name: string): string | undefined => env[name]?.trim() || undefined

  const readChoice = <T extends string>(name: string, choices: readonly T[], fallback: T): T => {
    const value = readVariable(name) ?? fallback
    const found = choices.find((a) => a === value)
    if (!found) problems.push(`${name}=${value}: must be one of ${choices.join(', ')}`)
    return found ?? fallback
  }
  const readPort = (name: string, fallback: number): number => {
    const value = readVariable(name)
    if (value === undefined) return fallback
    const number = Number(value)
    if (!/^\d+$/.test(value) || number > 65_535)
      problems.push(
        `${name}=${value}: must be a port number from 0 to 65535 (0 selects a free port)`,
      )
    return number
  }
  const readUrl = (
    name: string,
    schemes: readonly string[] = ['http:', 'https:'],
  ): string | undefined => {
    const value = readVariable(name)
    if (value === undefined) return undefined
    const parsed = URL.canParse(value) ? new URL(value) : null
    if (!parsed || !schemes.includes(parsed.protocol)) {
      const names = schemes.map((scheme) => scheme.slice(0, -1)).join(' or ')
      problems.push(`${name}=${value}: must be a URL that begins with ${names}`)
    }
    return value.replace(/\/+$/, '')
  }

  /** Reads rate limits such as `100/1s,2000/60s` (100 requests per second and 2000 per minute), or `off`. */
  const readRates = (name: string, fallback: string): readonly Rate[] => {
    const value = readVariable(name) ?? fallback
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
  const readCount = (name: string, fallback: string, max: number, min = 0): number => {
    const value = readVariable(name) ?? fallback
    if (!/^\d{1,12}$/.test(value) || Number(value) < min || Number(value) > max)
      problems.push(`${name}=${value}: must be a number, ${min} to ${max}`)
    return Number(value)
  }
  const readSecret = (name: string): string | null => {
    const value = readVariable(name)
    if (value !== undefined && Buffer.byteLength(value) < minSecretBytes)
      problems.push(`${name}: must have ${minSecretBytes} bytes or more`)
    return value ?? null
  }

  return { readVariable, readChoice, readPort, readUrl, readRates, readCount, readSecret }
}
