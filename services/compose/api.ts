// Opens the role api with its dependencies: accounts, the cache for rate limits, the JWT secret. Used by
// compose.ts.
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { createAccounts, type Accounts, type AccountsOptions } from '../api/accounts/accounts.ts'
import { createApi, readTimeoutMs, type Api, type ApiOptions } from '../api/api.ts'
import { createFollowedHistory } from '../api/history/followed-history.ts'
import type { RequestTopic } from '../api/client-requests/request-topic.ts'
import type { ApiObserver } from '../api/http/observer.ts'
import { createLiveServices, type LiveServices } from '../api/live/live.ts'
import { createHistoryRequester } from '../api/history-requests/history-requester.ts'
import {
  createHistoryRequests,
  createRequestedHistories,
} from '../api/history-requests/history-requests.ts'
import { createFollowedWallets } from '../api/wallets/followed-wallets.ts'
import { createWalletRequests } from '../api/wallets/wallet-requests.ts'
import { createWebhooks } from '../api/webhooks/webhooks.ts'
import type { Config } from '../config.ts'
import { openMemoryCache } from '../lib/cache/memory.ts'
import type { Cache } from '../lib/cache/port.ts'
import type { Codec } from '../lib/codec/port.ts'
import type { EventLog } from '../lib/log/port.ts'
import { partitionOf } from '../lib/log/partitioner.ts'
import { openHttpServer, type HttpServer } from '../lib/run/http-server.ts'
import type { Lifecycle } from '../lib/run/lifecycle.ts'
import { readOrCreateSecret } from '../lib/run/secret-file.ts'
import { withReadTimeout, type Store } from '../lib/store/port.ts'
import type { Metrics } from '../lib/telemetry/metrics.ts'
import {
  createApiObserver,
  createHistoryObserver,
  createLiveObserver,
} from '../lib/telemetry/observers.ts'
import { topics } from '../topology.ts'
import { retryUntilStoreAnswers } from './log-and-store.ts'
import { readWebhookSecret } from './webhook-secret.ts'

/** Timeout of each Redis command of a request. After it, the process counts the request in its own memory. */
const redisTimeoutMs = 250

const dayMs = 86_400_000
/** The share of READ_CACHE_MB for compressed responses. */
const compressedShare = 1 / 8

export interface ApiDependencies {
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
  /** Called when a topic that the api follows can no longer be read. */
  readonly onFatal: (part: string) => (error: Error) => void
}

export interface OpenedApi extends Pick<Api, 'problem' | 'loaded'> {
  readonly url: string
}

const partitionOfMarket = (marketId: string): number =>
  partitionOf(marketId, topics.trades.partitions)

/** Opens the HTTP API. Resolves when the server listens. */
export async function openApi(lifecycle: Lifecycle, parts: ApiDependencies): Promise<OpenedApi> {
  const { config, store, accounts, log, codec, metrics, logger, now, version, onFatal } = parts
  const observer = createApiObserver(metrics, logger)
  const readCacheBytes = config.readCacheMb * 1_000_000
  const encodedLog = { log, codec, topicPrefix: config.topicPrefix }
  const requestTopic = { ...encodedLog, onFatal: onFatal('client requests') }
  const followedWallets = createFollowedWallets({ quotas: config.walletQuotas, now })
  const walletRequests = await openRequestTopic(
    lifecycle,
    'wallet requests',
    createWalletRequests({
      ...requestTopic,
      writerName: `api-wallets/${config.instance}`,
      followedWallets,
    }),
  )
  const requestedHistories = createRequestedHistories({ quotas: config.historyQuotas, now })
  const historyRequests = await openRequestTopic(
    lifecycle,
    'history requests',
    createHistoryRequests({
      ...requestTopic,
      writerName: `api-histories/${config.instance}`,
      requestedHistories,
    }),
  )
  const live = await openLiveStreams(lifecycle, parts, observer)
  const history = await lifecycle.open(
    'history',
    async () => {
      const made = createFollowedHistory({
        ...encodedLog,
        store: withReadTimeout(store, readTimeoutMs),
        partitions: topics.trades.partitions,
        partitionOf: partitionOfMarket,
        maxBytes: readCacheBytes * (1 - compressedShare),
        now,
        ...live,
        listener: live.recent,
        ...createHistoryObserver(metrics, logger),
        onFatal: onFatal('history'),
      })
      await retryUntilStoreAnswers(() => made.start(), logger)
      return made
    },
    (followedHistory) => followedHistory.stop(),
  )
  const webhookParts = await openWebhookParts(lifecycle, parts)
  const cache = await openCache(lifecycle, config.cacheUrl, metrics, logger)
  const api = await lifecycle.open(
    'api',
    async () => {
      const made = await createApi({
        store,
        accounts,
        ...webhookParts,
        walletRequests,
        followedWallets,
        history,
        ...live,
        historyRequester: createHistoryRequester({
          requestedHistories,
          requests: historyRequests,
          now,
          onFailure: (error) => observer.onFailure({ requestId: null, error }),
        }),
        cache,
        rates: config.rates,
        tokenSecrets: {
          current:
            config.jwtSecret ?? (await readOrCreateSecret(join(config.dataDir, 'jwt-secret'))),
          previous: config.previousJwtSecret,
        },
        trustedProxies: config.trustedProxies,
        maxCompressedBytes: readCacheBytes * compressedShare,
        now,
        endedMarketsMs: config.endedMarketsDays * dayMs,
        maxEndedMarkets: config.listedEndedMarkets,
        partitionOf: partitionOfMarket,
        version,
        observer,
      })
      await retryUntilStoreAnswers(() => made.start(), logger)
      return made
    },
    (startedApi) => startedApi.stop(),
  )
  const { url } = await lifecycle.open(
    'api server',
    () =>
      openHttpServer({
        host: config.host,
        port: config.port,
        handler: (request, response) => void api.handler(request, response),
        upgrade: api.upgrade,
      }),
    (server) => closeServer(server, live),
  )
  return { url, problem: api.problem, loaded: api.loaded }
}

/** Opens the webhooks of the accounts. Resolves when all of them are loaded from the log. */
async function openWebhookParts(
  lifecycle: Lifecycle,
  { config, log, codec, now, onFatal }: ApiDependencies,
): Promise<Pick<ApiOptions, 'webhooks' | 'allowPrivateWebhooks' | 'log' | 'topicPrefix'>> {
  const { allowPrivateWebhooks, topicPrefix } = config
  const webhooks = await lifecycle.open(
    'webhooks of the api',
    async () => {
      const created = createWebhooks({
        log,
        codec,
        topicPrefix,
        writerName: `api-webhooks/${config.instance}`,
        secret: await readWebhookSecret(config),
        now,
        onFatal: onFatal('webhooks of the api'),
      })
      await created.start()
      return created
    },
    (webhookRegistry) => webhookRegistry.stop(),
  )
  return { webhooks, allowPrivateWebhooks, log, topicPrefix }
}

/** Waits for pending responses. Streams never end by themselves, so they are ended first. */
function closeServer(server: HttpServer, { streams }: LiveServices): Promise<void> {
  streams.endAllStreams()
  return server.close()
}

/**
 * Opens the parts that serve /v1/stream and /v1/trades. The api's follower of the log passes new
 * records to them.
 */
function openLiveStreams(
  lifecycle: Lifecycle,
  { config, log, codec, metrics, now }: ApiDependencies,
  observer: ApiObserver,
): Promise<LiveServices> {
  return lifecycle.open(
    'live',
    async () =>
      createLiveServices({
        log,
        codec,
        topicPrefix: config.topicPrefix,
        partitions: topics.trades.partitions,
        maxBytes: config.liveBufferMb * 1_000_000,
        limits: config.streamLimits,
        now,
        onFailure: (error) => observer.onFailure({ requestId: null, error }),
        ...createLiveObserver(metrics),
      }),
    async ({ streams }) => streams.stop(),
  )
}

async function openRequestTopic<Topic extends Pick<RequestTopic<never>, 'start' | 'stop'>>(
  lifecycle: Lifecycle,
  part: string,
  topic: Topic,
): Promise<Topic> {
  return lifecycle.open(
    part,
    async () => {
      await topic.start()
      return topic
    },
    (requestTopic) => requestTopic.stop(),
  )
}

/** Opens the accounts. Resolves when all of them are loaded from the log. */
export async function openAccounts(
  lifecycle: Lifecycle,
  options: Omit<AccountsOptions, 'writerName' | 'onUsageReportFailed'> & {
    readonly instance: string
    readonly logger: Logger
  },
): Promise<Accounts> {
  const { instance, logger, ...rest } = options
  return lifecycle.open(
    'accounts',
    async () => {
      const accounts = createAccounts({
        ...rest,
        writerName: `api/${instance}`,
        onUsageReportFailed: (error) =>
          logger.warn(
            { err: error },
            'the last use of API keys could not be recorded yet; trying again',
          ),
      })
      await accounts.start()
      return accounts
    },
    (accounts) => accounts.stop(),
  )
}

/** Creates a demo account and returns its API key; null when an account exists already. */
export async function createDemoKey(accounts: Accounts): Promise<string | null> {
  if (accounts.hasAccounts()) return null
  const randomPassword = randomBytes(32).toString('base64url')
  const made = await accounts.signUp('demo@example.com', randomPassword)
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
      logger.warn(
        { reason },
        'Redis is unavailable: each process counts for the rate limits by itself',
      )
    },
    onRecovered() {
      metrics.cacheLost.set(0)
      logger.info('Redis is available again')
    },
  }
  return lifecycle.open(
    'cache',
    async () => {
      if (url === 'memory:') return openMemoryCache()
      const { openRedisCache } = await import('../lib/cache/redis.ts')
      const options = { keyPrefix: 'oddslog:', commandTimeoutMs: redisTimeoutMs, observer }
      return openRedisCache({ url, ...options })
    },
    (cache) => cache.close(),
  )
}
