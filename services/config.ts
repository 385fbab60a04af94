// The environment and the arguments, checked in one pass: every problem is reported at once, and
// nothing else reads the environment. The table of variables is in docs/operating.md.
import { join, resolve } from 'node:path'
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
  const [name, stage] = args
  if (name === undefined) return { name: 'run' }
  if (name === 'simulator' && args.length === 1) return { name }
  if (name === 'replay' && args.length === 2 && (stage === 'normalizer' || stage === 'projector'))
    return { name, stage }
  problems.push(
    args.every((arg) => Object.hasOwn(roles, arg))
      ? `${args.join(' ')}: the embedded log and store belong to one process, which runs all roles; leave the arguments out`
      : `${args.join(' ')}: known are no argument (the whole service), simulator, replay normalizer, replay projector`,
  )
  return { name: 'run' }
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
