// Middleware: reports each request to the observer (metrics and logs) when the connection has been
// served or closed.
import type { Middleware } from 'koa'

export interface ApiObserver {
  /**
   * `route` is the route's pattern, or `none` for an unknown path, so that unknown paths create no
   * metric labels.
   */
  onRequest(request: {
    readonly route: string
    readonly method: string
    readonly status: number
    readonly durationMs: number
  }): void
  /** Called when the API, the store or the log failed; never for an error of the client. */
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
