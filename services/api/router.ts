// Maps paths to routes and checks access. A request is checked in this order: path (404), method
// (405), key or token (401), rate limit (429), parameters (422), existence (404).
import { Readable } from 'node:stream'
import Router from '@koa/router'
import type { Context } from 'koa'
import { chain, type MaybePromise } from '../lib/run/maybe-promise.ts'
import type { AccountRoute } from './account-route.ts'
import type { Asset } from './asset.ts'
import { createHeaderReader } from './authenticate.ts'
import { readJson } from './body.ts'
import { toClientAddress } from './client-address.ts'
import { methodNotAllowed, routeNotFound } from './errors.ts'
import type { Guard } from './guard.ts'
import { isPreflight, preflightResponseOf } from './http/cors.ts'
import { etagValueOf } from './http/etag.ts'
import {
  appendHeaders,
  csvType,
  jsonType,
  toHeaderList,
  type Handle,
  type HeaderList,
  type HttpResponse,
} from './http/response.ts'
import type { ServeRequest } from './http/serve.ts'
import { IndexedRouter } from './indexed-router.ts'
import { createCostCounter } from './request-cost.ts'
import type { Caching, FileResponse, LiveResponse, RouteResponse, Route } from './route.ts'
import { parametersOf, querySchemas } from './schemas.ts'
import { ignoredParametersHeader } from './unknown-parameters.ts'

export interface DataRouterOptions {
  /**
   * The routes, in the order in which the router tries them. A path with a fixed segment must come before a path that
   * has a parameter in its place.
   */
  readonly routes: readonly Route[]
  /** Called before each route. */
  readonly guard: Guard
  readonly serve: ServeRequest
}

export function createDataRouter({ routes, guard, serve }: DataRouterOptions): Router {
  const router = new IndexedRouter()
  for (const route of routes) {
    const { method = 'GET' } = route
    const handle = createDataHandler(route, guard)
    router.register(toRouterPath(route.path), [method], (ctx) => serve(ctx, route.path, handle))
  }
  return router
}

export interface OpenRouterOptions {
  readonly accountRoutes: readonly AccountRoute[]
  readonly assets: readonly Asset[]
  /** As in AppOptions. */
  readonly consolePage: Asset | null
  readonly serve: ServeRequest
}

/** Creates the router for everything that needs no API key. */
export function createOpenRouter({
  accountRoutes,
  assets,
  consolePage,
  serve,
}: OpenRouterOptions): Router {
  const router = new Router()
  const pageResponse = consolePage ? toAssetResponse(consolePage) : redirectToDocs
  router.get('/', (ctx) =>
    serve(ctx, '/', () => (isFromBrowser(ctx) ? pageResponse : redirectToDocs)),
  )
  for (const asset of assets) {
    const response = toAssetResponse(asset)
    router.get(asset.path, (ctx) => serve(ctx, asset.path, () => response))
  }
  for (const route of accountRoutes) {
    const handle = createAccountHandler(route)
    router.register(toRouterPath(route.path), [route.method], (ctx) =>
      serve(ctx, route.path, handle),
    )
  }
  return router
}

/** Creates the handler of requests that match no route: 404 for an unknown path, 405 for a wrong method. */
export function createUnmatchedHandler(routes: readonly Route[]): Handle {
  const postPaths = new Set(
    routes.filter(({ method }) => method === 'POST').map(({ path }) => toRouterPath(path)),
  )
  return ({ ctx }) => {
    const layers = (ctx['matched'] ?? []) as readonly MatchedLayer[]
    if (isPreflight(ctx)) return preflightResponseOf(layers.some(({ path }) => postPaths.has(path)))
    const allowed = [...new Set(layers.flatMap((layer) => layer.methods)), 'OPTIONS']
    if (layers.length === 0) throw routeNotFound()
    if (ctx.method !== 'OPTIONS') throw methodNotAllowed(allowed)
    return { status: 204, headers: ['Allow', allowed.join(', ')] }
  }
}

/** A route of @koa/router whose path matches the path of a request. */
interface MatchedLayer {
  readonly path: string
  readonly methods: readonly string[]
}

function toRouterPath(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1')
}

/** Shared by all requests without query parameters, because no route changes the parameters of a request. */
const noParameters = new URLSearchParams()

const noSniffing = { 'X-Content-Type-Options': 'nosniff' }

const redirectToDocs: HttpResponse = {
  status: 302,
  headers: ['Location', '/docs'],
  content: { type: 'text/html; charset=utf-8', body: 'Redirecting to /docs.' },
}

function toAssetResponse({ type, body, headers }: Asset): HttpResponse {
  return {
    status: 200,
    headers: toHeaderList({ ...noSniffing, 'Cache-Control': 'no-cache', ...headers }),
    content: { type, body, tag: etagValueOf(body) },
  }
}

/** When browsers open a page, their Accept header names HTML. Other clients accept JSON or anything. */
function isFromBrowser(ctx: Context): boolean {
  return ctx.req.headers.accept?.includes('text/html') === true
}

/**
 * Whether the client prefers CSV to JSON. If the client accepts both equally, the type that it names first is
 * preferred.
 */
function isCsvPreferred(ctx: Context): boolean {
  // most clients do not mention CSV; for them the header need not be parsed
  if (ctx.req.headers.accept?.includes('text/csv') !== true) return false
  return ctx.accepts('application/json', 'text/csv') === 'text/csv'
}

function createDataHandler(route: Route, guard: Guard): Handle {
  const costOf = createCostCounter(route.document)
  const { withDefaults = (search: URLSearchParams) => search } = route
  const { query, body: ofBody, response: ofJson, files } = route.document
  const hasCsv = ofJson !== undefined && files?.includes(csvType) === true
  const known = query ? parametersOf(querySchemas[query]).map(([name]) => name) : []
  return (exchange) => {
    const { ctx, headers } = exchange
    const { querystring } = ctx
    const search = withDefaults(
      querystring === '' ? noParameters : new URLSearchParams(querystring),
    )
    const params = ctx['params'] as Record<string, string>

    /**
     * Reads the body and counts the rest of the cost of the request, which is known only now. `alreadyCounted`: as how
     * many requests it was counted before, so that no client can send bodies without being counted.
     */
    async function readBody(alreadyCounted: number, maxBytes: number): Promise<unknown> {
      const body = await readJson(ctx, maxBytes)
      await guard(exchange, search, costOf(search, body), alreadyCounted)
      return body
    }

    const cost = costOf(search)
    return chain(guard(exchange, search, cost), (accountId) => {
      if (querystring !== '') appendHeaders(headers, ignoredParametersHeader(search.keys(), known))
      const prefersCsv = hasCsv && isCsvPreferred(ctx)
      const header = (name: string): string | undefined => ctx.req.headersDistinct[name]?.at(-1)
      return chain(ofBody && readBody(cost, ofBody.maxBytes), (body) =>
        chain(route.handle({ params, search, body, accountId, prefersCsv, header }), (response) =>
          toDataResponse(ctx, response),
        ),
      )
    })
  }
}

const dataHeaders: Readonly<Record<Caching, HeaderList>> = {
  none: toHeaderList({ ...noSniffing, 'Cache-Control': 'private, no-cache' }),
  complete: toHeaderList({ ...noSniffing, 'Cache-Control': 'private, max-age=60' }),
  immutable: toHeaderList({ ...noSniffing, 'Cache-Control': 'private, max-age=86400, immutable' }),
}

function toDataResponse(
  ctx: Context,
  response: RouteResponse | FileResponse | LiveResponse,
): MaybePromise<HttpResponse> {
  if ('attachConnection' in response)
    return { status: 200, headers: [...dataHeaders.none], live: response }
  const headers = [...dataHeaders[response.caching ?? 'none']]
  if (response.headers) appendHeaders(headers, response.headers)
  if ('body' in response) {
    const { body, type = jsonType, tag } = response
    return { status: 200, headers, content: { type, body, tag } }
  }
  const { type } = response
  return openFile(ctx, response).then((body) => ({ status: 200, headers, stream: { type, body } }))
}

async function openFile({ req, res }: Context, { open }: FileResponse): Promise<Readable> {
  if (req.method === 'HEAD') return Readable.from([])
  const disconnected = new AbortController()
  res.once('close', () => disconnected.abort())
  if (res.destroyed) disconnected.abort()
  try {
    return await open(disconnected.signal)
  } catch (error) {
    if (disconnected.signal.aborted) return Readable.from([]) // for nobody
    throw error
  }
}

const accountHeaders = toHeaderList({ ...noSniffing, 'Cache-Control': 'no-store' })

function createAccountHandler(route: AccountRoute): Handle {
  return async (exchange) => {
    const { ctx, headers } = exchange
    appendHeaders(headers, ignoredParametersHeader(new URLSearchParams(ctx.querystring).keys(), []))
    const { status, body } = await route.handle({
      params: ctx['params'] as Record<string, string>,
      header: createHeaderReader(ctx.req),
      address: toClientAddress(ctx.ip),
      setRateHeaders: (states) => void (exchange.rateStates = states),
      readBody: () => readJson(ctx),
    })
    return {
      status,
      headers: accountHeaders,
      ...(body === undefined ? {} : { content: { type: jsonType, body } }),
    }
  }
}
