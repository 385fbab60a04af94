// An api that serves HTTP over a given store, for tests.
import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import type { Accounts } from '../../services/api/accounts/accounts.ts'
import { createApi, type Api, type ApiOptions } from '../../services/api/api.ts'
import type { Quotas } from '../../services/api/client-requests/request-quotas.ts'
import { createHistoryRequester } from '../../services/api/history-requests/history-requester.ts'
import { createRequestedHistories } from '../../services/api/history-requests/history-requests.ts'
import { createStoredHistory } from '../../services/api/history/stored-history.ts'
import type { MarketHistory } from '../../services/api/history/market-history.ts'
import type { LiveLog } from '../../services/api/live/live-log.ts'
import type { LimitRates } from '../../services/api/limits.ts'
import type { ApiObserver } from '../../services/api/http/observer.ts'
import { createFollowedWallets } from '../../services/api/wallets/followed-wallets.ts'
import type { Webhooks } from '../../services/api/webhooks/webhooks.ts'
import { openMemoryCache } from '../../services/lib/cache/memory.ts'
import type { Cache } from '../../services/lib/cache/port.ts'
import { openHttpServer } from '../../services/lib/run/http-server.ts'
import type { Store } from '../../services/lib/store/port.ts'
import { until } from '../support/waiting.ts'
import { openAccounts, type OpenAccounts } from './accounts/open-accounts.ts'

export type Observed = {
  readonly requests: Parameters<ApiObserver['onRequest']>[0][]
  readonly failures: unknown[]
}

export interface RunningApi {
  readonly url: string
  readonly accounts: Accounts
  /** A live key. */
  readonly apiKey: string
  readonly observed: Observed
  /** The status, the headers and the parsed body of a GET with the key. */
  get(path: string, headers?: Record<string, string>): Promise<Answered>
  close(): Promise<void>
}

export interface Answered {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  readonly body: unknown
}

/** Thursday, 2026-11-19 12:00:00 UTC. */
export const nowMs = Date.UTC(2026, 10, 19, 12)
export const nowS = nowMs / 1000

export const noQuotas: Quotas = { perAccount: 1_000_000, total: 1_000_000 }

export interface RunOptions {
  readonly now?: () => number
  /**
   * 1,000 as in the service, if absent. A refresh takes about 50 ms of processor time, so only tests that wait for a
   * refresh shorten the pause.
   */
  readonly refreshEveryMs?: number
  /** Does not wait until the catalog is loaded. */
  readonly whileLoading?: boolean
  /** 100 years, if absent. */
  readonly endedMarketsMs?: number
  /** A billion, if absent. */
  readonly maxEndedMarkets?: number
  /** Off, if absent. */
  readonly rates?: Partial<LimitRates>
  /** In this process, if absent. */
  readonly cache?: Cache
  /** Over a log of their own, if absent. */
  readonly accounts?: Accounts
  readonly tokenSecrets?: ApiOptions['tokenSecrets']
  readonly trustedProxies?: number
  /** 0 for all markets, if absent. */
  readonly partitionOf?: (marketId: string) => number
  /** From the store, if absent. */
  readonly history?: MarketHistory
  /** None, if absent. */
  readonly provisionalTrades?: ApiOptions['provisionalTrades']
  /** None, if absent. */
  readonly bookStates?: ApiOptions['bookStates']
  /** Rejects, if absent. */
  readonly liveLog?: LiveLog
  /** Rejects, if absent. */
  readonly streams?: ApiOptions['streams']
  /** Default: not observed. */
  readonly walletRequests?: ApiOptions['walletRequests']
  /** None, with room for any number, if absent. */
  readonly followedWallets?: ApiOptions['followedWallets']
  /** None, if absent. */
  readonly webhooks?: Webhooks
  /** Rejects, if absent. */
  readonly log?: ApiOptions['log']
  /** Without quotas and without a poller, if absent. */
  readonly historyRequester?: ApiOptions['historyRequester']
}

export async function runApi(store: Store, options: RunOptions = {}): Promise<RunningApi> {
  const observed: Observed = { requests: [], failures: [] }
  const now = options.now ?? (() => nowMs)
  const own = options.accounts ? null : await openAccounts({ now })
  const accounts = options.accounts ?? (own as OpenAccounts).accounts
  const cache = options.cache ?? openMemoryCache()
  const api: Api = await createApi({
    store,
    accounts,
    webhooks: options.webhooks ?? noWebhooks,
    allowPrivateWebhooks: false,
    log: options.log ?? noLog,
    topicPrefix: 'pm.',
    walletRequests: options.walletRequests ?? { append: () => Promise.resolve() },
    followedWallets: options.followedWallets ?? createFollowedWallets({ quotas: noQuotas, now }),
    history: options.history ?? createStoredHistory(store),
    provisionalTrades: options.provisionalTrades ?? { of: () => [] },
    bookStates: options.bookStates ?? { of: () => null },
    liveLog: options.liveLog ?? noLiveLog,
    streams: options.streams ?? noStreams,
    historyRequester:
      options.historyRequester ??
      createHistoryRequester({
        requestedHistories: createRequestedHistories({ quotas: noQuotas, now }),
        requests: { append: () => Promise.resolve() },
        now,
        onFailure: (error) => observed.failures.push(error),
      }),
    cache,
    rates: { requests: [], auth: [], loginFailures: [], creations: [], ...options.rates },
    tokenSecrets: options.tokenSecrets ?? {
      current: 'a secret of 32 bytes, for tests!',
      previous: null,
    },
    trustedProxies: options.trustedProxies ?? 0,
    maxCompressedBytes: 1_000_000,
    now,
    partitionOf: options.partitionOf ?? (() => 0),
    endedMarketsMs: options.endedMarketsMs ?? 100 * 365 * 86_400_000,
    maxEndedMarkets: options.maxEndedMarkets ?? 1e9,
    version: '0.0.0-test',
    refreshEveryMs: options.refreshEveryMs ?? 1_000,
    observer: {
      onRequest: (request) => observed.requests.push(request),
      onFailure: ({ error }) => observed.failures.push(error),
    },
  })
  try {
    await api.start()
    if (!options.whileLoading) await until(() => api.problem() === null)
  } catch (error) {
    // a follower that goes on would keep the test run from its end
    await own?.close()
    throw error
  }
  const email = `${randomUUID()}@example.com`
  const signedUp = await accounts.signUp(email, 'a password of tests')
  const apiKey = signedUp?.apiKey ?? ''
  const server = await openHttpServer({
    host: '127.0.0.1',
    port: 0,
    handler: (req, res) => void api.handler(req, res),
    upgrade: api.upgrade,
    closeTimeoutMs: 0,
  })
  const { url } = server
  return {
    url,
    accounts,
    apiKey,
    observed,
    async get(path, headers = {}) {
      const all = { 'X-API-Key': apiKey, ...headers }
      const response = await fetch(url + path, { headers: all, redirect: 'manual' })
      const text = await response.text()
      const isJson = response.headers.get('Content-Type')?.startsWith('application/json')
      const body: unknown = isJson && text !== '' ? JSON.parse(text) : null
      return { status: response.status, headers: response.headers, text, body }
    },
    async close() {
      await server.close()
      await api.stop()
      await own?.close()
      await cache.close()
    },
  }
}

const noLiveLog: LiveLog = {
  trades: () => Promise.reject(new Error('this api has no log')),
}

const noLog: ApiOptions['log'] = {
  ranges: () => Promise.reject(new Error('this api has no log')),
}

const noWebhooks = new Proxy({} as Webhooks, {
  get: () => {
    throw new Error('this api has no webhooks')
  },
})

const noStreams: ApiOptions['streams'] = {
  open: () => Promise.reject(new Error('this api has no log')),
}

/** A store with nothing in it: for what is decided before anything is read. */
export const emptyStore: Store = {
  query: () => Promise.resolve([]),
  bytes: () => Promise.resolve(Buffer.alloc(0)),
  stream: () => Promise.resolve(Readable.from([])),
  insert: () => Promise.resolve(),
  command: () => Promise.resolve(),
  close: () => Promise.resolve(),
}
