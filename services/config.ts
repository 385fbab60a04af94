// The environment and the arguments, checked in one pass: every problem is reported at once, and
// nothing else reads the environment. The table of variables is in docs/operating.md.
import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { join, resolve } from 'node:path'
import type { LimitRates, Rate } from './api/limits.ts'
import { parseCommand, type Command } from './config/command.ts'
import {
  checkTogether,
  parseCacheUrl,
  parseLogUrl,
  parseStoreUrl,
  type LogSettings,
} from './config/engines.ts'
import { parseRate } from './config/rates.ts'

export type LogLevel = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent'

export interface PlatformAUrls {
  readonly gammaUrl: string
  readonly clobUrl: string
  readonly dataUrl: string
}

export interface PlatformBUrls {
  readonly url: string
}

export interface Config {
  readonly command: Command
  readonly dataDir: string
  readonly log: LogSettings
  readonly storeUrl: string
  readonly topicPrefix: string
  readonly host: string
  readonly port: number
  readonly adminHost: string
  readonly adminPort: number
  /** Tells the processes of the api apart; stays over restarts. */
  readonly instance: string
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

  const apiPort = port('PORT', 8080)
  const config: Config = {
    command: parseCommand(args, problems),
    dataDir,
    log: parseLogUrl(get('LOG_URL') ?? `lmdb:${join(dataDir, 'log')}`, problems),
    storeUrl: parseStoreUrl(get('STORE_URL') ?? `chdb:${join(dataDir, 'store')}`, problems),
    topicPrefix: get('TOPIC_PREFIX') ?? 'pm.',
    host: get('HOST') ?? '127.0.0.1',
    port: apiPort,
    instance: get('INSTANCE') ?? `${hostname()}-${apiPort || randomUUID()}`,
    adminHost: get('ADMIN_HOST') ?? '127.0.0.1',
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
  const ports = [apiPort, config.adminPort, config.simulatorPort].filter((p) => p !== 0)
  if (new Set(ports).size < ports.length)
    problems.push('PORT, ADMIN_PORT and SIMULATOR_PORT must differ')
  if (!/^[\w.-]{1,200}$/.test(config.instance))
    problems.push(`INSTANCE=${config.instance}: letters, digits, '.', '_' and '-' only, up to 200`)
  const usesSimulator = platformA === 'simulator' || platformB === 'simulator'
  checkTogether(config.command, { ...config, usesSimulator }, problems)
  if (problems.length) throw new ConfigError(problems)
  return Object.freeze(config)
}

function parseCount(name: string, value: string, problems: string[]): number {
  if (!/^\d{1,2}$/.test(value)) problems.push(`${name}=${value}: must be a number, 0 to 99`)
  return Number(value)
}
