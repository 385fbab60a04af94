// Tells whoever runs the api about each request, once it has been answered or given up.
import type { Middleware } from 'koa'

export interface ApiObserver {
  /** `route` is the pattern, `none` for an unknown path: no label for every path that is tried. */
  onRequest(request: {
    readonly route: string
    readonly method: string
    readonly status: number
    readonly durationMs: number
  }): void
  /** The api, or what it stands on, failed; never the client's fault. */
  onFailure(failure: { readonly requestId: string | null; readonly error: unknown }): void
}

export function observe(observer: ApiObserver, now: () => number): Middleware {
  return async (ctx, next) => {
    const startedMs = now()
    ctx.res.once('close', () => {
      observer.onRequest({
        route: (ctx.state['route'] as string | undefined) ?? 'none',
        method: ctx.method,
        status: ctx.res.statusCode,
        durationMs: now() - startedMs,
      })
    })
    await next()
  }
}
