// The api with what stands behind it: accounts, the cache for its limits, the secret of its tokens.
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { createAccounts, type Accounts, type AccountsOptions } from '../api/accounts/accounts.ts'
import { createApi } from '../api/api.ts'
import { createWalletRequests } from '../api/wallets/wallet-requests.ts'
import type { Config } from '../config.ts'
import { openMemoryCache } from '../platform/cache/memory.ts'
import type { Cache } from '../platform/cache/port.ts'
import { openRedisCache } from '../platform/cache/redis.ts'
import type { Codec } from '../platform/codec/port.ts'
import type { EventLog } from '../platform/log/port.ts'
import { partitionOf } from '../platform/log/partitioner.ts'
import { openHttpServer, type HttpServer } from '../platform/run/http-server.ts'
import type { Lifecycle } from '../platform/run/lifecycle.ts'
import { readOrMakeSecret } from '../platform/run/secret-file.ts'
import type { Store } from '../platform/store/port.ts'
import type { Metrics } from '../platform/telemetry/metrics.ts'
import { createApiObserver } from '../platform/telemetry/observers.ts'
import { topics } from '../topology.ts'
import { onceStoreAnswers } from './engines.ts'

/** A request waits no longer for Redis. */
const redisAnswersWithinMs = 250

export interface ApiParts {
  readonly config: Config
  readonly store: Store
  readonly accounts: Accounts
  readonly log: EventLog
  readonly codec: Codec
  readonly metrics: Metrics
  readonly logger: Logger
  /** Unix milliseconds. */
  readonly now: () => number
  readonly version: string
}

/** Listens when it resolves. */
export async function openApi(lifecycle: Lifecycle, parts: ApiParts): Promise<HttpServer> {
  const { config, store, accounts, log, codec, metrics, logger, now, version } = parts
  const { topicPrefix } = config
  const walletRequests = await lifecycle.open(
    'wallet requests',
    async () => {
      const writerName = `api-wallets/${config.instance}`
      const made = createWalletRequests({ log, codec, topicPrefix, writerName, now })
      await made.start()
      return made
    },
    (made) => made.stop(),
  )
  const cache = await openCache(lifecycle, config.cacheUrl, metrics, logger)
  const api = await lifecycle.open(
    'api',
    async () => {
      const made = await createApi({
        store,
        accounts,
        walletRequests,
        cache,
        rates: config.rates,
        tokenSecrets: {
          current: config.jwtSecret ?? (await readOrMakeSecret(join(config.dataDir, 'jwt-secret'))),
          previous: config.previousJwtSecret,
        },
        trustedProxies: config.trustedProxies,
        now,
        partitionOf: (marketId) => partitionOf(marketId, topics.trades.partitions),
        version,
        observer: createApiObserver(metrics, logger),
      })
      await onceStoreAnswers(() => made.start(), logger)
      return made
    },
    (opened) => opened.stop(),
  )
  return lifecycle.open(
    'api server',
    () =>
      openHttpServer({
        host: config.host,
        port: config.port,
        handler: (request, response) => void api.handler(request, response),
      }),
    (server) => server.close(),
  )
}

/** Knows every account when it resolves. */
export async function openAccounts(
  lifecycle: Lifecycle,
  options: Omit<AccountsOptions, 'writerName' | 'onUsageLost'> & {
    readonly instance: string
    readonly logger: Logger
  },
): Promise<Accounts> {
  const { instance, logger, ...rest } = options
  return lifecycle.open(
    'accounts',
    async () => {
      const accounts = await createAccounts({
        ...rest,
        writerName: `api/${instance}`,
        onUsageLost: (error) =>
          logger.warn({ err: error }, 'when keys were used could not be told yet'),
      })
      await accounts.start()
      return accounts
    },
    (accounts) => accounts.stop(),
  )
}

/** The key of a developer to try things with; null when somebody has signed up already. */
export async function makeDemoKey(accounts: Accounts): Promise<string | null> {
  if (!accounts.isEmpty()) return null
  const nobodysPassword = randomBytes(32).toString('base64url')
  const made = await accounts.signUp('demo@example.com', nobodysPassword)
  return made?.apiKey ?? null
}

async function openCache(
  lifecycle: Lifecycle,
  url: string,
  metrics: Metrics,
  logger: Logger,
): Promise<Cache> {
  const observer = {
    onLost(reason: string) {
      metrics.cacheLost.set(1)
      logger.warn({ reason }, 'Redis is away: each process counts for the limits by itself')
    },
    onBack() {
      metrics.cacheLost.set(0)
      logger.info('Redis is back')
    },
  }
  return lifecycle.open(
    'cache',
    () =>
      url === 'memory:'
        ? openMemoryCache()
        : openRedisCache({
            url,
            keyPrefix: 'oddslog:',
            answerWithinMs: redisAnswersWithinMs,
            observer,
          }),
    (cache) => cache.close(),
  )
}
