// The HTTP side of the API: makes a request listener from the routes. Koa and @koa/router find the route;
// serve.ts does the rest.
import type { IncomingMessage, ServerResponse } from 'node:http'
import Koa from 'koa'
import type { AccountContext, AccountRoute } from '../account-route.ts'
import type { Asset } from '../asset.ts'
import { createGuard } from '../guard.ts'
import type { Route } from '../route.ts'
import { createDataRouter, createOpenRouter, createUnmatchedHandler } from '../router.ts'
import type { ApiObserver } from './observer.ts'
import { createCompression } from './compression.ts'
import { createServeRequest } from './serve.ts'

export interface AppOptions extends Pick<AccountContext, 'accounts' | 'limits'> {
  readonly routes: readonly Route[]
  readonly accountRoutes: readonly AccountRoute[]
  readonly assets: readonly Asset[]
  /** What browsers get at /; null: they are redirected to the documentation, as other clients are. */
  readonly consolePage: Asset | null
  /** As in ApiOptions. */
  readonly trustedProxies: number
  readonly observer: ApiObserver
  /** Maximum memory of the compressed bodies that are kept for later requests. */
  readonly maxCompressedBytes: number
  /** Unix milliseconds. */
  readonly now: () => number
}

export type RequestHandler = (req: IncomingMessage, res: ServerResponse) => Promise<void>

export function createApp(options: AppOptions): RequestHandler {
  const { routes, accountRoutes, assets, consolePage, limits, trustedProxies, observer } = options
  const app = new Koa({ proxy: trustedProxies > 0, maxIpsCount: trustedProxies })
  app.on('error', (error: unknown) => {
    if (!isClientDisconnect(error)) observer.onFailure({ requestId: null, error })
  })
  // Koa's getter for `host` parses headers. The router reads `host` for each request, although no route
  // depends on it, so a constant replaces the getter.
  Object.defineProperty(app.request, 'host', { get: () => '' })
  const { initialStates } = limits.requests
  const compression = createCompression(options.maxCompressedBytes)
  const serve = createServeRequest({ observer, now: options.now, initialStates, compression })
  const guard = createGuard(options)
  // handles errors of the router itself, such as a URL that it cannot parse
  app.use((ctx, next) =>
    next().catch((error: unknown) => serve(ctx, 'none', () => throwError(error))),
  )
  // The routes are divided between two routers, because a router tries all its routes for each request.
  app.use(createDataRouter({ routes, guard, serve }).routes())
  app.use(createOpenRouter({ accountRoutes, assets, consolePage, serve }).routes())
  const answerUnmatched = createUnmatchedHandler(routes)
  app.use((ctx) => serve(ctx, 'none', answerUnmatched))
  return app.callback()
}

function throwError(error: unknown): never {
  throw error
}

/**
 * Whether the error means that the client closed the connection, either before the response was
 * complete or while it sent the request (the HPE codes are errors of Node's HTTP parser).
 */
function isClientDisconnect(error: unknown): boolean {
  const code = String((error as { code?: unknown } | null)?.code)
  return /^(ECONNRESET|EPIPE|ERR_STREAM_PREMATURE_CLOSE|HPE_\w+)$/.test(code)
}
