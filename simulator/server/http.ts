// The simulator's HTTP server: finds the route, applies a fault, writes the response.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { gzip } from 'node:zlib'
import { openHttpServer, type HttpServer } from '../../services/lib/run/http-server.ts'
import { faultyResponse, faultyQuery, faultFor, type FaultKind, type FaultRule } from './faults.ts'
import type { RequestLog, ServedRequest } from './request-log.ts'
import { createResponseCache } from './response-cache.ts'
import { patternOf, type RouteResponse, type Route } from './routes.ts'

export interface HttpSettings {
  readonly routes: readonly Route[]
  readonly seed: string
  readonly now: () => number
  /** Read for each request. */
  readonly faults: () => readonly FaultRule[]
  readonly log: RequestLog & { add(request: ServedRequest): void }
  /** Takes over the sockets of WebSockets. */
  readonly upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => void
}

interface CompiledRoute extends Route {
  readonly pattern: RegExp
}

const html =
  '<!DOCTYPE html><html><head><title>Just a moment...</title></head><body><h1>Sorry, you have been blocked</h1></body></html>'
/** Request bodies are small: a list of tokens. */
const maxBodyBytes = 1_000_000
/** The number of pieces of a slow response, and the pause between them. */
const slowPieces = 10
const slowPauseMs = 150

export function createHttp(settings: HttpSettings): {
  listen(where: { readonly port: number; readonly host: string }): Promise<HttpServer>
} {
  const { log, upgrade } = settings
  // Fixed paths before paths with parameters, whatever their order in the list.
  const routes = settings.routes
    .map((route): CompiledRoute => ({ ...route, pattern: patternOf(route.name) }))
    .sort((one, other) => parameters(one.name) - parameters(other.name))
  const cache = createResponseCache()
  let requests = 0

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const nowMs = settings.now()
    const n = requests++
    const url = new URL(request.url ?? '/', 'http://simulator')
    const found = find(routes, request.method ?? 'GET', url.pathname)
    const route = found?.route.name ?? 'unknown'
    const fault = faultFor(settings.faults(), { seed: settings.seed, n, route, nowMs })
    const logRequest = (status: number): void =>
      log.add({ route, url: request.url ?? '/', atMs: nowMs, status, fault })
    response.setHeader('Date', new Date(nowMs).toUTCString())
    const errorResponse = fault === null ? undefined : errorResponses[fault]?.(nowMs)
    if (fault === 'hang') return logRequest(0)
    if (fault === 'reset') {
      logRequest(0)
      request.socket.resetAndDestroy()
      return
    }
    if (errorResponse !== undefined) {
      logRequest(errorResponse.status)
      response.writeHead(errorResponse.status, errorResponse.headers).end(errorResponse.body)
      return
    }
    const body = request.method === 'POST' ? await readJson(request) : undefined
    const handled = (): RouteResponse =>
      found === null
        ? { status: 404, body: { error: 'not found' } }
        : found.route.handle({
            path: url.pathname,
            query: faultyQuery(fault, found.route, url.searchParams),
            headers: request.headers,
            body,
            nowMs,
            params: found.params,
          })
    const routeResponse =
      fault === 'cached' ? cache.get(request.url ?? '/', nowMs, handled) : handled()
    const served = faultyResponse(fault, routeResponse, url.searchParams, n)
    logRequest(served.status)
    await write(request, response, served, fault)
  }

  return {
    listen({ port, host }) {
      const handler = (request: IncomingMessage, response: ServerResponse): void => {
        serve(request, response).catch((error: unknown) => {
          if (!response.headersSent) response.writeHead(500, { 'Content-Type': 'application/json' })
          response.end(
            JSON.stringify({
              type: 'internal error',
              error: error instanceof Error ? error.message : String(error),
            }),
          )
        })
      }
      // Closing does not wait for responses that hang on purpose.
      return openHttpServer({ port, host, handler, upgrade, closeTimeoutMs: 0 })
    },
  }
}

const parameters = (name: string): number => name.split(':').length

function find(
  routes: readonly CompiledRoute[],
  method: string,
  path: string,
): { readonly route: Route; readonly params: Record<string, string> } | null {
  for (const route of routes) {
    if (route.method !== method && !(method === 'HEAD' && route.method === 'GET')) continue
    const match = route.pattern.exec(path)
    if (match === null) continue
    const params: Record<string, string> = {}
    for (const [name, value] of Object.entries(match.groups ?? {}))
      params[name] = decodeURIComponent(value)
    return { route, params }
  }
  return null
}

interface ErrorResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

const jsonHeaders = { 'Content-Type': 'application/json' }
const htmlHeaders = { 'Content-Type': 'text/html; charset=UTF-8' }
const rateLimitBody = '{"error":"too many requests"}'

/** Responses that do not depend on the request. */
const errorResponses: Readonly<Partial<Record<FaultKind, (nowMs: number) => ErrorResponse>>> = {
  'rate-limit': () => ({ status: 429, headers: jsonHeaders, body: rateLimitBody }),
  'rate-limit-seconds': () => ({
    status: 429,
    headers: { ...jsonHeaders, 'Retry-After': '1' },
    body: rateLimitBody,
  }),
  'rate-limit-date': (nowMs) => ({
    status: 429,
    headers: { ...jsonHeaders, 'Retry-After': new Date(nowMs + 1000).toUTCString() },
    body: rateLimitBody,
  }),
  'server-error': () => ({
    status: 500,
    headers: jsonHeaders,
    body: '{"type":"internal error","error":"cannot get the information"}',
  }),
  unavailable: () => ({
    status: 503,
    headers: { ...jsonHeaders, 'Retry-After': '1' },
    body: '{"error":"request timeout","code":"request_timeout","retryable":true}',
  }),
  'html-ok': () => ({ status: 200, headers: htmlHeaders, body: html }),
  'html-forbidden': () => ({ status: 403, headers: htmlHeaders, body: html }),
}

async function write(
  request: IncomingMessage,
  response: ServerResponse,
  routeResponse: RouteResponse,
  fault: FaultKind | null,
): Promise<void> {
  const text = JSON.stringify(routeResponse.body)
  response.setHeader('Content-Type', 'application/json')
  for (const [name, value] of Object.entries(routeResponse.headers ?? {}))
    response.setHeader(name, value)
  if (fault === 'truncated') {
    response.writeHead(routeResponse.status).end(text.slice(0, Math.floor(text.length / 2)))
  } else if (fault === 'cut') {
    response
      .writeHead(routeResponse.status, { 'Content-Length': Buffer.byteLength(text) })
      .write(text.slice(0, Math.floor(text.length / 2)))
    await pause(20)
    request.socket.resetAndDestroy()
  } else if (fault === 'slow') {
    response.writeHead(routeResponse.status)
    const size = Math.ceil(text.length / slowPieces)
    for (let from = 0; from < text.length && !response.destroyed; from += size) {
      response.write(text.slice(from, from + size))
      await pause(slowPauseMs)
    }
    response.end()
  } else if (text.length > 2000 && /\bgzip\b/.test(request.headers['accept-encoding'] ?? '')) {
    const packed = await zipped(text)
    response
      .writeHead(routeResponse.status, {
        'Content-Encoding': 'gzip',
        'Content-Length': packed.length,
      })
      .end(packed)
  } else {
    response
      .writeHead(routeResponse.status, { 'Content-Length': Buffer.byteLength(text) })
      .end(text)
  }
}

function zipped(text: string): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    gzip(text, { level: 1 }, (error, packed) => (error ? reject(error) : resolve(packed)))
  })
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** undefined: the body is not JSON. */
async function readJson(request: IncomingMessage): Promise<unknown> {
  const pieces: Buffer[] = []
  let bytes = 0
  for await (const piece of request as AsyncIterable<Buffer>) {
    bytes += piece.length
    if (bytes > maxBodyBytes) return undefined
    pieces.push(piece)
  }
  try {
    return JSON.parse(Buffer.concat(pieces).toString()) as unknown
  } catch {
    return undefined
  }
}
