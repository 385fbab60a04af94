// The environment and the arguments, checked in one pass: every problem is reported at once, and
// nothing else reads the environment. The table of variables is in docs/operating.md.
import { join, resolve } from 'node:path'
import type { LimitRates, Rate } from './api/limits.ts'
import type { ReplayableStage } from './ops/replay.ts'
import { roles } from './topology.ts'

export type LogLevel = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent'

export interface PlatformAUrls {
  readonly gammaUrl: string
  readonly clobUrl: string
  readonly dataUrl: string
}

export interface PlatformBUrls {
  readonly url: string
}

export type Command =
  /** The whole service. */
  | { readonly name: 'run' }
  /** A simulator and nothing else, for other programs. */
  | { readonly name: 'simulator' }
  /** Sets a stage back to the oldest record; the next run does its work again. */
  | { readonly name: 'replay'; readonly stage: ReplayableStage }
  /** Ends an account, in the service that runs. */
  | { readonly name: 'revoke-developer'; readonly email: string; readonly reason: string }
  /** Says why two markets match or do not, in the service that runs. */
  | { readonly name: 'explain-match'; readonly ids: readonly [string, string] }

export interface Config {
  readonly command: Command
  readonly dataDir: string
  readonly logPath: string
  readonly storeUrl: string
  readonly topicPrefix: string
  readonly host: string
  readonly port: number
  readonly adminPort: number
  readonly simulatorPort: number
  readonly logLevel: LogLevel
  readonly cacheUrl: string
  readonly rates: LimitRates
  /** null: made on first start and kept in DATA_DIR. */
  readonly jwtSecret: string | null
  /** The one before it, accepted for one lifetime of a token; null: none. */
  readonly previousJwtSecret: string | null
  /** How many proxies of the operator's own a request comes through. */
  readonly trustedProxies: number
  /** Where each platform is; `simulator`: on the simulator of this process; null: left out. */
  readonly platformA: PlatformAUrls | 'simulator' | null
  readonly platformB: PlatformBUrls | 'simulator' | null
}

/** Some variables or arguments are wrong; `problems` says which and what to do, one line each. */
export class ConfigError extends Error {
  readonly problems: readonly string[]
  constructor(problems: readonly string[]) {
    super(problems.join('\n'))
    this.name = 'ConfigError'
    this.problems = problems
  }
}

const live = {
  gamma: 'https://gamma-api.polymarket.com',
  clob: 'https://clob.polymarket.com',
  data: 'https://data-api.polymarket.com',
  platformB: 'https://external-api.kalshi.com/trade-api/v2',
}
/** As many as an HMAC-SHA-256 has (RFC 7518, 3.2). */
const shortestSecretBytes = 32
const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
const platformNames = ['platform_a', 'platform_b'] as const

type Env = Readonly<Record<string, string | undefined>>

/** Throws ConfigError. An empty variable counts as absent. */
export function parseConfig(env: Env, args: readonly string[]): Config {
  const problems: string[] = []
  const get = (name: string): string | undefined => env[name]?.trim() || undefined

  const oneOf = <T extends string>(name: string, allowed: readonly T[], fallback: T): T => {
    const value = get(name) ?? fallback
    const found = allowed.find((a) => a === value)
    if (!found) problems.push(`${name}=${value}: must be one of ${allowed.join(', ')}`)
    return found ?? fallback
  }
  const port = (name: string, fallback: number): number => {
    const value = get(name)
    if (value === undefined) return fallback
    const number = Number(value)
    if (!/^\d+$/.test(value) || number > 65_535)
      problems.push(`${name}=${value}: must be a port, 0 to 65535 (0: any free one)`)
    return number
  }
  const url = (name: string): string | undefined => {
    const value = get(name)
    if (value === undefined) return undefined
    const parsed = URL.canParse(value) ? new URL(value) : null
    if (!parsed || !['http:', 'https:'].includes(parsed.protocol))
      problems.push(`${name}=${value}: must be an http or https URL`)
    return value.replace(/\/+$/, '')
  }

  const rate = (name: string, fallback: string): readonly Rate[] =>
    parseRate(name, get(name) ?? fallback, problems)
  const secret = (name: string): string | null => {
    const value = get(name)
    if (value !== undefined && Buffer.byteLength(value) < shortestSecretBytes)
      problems.push(`${name}: must have ${shortestSecretBytes} bytes or more`)
    return value ?? null
  }

  const dataDir = resolve(get('DATA_DIR') ?? './data')
  const upstream = oneOf('UPSTREAM', ['simulator', 'live'], 'simulator')
  const platforms = (get('PLATFORMS') ?? platformNames.join(',')).split(',').map((p) => p.trim())
  for (const p of platforms)
    if (!platformNames.some((n) => n === p))
      problems.push(`PLATFORMS names ${p}: known are ${platformNames.join(', ')}`)

  const gamma = url('PLATFORM_A_GAMMA_URL')
  const clob = url('PLATFORM_A_CLOB_URL')
  const data = url('PLATFORM_A_DATA_URL')
  const urlB = url('PLATFORM_B_URL')
  const platformA: Config['platformA'] = !platforms.includes('platform_a')
    ? null
    : upstream === 'simulator' && !gamma && !clob && !data
      ? 'simulator'
      : {
          gammaUrl: gamma ?? live.gamma,
          clobUrl: clob ?? live.clob,
          dataUrl: data ?? live.data,
        }
  const platformB: Config['platformB'] = !platforms.includes('platform_b')
    ? null
    : upstream === 'simulator' && !urlB
      ? 'simulator'
      : { url: urlB ?? live.platformB }

  const config: Config = {
    command: parseCommand(args, problems),
    dataDir,
    logPath: parseLogUrl(get('LOG_URL') ?? `lmdb:${join(dataDir, 'log')}`, problems),
    storeUrl: parseStoreUrl(get('STORE_URL') ?? `chdb:${join(dataDir, 'store')}`, problems),
    topicPrefix: get('TOPIC_PREFIX') ?? 'pm.',
    host: get('HOST') ?? '127.0.0.1',
    port: port('PORT', 8080),
    adminPort: port('ADMIN_PORT', 8081),
    simulatorPort: port('SIMULATOR_PORT', 8090),
    logLevel: oneOf('LOG_LEVEL', logLevels, 'info'),
    cacheUrl: parseCacheUrl(get('CACHE_URL') ?? 'memory:', problems),
    rates: {
      requests: rate('RATE_LIMIT', '100/1s,2000/60s'),
      auth: rate('AUTH_RATE_LIMIT', '20/60s'),
      loginFailures: rate('LOGIN_FAILURE_LIMIT', '10/900s'),
    },
    jwtSecret: secret('JWT_SECRET'),
    previousJwtSecret: secret('JWT_SECRET_PREVIOUS'),
    trustedProxies: parseCount('TRUSTED_PROXIES', get('TRUSTED_PROXIES') ?? '0', problems),
    platformA,
    platformB,
  }
  if (!/^[\w.-]*$/.test(config.topicPrefix))
    problems.push(`TOPIC_PREFIX=${config.topicPrefix}: letters, digits, '.', '_' and '-' only`)
  const ports = [config.port, config.adminPort, config.simulatorPort].filter((p) => p !== 0)
  if (new Set(ports).size < ports.length)
    problems.push('PORT, ADMIN_PORT and SIMULATOR_PORT must differ')
  if (problems.length) throw new ConfigError(problems)
  return Object.freeze(config)
}

function parseCommand(args: readonly string[], problems: string[]): Command {
  const [name, first, ...rest] = args
  if (name === undefined) return { name: 'run' }
  if (name === 'simulator' && args.length === 1) return { name }
  if (name === 'replay' && args.length === 2 && (first === 'normalizer' || first === 'projector'))
    return { name, stage: first }
  if (name === 'revoke-developer' && first !== undefined)
    return { name, email: first, reason: rest.join(' ') }
  const [second] = rest
  if (name === 'explain-match' && args.length === 3 && first !== undefined && second !== undefined)
    return { name, ids: [first, second] }
  problems.push(
    args.every((arg) => Object.hasOwn(roles, arg))
      ? `${args.join(' ')}: the embedded log and store belong to one process, which runs all roles; leave the arguments out`
      : `${args.join(' ')}: known are no argument (the whole service), simulator, replay normalizer, replay projector, revoke-developer <email> [reason], explain-match <market id> <market id>`,
  )
  return { name: 'run' }
}

/** `100/1s,2000/60s`, or `off`. */
function parseRate(name: string, value: string, problems: string[]): readonly Rate[] {
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

function parseCount(name: string, value: string, problems: string[]): number {
  if (!/^\d{1,2}$/.test(value)) problems.push(`${name}=${value}: must be a number, 0 to 99`)
  return Number(value)
}

function parseCacheUrl(value: string, problems: string[]): string {
  if (value !== 'memory:' && !(/^rediss?:\/\/./.test(value) && URL.canParse(value)))
    problems.push('CACHE_URL: must be memory: or redis(s)://user:password@host:port/number')
  return value
}

function parseLogUrl(value: string, problems: string[]): string {
  const path = /^lmdb:(.+)$/.exec(value)?.[1]
  if (!path) problems.push(`LOG_URL=${value}: must be lmdb:<directory>`)
  return resolve(path ?? '')
}

function parseStoreUrl(value: string, problems: string[]): string {
  const path = /^chdb:(.+)$/.exec(value)?.[1]
  if (path) return `chdb:${resolve(path)}`
  if (!/^https?:\/\/./.test(value) || !URL.canParse(value))
    problems.push(
      'STORE_URL: must be chdb:<directory> or http(s)://user:password@host:port/database',
    )
  return value
}
