// Parses and checks the environment variables and the command-line arguments. All invalid values are reported
// together. No other file reads environment variables. docs/operating.md has a table of them.
import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { join, resolve } from 'node:path'
import type { LimitRates } from './api/limits.ts'
import type { StreamLimits } from './api/live/stream-slots.ts'
import type { Quotas } from './api/client-requests/request-quotas.ts'
import { parseCommand, usesStore, type Command } from './config/command.ts'
import {
  checkSettingCombinations,
  parseCacheUrl,
  parseLogUrl,
  parseStoreUrl,
  type LogSettings,
} from './config/connection-urls.ts'
import { readCredentials } from './config/credentials.ts'
import { readMcpSettings, type McpSettings } from './config/mcp.ts'
import { readPlatformUrls } from './config/platform-urls.ts'
import { createVariableReaders, type Env } from './config/readers.ts'
import { parseRetentionBytes } from './config/retention.ts'
import type { RequestSigner } from './platforms/credentials.ts'
import type { PlatformName } from './platforms/identity.ts'
import type { PlatformUrls } from './platforms/module.ts'
import { platforms } from './platforms/modules.ts'
import type { RetentionBytes } from './topology.ts'

export type LogLevel = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent'

export interface Config {
  readonly command: Command
  readonly dataDir: string
  /** `one`: this process runs all roles of the command; `roles`: child processes run groups of them. */
  readonly processes: 'one' | 'roles'
  readonly log: LogSettings
  /** null: no role of this process uses a store. */
  readonly storeUrl: string | null
  readonly topicPrefix: string
  /**
   * Maximum size of topics in the log, in bytes. It applies in addition to the time for which their records are
   * kept.
   */
  readonly retentionBytes: RetentionBytes
  readonly host: string
  readonly port: number
  readonly adminHost: string
  readonly adminPort: number
  /**
   * Name that distinguishes this process from other processes of the api. It must stay the same after a
   * restart.
   */
  readonly instance: string
  readonly simulatorPort: number
  /** Factor by which the simulator multiplies the number of its trades. */
  readonly simulatorActivity: number
  readonly logLevel: LogLevel
  readonly cacheUrl: string
  readonly rates: LimitRates
  readonly walletQuotas: Quotas
  /**
   * Maximum number of markets whose older trades one account, and all accounts together, can request within a
   * day.
   */
  readonly historyQuotas: Quotas
  /** Days of trades that the back-fill of each market reads; older trades are read on request. */
  readonly historyDays: number
  /**
   * For at most this many days after its end, a market stays in the lists of the api. A market that ended earlier is
   * not added by the poller if it is unknown.
   */
  readonly endedMarketsDays: number
  /** Maximum number of ended markets in the lists of the api, those that ended last. */
  readonly listedEndedMarkets: number
  /** Memory of the api for trades, quotes and order books, in MB. */
  readonly readCacheMb: number
  /** Memory of the api for the newest records of the log, which clients follow, in MB. */
  readonly liveBufferMb: number
  /** Maximum number of open streams of one account, and of all accounts together, in each process of the api. */
  readonly streamLimits: StreamLimits
  /** Number of price levels that are kept of each side of an order book, the best ones; 0: all. */
  readonly bookDepth: number
  /** Maximum number of order books of each platform that are recorded in 24 hours. */
  readonly booksPerDay: number
  /** How many of the most traded markets of each platform are followed with its live stream; 0: none. */
  readonly streamMarkets: number
  /** Maximum size of the live-stream frames that are recorded per platform in 24 hours, in MB. */
  readonly streamMbPerDay: number
  /** Once this many markets of a platform are known, the poller adds only markets that have been traded. */
  readonly maxMarkets: number
  /** Secret that signs login tokens. null: the first start generates one and stores it in DATA_DIR. */
  readonly jwtSecret: string | null
  /**
   * The secret before the current one. Tokens that were signed with it are accepted until they expire. null: there
   * is none.
   */
  readonly previousJwtSecret: string | null
  /**
   * Secret from which the secrets of webhooks are derived. null: the first start generates one and stores it in
   * DATA_DIR.
   */
  readonly webhookSecret: string | null
  /** Whether the URLs of webhooks may have hosts with addresses that are not public, and may use plain HTTP. */
  readonly allowPrivateWebhooks: boolean
  /** Number of reverse proxies between clients and the api, whose forwarded client address is trusted. */
  readonly trustedProxies: number
  /** Settings of the command `mcp`. */
  readonly mcp: McpSettings
  /** The base URLs of each recorded platform. `simulator`: the platform is simulated in this process. */
  readonly platforms: Readonly<Partial<Record<PlatformName, PlatformUrls | 'simulator'>>>
  /** Signs the requests to platforms for which the operator has configured credentials. */
  readonly signers: Readonly<Partial<Record<PlatformName, RequestSigner>>>
  /**
   * Warnings about settings that are allowed but dangerous. The process that the operator starts logs
   * them.
   */
  readonly warnings: readonly string[]
}

/** Error for invalid variables or arguments. `problems` has one line for each of them, which says how to correct it. */
export class ConfigError extends Error {
  readonly problems: readonly string[]
  constructor(problems: readonly string[]) {
    super(problems.join('\n'))
    this.name = 'ConfigError'
    this.problems = problems
  }
}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

/**
 * Parses the variables and arguments. Throws ConfigError if any is invalid. An empty variable counts as not
 * set.
 */
export function parseConfig(env: Env, args: readonly string[]): Config {
  const problems: string[] = []
  const warnings: string[] = []
  const readers = createVariableReaders(env, problems)
  const { readVariable, readChoice, readPort, readRates, readCount, readSecret } = readers

  const dataDir = resolve(readVariable('DATA_DIR') ?? './data')
  const upstream = readChoice('UPSTREAM', ['simulator', 'live'], 'simulator')
  const followed = readPlatformUrls(platforms, upstream, readers, problems)
  const apiPort = readPort('PORT', 8080)
  const historyDays = readCount('HISTORY_DAYS', '30', 36_500, 1)
  const command = parseCommand(args, problems)
  const log = parseLogUrl(readVariable('LOG_URL') ?? `lmdb:${join(dataDir, 'log')}`, problems)
  const storeUrl =
    readVariable('STORE_URL') ?? (log.kind === 'lmdb' ? `chdb:${join(dataDir, 'store')}` : null)
  // The simulated platforms are small: several processes would cost more than they save.
  const isLargeAndLocal = upstream === 'live' && log.kind === 'lmdb'
  const config: Config = {
    command,
    dataDir,
    processes: readChoice('PROCESSES', ['one', 'roles'], isLargeAndLocal ? 'roles' : 'one'),
    log,
    storeUrl:
      storeUrl !== null && usesStore(command, log.kind) ? parseStoreUrl(storeUrl, problems) : null,
    topicPrefix: readVariable('TOPIC_PREFIX') ?? 'pm.',
    retentionBytes: parseRetentionBytes(readVariable('RETENTION_GB') ?? '', problems),
    host: readVariable('HOST') ?? '127.0.0.1',
    port: apiPort,
    instance: readVariable('INSTANCE') ?? `${hostname()}-${apiPort || randomUUID()}`,
    adminHost: readVariable('ADMIN_HOST') ?? '127.0.0.1',
    adminPort: readPort('ADMIN_PORT', 8081),
    simulatorPort: readPort('SIMULATOR_PORT', 8090),
    simulatorActivity: readCount('SIMULATOR_ACTIVITY', '1', 1000),
    logLevel: readChoice('LOG_LEVEL', logLevels, 'info'),
    cacheUrl: parseCacheUrl(readVariable('CACHE_URL') ?? 'memory:', problems),
    rates: {
      requests: readRates('RATE_LIMIT', '100/1s,2000/60s'),
      auth: readRates('AUTH_RATE_LIMIT', '20/60s'),
      loginFailures: readRates('LOGIN_FAILURE_LIMIT', '10/900s'),
      creations: readRates('CREATION_LIMIT', '100/86400s'),
    },
    walletQuotas: {
      perAccount: readCount('MAX_FOLLOWED_WALLETS_PER_ACCOUNT', '1000', 999_999),
      total: readCount('MAX_FOLLOWED_WALLETS', '100000', 999_999),
    },
    historyQuotas: {
      perAccount: readCount('MAX_REQUESTED_HISTORIES_PER_ACCOUNT', '1000', 999_999),
      total: readCount('MAX_REQUESTED_HISTORIES', '10000', 999_999),
    },
    historyDays,
    endedMarketsDays:
      readVariable('ENDED_MARKETS') === undefined
        ? historyDays
        : readCount('ENDED_MARKETS', '', 36_500, 1),
    listedEndedMarkets: readCount('LISTED_ENDED_MARKETS', '200000', 100_000_000, 1_000),
    readCacheMb: readCount('READ_CACHE_MB', '128', 65_536, 1),
    liveBufferMb: readCount('LIVE_BUFFER_MB', '32', 4_096, 1),
    streamLimits: {
      perAccount: readCount('MAX_STREAMS_PER_ACCOUNT', '20', 100_000),
      total: readCount('MAX_STREAMS', '10000', 100_000),
    },
    bookDepth: readCount('BOOK_DEPTH', '50', 1_000),
    booksPerDay: readCount('BOOKS_PER_DAY', '1000000', 100_000_000_000, 10_000),
    streamMarkets: readCount('STREAM_MARKETS', '0', 100_000),
    streamMbPerDay: readCount('STREAM_MB_PER_DAY', '2000', 1_000_000),
    maxMarkets: readCount('MAX_MARKETS', '1000000', 100_000_000, 1_000),
    jwtSecret: readSecret('JWT_SECRET'),
    previousJwtSecret: readSecret('JWT_SECRET_PREVIOUS'),
    webhookSecret: readSecret('WEBHOOK_SECRET'),
    allowPrivateWebhooks: readChoice('WEBHOOKS_ALLOW_PRIVATE', ['yes', 'no'], 'no') === 'yes',
    trustedProxies: readCount('TRUSTED_PROXIES', '0', 99),
    mcp: readMcpSettings(command, apiPort, readers, problems),
    platforms: followed,
    signers: readCredentials(platforms, readVariable, { problems, warnings }),
    warnings,
  }
  if (!/^[\w.-]*$/.test(config.topicPrefix))
    problems.push(`TOPIC_PREFIX=${config.topicPrefix}: letters, digits, '.', '_' and '-' only`)
  const ports = [apiPort, config.adminPort, config.simulatorPort].filter((p) => p !== 0)
  if (new Set(ports).size < ports.length)
    problems.push('PORT, ADMIN_PORT and SIMULATOR_PORT must differ')
  if (!/^[\w.-]{1,200}$/.test(config.instance))
    problems.push(`INSTANCE=${config.instance}: letters, digits, '.', '_' and '-' only, up to 200`)
  const usesSimulator = Object.values(config.platforms).includes('simulator')
  checkSettingCombinations(config.command, { ...config, usesSimulator }, problems)
  if (problems.length) throw new ConfigError(problems)
  return Object.freeze(config)
}
