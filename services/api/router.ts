// Maps paths to routes and checks access. A request is checked in this order: path (404), method
// (405), key or token (401), rate limit (429), parameters (422), existence (404).
import Router from '@koa/router'
import type { Context } from 'koa'
import type { AccountRequest, AccountRoute } from './account-route.ts'
import { toClientAddress } from './client-address.ts'
import { readJson } from './body.ts'
import type { Asset } from './docs-page.ts'
import { methodNotAllowed, routeNotFound } from './errors.ts'
import { headerReader, type Guard } from './guard.ts'
import { toRateHeaders } from './limits.ts'
import { createCostCounter } from './request-cost.ts'
import type { Caching, RouteResponse, Route } from './route.ts'
import { parametersOf, querySchemas } from './schemas.ts'
import { ignoredParametersHeader } from './unknown-parameters.ts'

export interface RouterOptions {
  /**
   * The order matters: a route with a fixed segment must come before a route with a parameter in
   * the same place.
   */
  readonly routes: readonly Route[]
  /** Called before each data route. */
  readonly guard: Guard
  readonly accountRoutes: readonly AccountRoute[]
  /** Served without a key. */
  readonly assets: readonly Asset[]
}

export function createRouter(options: RouterOptions): Router {
  const { routes, guard, accountRoutes, assets } = options
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
  for (const route of routes) {
    const costOf = createCostCounter(route.document)
    const { query } = route.document
    const known = query ? parametersOf(querySchemas[query]).map(([name]) => name) : []
    router.get(toRouterPath(route.path), async (ctx) => {
      ctx.state['route'] = route.path
      const search = new URLSearchParams(ctx.querystring)
      const accountId = await guard(ctx, search, costOf(search))
      ctx.set(ignoredParametersHeader(search, known))
      write(ctx, await route.handle({ params: ctx.params, search, accountId }))
    })
  }
  for (const route of accountRoutes)
    router.register(toRouterPath(route.path), [route.method], async (ctx) => {
      ctx.state['route'] = route.path
      ctx.set(ignoredParametersHeader(new URLSearchParams(ctx.querystring), []))
      const { status, body } = await route.handle(toAccountRequest(ctx))
      ctx.set({ 'X-Content-Type-Options': 'nosniff', 'Cache-Control': 'no-store' })
      ctx.status = status
      if (body === undefined) return
      ctx.type = 'json'
      ctx.body = body
    })
  return router
}

/** Handles requests that match no route: 404 for an unknown path, 405 for another method. */
export function rejectUnmatched(ctx: Context): void {
  const layers = (ctx['matched'] ?? []) as readonly { readonly methods: readonly string[] }[]
  const allowed = [...new Set(layers.flatMap((layer) => layer.methods)), 'OPTIONS']
  if (layers.length === 0) throw routeNotFound()
  if (ctx.method !== 'OPTIONS') throw methodNotAllowed(allowed)
  ctx.status = 204
  ctx.set('Allow', allowed.join(', '))
}

function toRouterPath(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1')
}

function toAccountRequest(
  ctx: Context & { readonly params: Record<string, string> },
): AccountRequest {
  return {
    params: ctx.params,
    header: headerReader(ctx),
    address: toClientAddress(ctx.ip),
    setRateHeaders: (states) => ctx.set(toRateHeaders(states)),
    readBody: () => readJson(ctx),
  }
}

const cacheControl: Readonly<Record<Caching, string>> = {
  none: 'private, no-cache',
  complete: 'private, max-age=60',
  immutable: 'private, max-age=86400, immutable',
}

function write(ctx: Context, { body, headers, caching = 'none' }: RouteResponse): void {
  ctx.set({
    ...headers,
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': cacheControl[caching],
  })
  ctx.type = 'json'
  ctx.body = body
}
