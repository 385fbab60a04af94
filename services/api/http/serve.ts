// Serves one request: calls its handler, turns an error into a response, sends the response and reports the
// request to the observer. It returns a promise only if the handler does.
import type { Context } from 'koa'
import { chain, isPromise, type MaybePromise } from '../../lib/run/maybe-promise.ts'
import { toErrorResponse } from './error-response.ts'
import type { ApiObserver } from './observer.ts'
import { requestIdOf } from './request-id.ts'
import type { HttpExchange, Handle, HttpResponse } from './response.ts'
import { createSendResponse, type SendResponseOptions } from './send.ts'

/** `route`: as in ApiObserver. */
export type ServeRequest = (ctx: Context, route: string, handle: Handle) => void | Promise<void>

export interface ServeRequestOptions extends SendResponseOptions {
  readonly observer: ApiObserver
  /** Unix milliseconds. */
  readonly now: () => number
}

export function createServeRequest({
  observer,
  now,
  ...options
}: ServeRequestOptions): ServeRequest {
  const send = createSendResponse(options)

  function respond(exchange: HttpExchange, handle: Handle): MaybePromise<HttpResponse> {
    try {
      const response = handle(exchange)
      if (!isPromise(response)) return response
      return response.catch((error: unknown) => toErrorResponse(error, exchange, observer))
    } catch (error) {
      return toErrorResponse(error, exchange, observer)
    }
  }

  return (ctx, route, handle) => {
    const startedMs = now()
    const { method = '' } = ctx.req
    const exchange: HttpExchange = {
      ctx,
      requestId: requestIdOf(ctx.req),
      headers: [],
      rateStates: [],
    }
    return chain(respond(exchange, handle), (response) =>
      send(exchange, response, (status) =>
        observer.onRequest({ route, method, status, durationMs: now() - startedMs }),
      ),
    )
  }
}
