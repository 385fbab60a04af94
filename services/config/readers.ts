// Functions that read one environment variable each, and add what is wrong with it to `problems`. Used by
// config.ts.
import type { Rate } from '../api/limits.ts'
import { parseRates } from './rates.ts'

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

  const readRates = (name: string, fallback: string): readonly Rate[] =>
    parseRates(name, readVariable(name) ?? fallback, problems)
  const readCount = (name: string, fallback: string, max: number, min = 0): number =>
    parseCount(name, readVariable(name) ?? fallback, { min, max }, problems)
  const readSecret = (name: string): string | null => {
    const value = readVariable(name)
    if (value !== undefined && Buffer.byteLength(value) < minSecretBytes)
      problems.push(`${name}: must have ${minSecretBytes} bytes or more`)
    return value ?? null
  }

  return { readVariable, readChoice, readPort, readUrl, readRates, readCount, readSecret }
}

/** Parses an integer from `min` to `max`. */
function parseCount(
  name: string,
  value: string,
  { min, max }: { readonly min: number; readonly max: number },
  problems: string[],
): number {
  if (!/^\d{1,12}$/.test(value) || Number(value) < min || Number(value) > max)
    problems.push(`${name}=${value}: must be a number, ${min} to ${max}`)
  return Number(value)
}
