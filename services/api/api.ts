// The api: HTTP in, /v1 out. Reads the store, and keeps a catalog of all markets, events and feeds in
// memory, as the accounts are. Here is what happens to every request; who may take which path is in
// router.ts.
import type { IncomingMessage, ServerResponse } from 'node:http'
import Koa from 'koa'
import compress from 'koa-compress'
import type { Cache } from '../platform/cache/port.ts'
import type { Store } from '../platform/store/port.ts'
import type { AccountContext, AccountRoute } from './account-route.ts'
import type { Accounts } from './accounts/accounts.ts'
import { createTokens } from './accounts/tokens.ts'
import { createCatalog } from './catalog/catalog.ts'
import { readDocsAssets } from './docs-page.ts'
import { createGuard } from './guard.ts'
import { createLimits, type LimitRates } from './limits.ts'
import { conditional } from './middleware/conditional.ts'
import { cors } from './middleware/cors.ts'
import { errors } from './middleware/errors.ts'
import { observe, type ApiObserver } from './middleware/observe.ts'
import { rateHeaders } from './middleware/rate-headers.ts'
import { requestId } from './middleware/request-id.ts'
import { createOpenApi } from './openapi.ts'
import { createRefresher } from './catalog/refresher.ts'
import type { Route, RouteContext } from './route.ts'
import { createRouter, refuse } from './router.ts'
import { eventListRoute } from './routes/event-list.ts'
import { eventRoute } from './routes/event.ts'
import { keyCreateRoute } from './routes/key-create.ts'
import { keyListRoute } from './routes/key-list.ts'
import { keyRevokeRoute } from './routes/key-revoke.ts'
import { loginRoute } from './routes/login.ts'
import { marketCandlesRoute } from './routes/market-candles.ts'
import { marketListRoute } from './routes/market-list.ts'
import { marketOrderBookRoute } from './routes/market-order-book.ts'
import { marketPriceRoute } from './routes/market-price.ts'
import { marketSearchRoute } from './routes/market-search.ts'
import { marketTradesRoute } from './routes/market-trades.ts'
import { marketRoute } from './routes/market.ts'
import { matchingMarketsRoute } from './routes/matching-markets.ts'
import { signupRoute } from './routes/signup.ts'
import { walletActivityRoute } from './routes/wallet-activity.ts'
import { walletPositionsRoute } from './routes/wallet-positions.ts'
import type { WalletRequests } from './wallets/wallet-requests.ts'
import { createWalletWatch } from './wallets/wallet-watch.ts'

export interface ApiOptions {
  readonly store: Store
  /** Started before requests are let in. */
  readonly accounts: Accounts
  /** Tells the poller of a wallet; started before requests are let in. */
  readonly walletRequests: Pick<WalletRequests, 'append'>
  /** Counts for the limits. */
  readonly cache: Cache
  readonly rates: LimitRates
  /** What signs tokens; `previous`: the one before, null if there is none. */
  readonly tokenSecrets: { readonly current: string; readonly previous: string | null }
  /** How many proxies of ours a request comes through: that many entries of X-Forwarded-For are believed. */
  readonly trustedProxies: number
  /** Unix milliseconds. */
  readonly now: () => number
  /** The partition of the trades topic that a market lies in. */
  readonly partitionOf: (marketId: string) => number
  /** Of oddslog, for /openapi.json. */
  readonly version: string
  readonly observer: ApiObserver
  /** How long lists, search and watermarks may lag behind the store. */
  readonly refreshEveryMs?: number
}

export interface Api {
  /** For http.createServer. */
  readonly handler: (req: IncomingMessage, res: ServerResponse) => Promise<void>
  /** Loads the catalog; rejects when the store cannot be read. Requests may be let in once it resolves. */
  start(): Promise<void>
  /** Ends the refreshing of the catalog. */
  stop(): Promise<void>
}

/** A listed route comes before one with a parameter in its place. */
function createRoutes(context: RouteContext): readonly Route[] {
  return [
    marketListRoute(context),
    marketSearchRoute(context),
    marketRoute(context),
    marketPriceRoute(context),
    marketTradesRoute(context),
    marketOrderBookRoute(context),
    marketCandlesRoute(context),
    eventListRoute(context),
    eventRoute(context),
    matchingMarketsRoute(context),
    walletActivityRoute(context),
    walletPositionsRoute(context),
  ]
}

function createAccountRoutes(context: AccountContext): readonly AccountRoute[] {
  return [
    signupRoute(context),
    loginRoute(context),
    keyListRoute(context),
    keyCreateRoute(context),
    keyRevokeRoute(context),
  ]
}

export async function createApi(options: ApiOptions): Promise<Api> {
  const { store, accounts, now, partitionOf, version, observer } = options
  const catalog = createCatalog({ store, partitionOf })
  const onFailure = (error: unknown): void => observer.onFailure({ requestId: null, error })
  const refresher = createRefresher(catalog, options.refreshEveryMs ?? 1000, onFailure)
  const walletWatch = createWalletWatch({
    store,
    requests: options.walletRequests,
    now,
    onFailure,
  })
  const routes = createRoutes({ store, catalog, walletWatch, now })
  const limits = createLimits(options.cache, options.rates)
  const { current: secret, previous: previousSecret } = options.tokenSecrets
  const tokens = createTokens({ secret, previousSecret, now })
  const accountRoutes = createAccountRoutes({ accounts, tokens, limits })
  const openApi = JSON.stringify(createOpenApi(routes, accountRoutes, version))
  const assets = [
    { path: '/openapi.json', type: 'json', body: openApi, headers: {} },
    ...(await readDocsAssets()),
  ]

  const app = new Koa({ proxy: options.trustedProxies > 0, maxIpsCount: options.trustedProxies })
  app.on('error', (error: unknown) => {
    if (!isClientGone(error)) onFailure(error)
  })
  app.use(requestId())
  app.use(observe(observer, now))
  app.use(rateHeaders(limits.requests))
  app.use(cors())
  app.use(compress({ br: {}, gzip: {}, deflate: false, zstd: false }))
  app.use(conditional())
  app.use(errors(observer))
  const guard = createGuard({ accounts, limits })
  app.use(createRouter({ routes, guard, accountRoutes, assets }).routes())
  app.use(refuse)

  return {
    handler: app.callback(),
    start: () => refresher.start(),
    stop: () => refresher.stop(),
  }
}

/** The client hung up before it had the answer, or in the middle of what it sent (HPE: Node's parser). */
function isClientGone(error: unknown): boolean {
  const code = String((error as { code?: unknown } | null)?.code)
  return /^(ECONNRESET|EPIPE|ERR_STREAM_PREMATURE_CLOSE|HPE_\w+)$/.test(code)
}
