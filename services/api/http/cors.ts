// Allows every web page to read /v1. The API never reads cookies.
import type { Context } from 'koa'
import { headers as documentedHeaders } from '../openapi-headers.ts'
import { toHeaderList, type HttpResponse } from './response.ts'

const requestHeaders =
  'X-API-Key, Content-Type, If-None-Match, Last-Event-ID, X-Request-Id, traceparent, tracestate'
const daySeconds = 86_400

/** Headers of every response. */
export const corsHeaders = toHeaderList({
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': Object.keys(documentedHeaders).join(', '),
})

/** Whether the request is a CORS preflight: a browser asks which methods and headers it may send. */
export function isPreflight(ctx: Context): boolean {
  return ctx.method === 'OPTIONS' && ctx.get('Access-Control-Request-Method') !== ''
}

/** `acceptsPost`: the path accepts POST requests for data. */
export function preflightResponseOf(acceptsPost: boolean): HttpResponse {
  return {
    status: 204,
    headers: toHeaderList({
      'Access-Control-Allow-Methods': acceptsPost ? 'POST' : 'GET, HEAD',
      'Access-Control-Allow-Headers': requestHeaders,
      'Access-Control-Max-Age': String(daySeconds),
    }),
  }
}
