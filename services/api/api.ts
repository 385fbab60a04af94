// The api: HTTP in, /v1 out. Reads the store, and keeps a catalog of all markets, events and feeds in
// memory. The order of the middleware is the order in which a request is checked: path (404), method
// (405), parameters (422), existence (404).
import type { IncomingMessage, ServerResponse } from 'node:http'
import Router from '@koa/router'
import Koa, { type Context } from 'koa'
import compress from 'koa-compress'
import type { Store } from '../platform/store/port.ts'
import { createCatalog } from './catalog/catalog.ts'
import { readDocsAssets, type Asset } from './docs-page.ts'
import { methodNotAllowed, routeNotFound } from './errors.ts'
import { conditional } from './middleware/conditional.ts'
import { cors } from './middleware/cors.ts'
import { errors } from './middleware/errors.ts'
import { observe, type ApiObserver } from './middleware/observe.ts'
import { requestId } from './middleware/request-id.ts'
import { createOpenApi } from './openapi.ts'
import { createRefresher } from './catalog/refresher.ts'
import type { Answer, Route, RouteContext } from './route.ts'
import { eventListRoute } from './routes/event-list.ts'
import { eventRoute } from './routes/event.ts'
import { marketCandlesRoute } from './routes/market-candles.ts'
import { marketListRoute } from './routes/market-list.ts'
import { marketOrderBookRoute } from './routes/market-order-book.ts'
import { marketPriceRoute } from './routes/market-price.ts'
import { marketSearchRoute } from './routes/market-search.ts'
import { marketTradesRoute } from './routes/market-trades.ts'
import { marketRoute } from './routes/market.ts'

export interface ApiOptions {
  readonly store: Store
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
  ]
}

export async function createApi(options: ApiOptions): Promise<Api> {
  const { store, now, partitionOf, version, observer } = options
  const catalog = createCatalog({ store, partitionOf })
  const refresher = createRefresher(catalog, options.refreshEveryMs ?? 1000, (error) =>
    observer.onFailure({ requestId: null, error }),
  )
  const routes = createRoutes({ store, catalog, now })
  const openApi = JSON.stringify(createOpenApi(routes, version))
  const assets = [
    { path: '/openapi.json', type: 'json', body: openApi, headers: {} },
    ...(await readDocsAssets()),
  ]

  const app = new Koa()
  app.on('error', (error: unknown) => {
    if (!isClientGone(error)) observer.onFailure({ requestId: null, error })
  })
  app.use(requestId())
  app.use(observe(observer, now))
  app.use(cors())
  app.use(compress({ br: {}, gzip: {}, deflate: false, zstd: false }))
  app.use(conditional())
  app.use(errors(observer))
  app.use(createRouter(routes, assets).routes())
  app.use(refuse)

  return {
    handler: app.callback(),
    start: () => refresher.start(),
    stop: () => refresher.stop(),
  }
}

function createRouter(routes: readonly Route[], assets: readonly Asset[]): Router {
  const router = new Router()
  router.get('/', (ctx) => {
    ctx.state['route'] = '/'
    ctx.redirect('/docs')
  })
  for (const { path, type, body, headers } of assets)
    router.get(path, (ctx) => {
      ctx.state['route'] = path
      ctx.type = type
      ctx.set({ 'X-Content-Type-Options': 'nosniff', 'Cache-Control': 'no-cache', ...headers })
      ctx.body = body
    })
  for (const route of routes)
    router.get(toRouterPath(route.path), async (ctx) => {
      ctx.state['route'] = route.path
      const search = new URLSearchParams(ctx.querystring)
      write(ctx, await route.answer({ params: ctx.params, search }))
    })
  return router
}

function toRouterPath(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1')
}

function write(ctx: Context, { body, headers, isSettled }: Answer): void {
  ctx.set({
    ...headers,
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': isSettled ? 'private, max-age=60' : 'private, no-cache',
  })
  ctx.type = 'json'
  ctx.body = body
}

/** The client hung up before it had the answer. */
function isClientGone(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code
  return code === 'ECONNRESET' || code === 'EPIPE' || code === 'ERR_STREAM_PREMATURE_CLOSE'
}

/** What no route took: the path is unknown, or it does not take the method. */
function refuse(ctx: Context): void {
  const layers = (ctx['matched'] ?? []) as readonly { readonly methods: readonly string[] }[]
  const allowed = [...new Set(layers.flatMap((layer) => layer.methods)), 'OPTIONS']
  if (layers.length === 0) throw routeNotFound()
  if (ctx.method !== 'OPTIONS') throw methodNotAllowed(allowed)
  ctx.status = 204
  ctx.set('Allow', allowed.join(', '))
}
