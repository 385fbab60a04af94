// From a path to its route, and who may take it. The order here is the order in which a request is
// checked: path (404), method (405), key or token (401), limit (429), parameters (422), existence (404).
import Router from '@koa/router'
import type { Context } from 'koa'
import type { AccountRequest, AccountRoute } from './account-route.ts'
import { toClientAddress } from './address.ts'
import { readJson } from './body.ts'
import type { Asset } from './docs-page.ts'
import { methodNotAllowed, routeNotFound } from './errors.ts'
import { headerReader, type Guard } from './guard.ts'
import { toRateHeaders } from './limits.ts'
import type { Answer, Route } from './route.ts'

export interface RouterOptions {
  /** A listed route comes before one with a parameter in its place. */
  readonly routes: readonly Route[]
  /** In front of those. */
  readonly guard: Guard
  readonly accountRoutes: readonly AccountRoute[]
  /** Open to everybody. */
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
  for (const route of routes)
    router.get(toRouterPath(route.path), async (ctx) => {
      ctx.state['route'] = route.path
      const search = new URLSearchParams(ctx.querystring)
      await guard(ctx, search)
      write(ctx, await route.answer({ params: ctx.params, search }))
    })
  for (const route of accountRoutes)
    router.register(toRouterPath(route.path), [route.method], async (ctx) => {
      ctx.state['route'] = route.path
      const { status, body } = await route.answer(toAccountRequest(ctx))
      ctx.set({ 'X-Content-Type-Options': 'nosniff', 'Cache-Control': 'no-store' })
      ctx.status = status
      if (body === undefined) return
      ctx.type = 'json'
      ctx.body = body
    })
  return router
}

/** What no route took: the path is unknown, or it does not take the method. */
export function refuse(ctx: Context): void {
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
    tellLimit: (states) => ctx.set(toRateHeaders(states)),
    readBody: () => readJson(ctx),
  }
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
