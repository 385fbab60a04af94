// The API: serves /v1 over HTTP. It answers from the store and from memory. The memory holds all accounts, and the
// recent markets, events, feeds and matches. This file creates and connects the parts; the files in http/ process a
// request.
import type { Cache } from '../lib/cache/port.ts'
import type { EventLog } from '../lib/log/port.ts'
import { withReadTimeout } from '../lib/store/port.ts'
import type { AccountRoute, WebhookContext } from './account-route.ts'
import { createTokens } from './accounts/tokens.ts'
import { createCatalog } from './catalog/catalog.ts'
import { readConsoleAssets } from './console-page.ts'
import { readDocsAssets } from './docs-page.ts'
import { createBatchRunner } from './batches/batch-runner.ts'
import { createLimits, type LimitRates } from './limits.ts'
import { createApp, type RequestHandler } from './http/app.ts'
import type { ApiObserver } from './http/observer.ts'
import { jsonType } from './http/response.ts'
import { createUpgradeListener, type UpgradeListener } from './http/upgrade.ts'
import { createOpenApi } from './openapi.ts'
import type { Json } from './openapi-schema.ts'
import type { ListingWindowOptions } from './catalog/listing-window.ts'
import { createCatalogRefresher } from './catalog/refresher.ts'
import type { Route, RouteContext } from './route.ts'
import { createExportSlots } from './exports/export-slots.ts'
import { eventListRoute } from './routes/event-list.ts'
import { eventRoute } from './routes/event.ts'
import { exportManifestRoute } from './routes/export-manifest.ts'
import { exportRoute } from './routes/export.ts'
import { keyCreateRoute } from './routes/key-create.ts'
import { keyListRoute } from './routes/key-list.ts'
import { keyRevokeRoute } from './routes/key-revoke.ts'
import { loginRoute } from './routes/login.ts'
import { candleBatchRoute } from './routes/candle-batch.ts'
import { marketCandlesRoute } from './routes/market-candles.ts'
import { marketListRoute } from './routes/market-list.ts'
import { marketOrderBookRoute } from './routes/market-order-book.ts'
import { marketPriceRoute } from './routes/market-price.ts'
import { marketSearchRoute } from './routes/market-search.ts'
import { marketTradesRoute } from './routes/market-trades.ts'
import { marketRoute } from './routes/market.ts'
import { marketSpreadRoute } from './routes/market-spread.ts'
import { matchingMarketsRoute } from './routes/matching-markets.ts'
import { priceBatchRoute } from './routes/price-batch.ts'
import { signupRoute } from './routes/signup.ts'
import { streamRoute } from './routes/stream.ts'
import { tradeLogRoute } from './routes/trade-log.ts'
import { walletActivityRoute } from './routes/wallet-activity.ts'
import { walletPositionsRoute } from './routes/wallet-positions.ts'
import { webhookCreateRoute } from './routes/webhook-create.ts'
import { webhookDeleteRoute } from './routes/webhook-delete.ts'
import { webhookEnableRoute } from './routes/webhook-enable.ts'
import { webhookListRoute } from './routes/webhook-list.ts'
import { webhookReplayRoute } from './routes/webhook-replay.ts'
import { webhookTestRoute } from './routes/webhook-test.ts'
import { webhookRoute } from './routes/webhook.ts'
import type { FollowedWallets } from './wallets/followed-wallets.ts'
import type { WalletRequests } from './wallets/wallet-requests.ts'
import { createWalletFollower } from './wallets/wallet-follower.ts'
import { createFindWebhookStart } from './webhooks/webhook-start.ts'

/** The caller starts the services before the first request. */
export interface ApiOptions
  extends
    ListingWindowOptions,
    Pick<
      RouteContext,
      | 'store'
      | 'history'
      | 'provisionalTrades'
      | 'bookStates'
      | 'historyRequester'
      | 'liveLog'
      | 'streams'
      | 'partitionOf'
    >,
    Pick<WebhookContext, 'accounts' | 'webhooks' | 'allowPrivateWebhooks'> {
  /** Returns the ranges of topics. A new webhook begins near their ends (webhooks/webhook-start.ts). */
  readonly log: Pick<EventLog, 'ranges'>
  readonly topicPrefix: string
  /** Sends requests for the data of wallets to the poller. */
  readonly walletRequests: Pick<WalletRequests, 'append'>
  /** The wallets that the poller already follows, and the quotas that limit how many wallets clients can add. */
  readonly followedWallets: FollowedWallets
  /** Holds the counters of the rate limits. */
  readonly cache: Cache
  readonly rates: LimitRates
  /** Secrets that sign tokens. `previous` is null if there is none. */
  readonly tokenSecrets: { readonly current: string; readonly previous: string | null }
  /**
   * Number of the operator's own proxies in front of the API. Only this many entries of
   * X-Forwarded-For, counted from the end, are trusted.
   */
  readonly trustedProxies: number
  /** As in AppOptions. */
  readonly maxCompressedBytes: number
  /** Unix milliseconds. */
  readonly now: () => number
  /** Version of oddslog, for /openapi.json. */
  readonly version: string
  readonly observer: ApiObserver
  /** Interval at which the catalog reads changes from the store; 1000 if omitted. */
  readonly refreshEveryMs?: number
}

export interface Api {
  /** Request listener for http.createServer. */
  readonly handler: RequestHandler
  /** Listener for the event `upgrade` of the server. */
  readonly upgrade: UpgradeListener
  /**
   * Starts the parts that read the store. Rejects if the store cannot be read. Once it has resolved, requests may be
   * accepted. Requests about one market are then answered at once, but requests for lists only when `loaded` has
   * resolved.
   */
  start(): Promise<void>
  /** Returns why some requests cannot be answered yet; null if all requests can be answered. */
  readonly problem: () => string | null
  /** Resolves when all requests can be answered. */
  readonly loaded: Promise<void>
  /** Stops refreshing the catalog. */
  stop(): Promise<void>
}

/** Time limit for reads of the store. A request whose data has not arrived by then is answered with 503. */
export const readTimeoutMs = 8_000

/**
 * Returns the routes in the order in which the router tries them. A path with a fixed segment must come before a path
 * that has a parameter in its place.
 */
function createRoutes(context: RouteContext): readonly Route[] {
  const batches = createBatchRunner(context)
  const exportSlots = createExportSlots()
  return [
    marketListRoute(context),
    marketSearchRoute(context),
    marketRoute(context),
    marketPriceRoute(context),
    marketTradesRoute(context),
    marketOrderBookRoute(context),
    marketCandlesRoute(context),
    priceBatchRoute(context, batches),
    candleBatchRoute(context, batches),
    eventListRoute(context),
    eventRoute(context),
    matchingMarketsRoute(context),
    marketSpreadRoute(context),
    walletActivityRoute(context),
    walletPositionsRoute(context),
    tradeLogRoute(context),
    streamRoute(context),
    exportRoute(context, exportSlots),
    exportManifestRoute(context, exportSlots),
  ]
}

function createAccountRoutes(context: WebhookContext): readonly AccountRoute[] {
  return [
    signupRoute(context),
    loginRoute(context),
    keyListRoute(context),
    keyCreateRoute(context),
    keyRevokeRoute(context),
    webhookListRoute(context),
    webhookCreateRoute(context),
    webhookRoute(context),
    webhookDeleteRoute(context),
    webhookEnableRoute(context),
    webhookReplayRoute(context),
    webhookTestRoute(context),
  ]
}

/**
 * Creates /openapi.json without a running service. The routes are created only to be described, and cannot
 * answer requests.
 */
export function describeApi(version: string): Json {
  const nothing = {} as RouteContext & WebhookContext
  return createOpenApi(createRoutes(nothing), createAccountRoutes(nothing), version)
}

export async function createApi(options: ApiOptions): Promise<Api> {
  const { accounts, now, version, observer } = options
  const storeOfRequests = withReadTimeout(options.store, readTimeoutMs)
  const catalog = createCatalog({ ...options, storeOfRequests, loadTimeoutMs: readTimeoutMs })
  const onFailure = (error: unknown): void => observer.onFailure({ requestId: null, error })
  const refresher = createCatalogRefresher(catalog, options.refreshEveryMs ?? 1000, onFailure)
  const walletFollower = createWalletFollower({
    ...options,
    store: storeOfRequests,
    requests: options.walletRequests,
    onFailure,
  })
  const routes = createRoutes({
    ...options,
    store: storeOfRequests,
    catalog,
    isActiveKey: (apiKey) => typeof accounts.checkKey(apiKey) !== 'string',
    walletFollower,
    now: () => Math.max(now(), catalog.newestWatermarkMs()),
    onFailure,
  })
  const limits = createLimits(options.cache, options.rates)
  const { current: secret, previous: previousSecret } = options.tokenSecrets
  const tokens = createTokens({ secret, previousSecret, now })
  const findWebhookStart = createFindWebhookStart({ ...options, catalog })
  const accountRoutes = createAccountRoutes({ ...options, tokens, limits, findWebhookStart })
  const openApi = JSON.stringify(createOpenApi(routes, accountRoutes, version))
  const consoleAssets = await readConsoleAssets()
  const assets = [
    { path: '/openapi.json', type: jsonType, body: openApi, headers: {} },
    ...(await readDocsAssets()),
    ...(consoleAssets?.files ?? []),
  ]

  const handler = createApp({
    ...options,
    routes,
    accountRoutes,
    assets,
    consolePage: consoleAssets?.page ?? null,
    limits,
  })
  return {
    handler,
    upgrade: createUpgradeListener(handler),
    start: () => refresher.start(),
    problem: () => (catalog.isLoaded() ? null : 'the markets are still being loaded'),
    loaded: catalog.loaded,
    stop: () => refresher.stop(),
  }
}
