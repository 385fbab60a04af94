// The simulator's HTTP server: finds the route, lets a fault have its way, writes the answer.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { gzip } from 'node:zlib'
import { openHttpServer, type HttpServer } from '../../platform/run/http-server.ts'
import { bentAnswer, bentQuery, faultFor, type FaultKind, type FaultRule } from './faults.ts'
import { createRequestLog, type RequestLog } from './request-log.ts'
import { patternOf, type Answer, type Route } from './routes.ts'

export interface HttpSettings {
  readonly routes: readonly Route[]
  readonly seed: string
  readonly now: () => number
  /** Read anew for each request. */
  readonly faults: () => readonly FaultRule[]
}

interface CompiledRoute extends Route {
  readonly pattern: RegExp
}

const html =
  '<!DOCTYPE html><html><head><title>Just a moment...</title></head><body><h1>Sorry, you have been blocked</h1></body></html>'
/** Bodies are small: a list of tokens. */
const mostBodyBytes = 1_000_000
/** A slow answer comes in this many pieces, this far apart. */
const slowPieces = 10
const slowPauseMs = 150

export function createHttp(settings: HttpSettings): {
  readonly log: RequestLog
  listen(where: { readonly port: number; readonly host: string }): Promise<HttpServer>
} {
  const log = createRequestLog()
  // Fixed names before parameters, whatever the order in which they were written down.
  const routes = settings.routes
    .map((route): CompiledRoute => ({ ...route, pattern: patternOf(route.name) }))
    .sort((one, other) => parameters(one.name) - parameters(other.name))
  let requests = 0

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const nowMs = settings.now()
    const n = requests++
    const url = new URL(request.url ?? '/', 'http://simulator')
    const found = find(routes, request.method ?? 'GET', url.pathname)
    const route = found?.route.name ?? 'unknown'
    const fault = faultFor(settings.faults(), { seed: settings.seed, n, route, nowMs })
    const note = (status: number): void =>
      log.add({ route, url: request.url ?? '/', atMs: nowMs, status, fault })
    response.setHeader('Date', new Date(nowMs).toUTCString())
    const refusal = fault === null ? undefined : refusals[fault]?.(nowMs)
    if (fault === 'hang') return note(0)
    if (fault === 'reset') {
      note(0)
      request.socket.resetAndDestroy()
      return
    }
    if (refusal !== undefined) {
      note(refusal.status)
      response.writeHead(refusal.status, refusal.headers).end(refusal.body)
      return
    }
    const body = request.method === 'POST' ? await readJson(request) : undefined
    const answer: Answer =
      found === null
        ? { status: 404, body: { error: 'not found' } }
        : found.route.handle({
            path: url.pathname,
            query: bentQuery(fault, route, url.searchParams),
            body,
            nowMs,
            params: found.params,
          })
    const bent = bentAnswer(fault, answer, url.searchParams, n)
    note(bent.status)
    await write(request, response, bent, fault)
  }

  return {
    log,
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
      // Answers that hang on purpose are not waited for.
      return openHttpServer({ port, host, handler, patienceMs: 0 })
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

interface Refusal {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

const json = { 'Content-Type': 'application/json' }
const page = { 'Content-Type': 'text/html; charset=UTF-8' }
const tooMany = '{"error":"too many requests"}'

/** Answers that need no look at the question. */
const refusals: Readonly<Partial<Record<FaultKind, (nowMs: number) => Refusal>>> = {
  'rate-limit': () => ({ status: 429, headers: json, body: tooMany }),
  'rate-limit-seconds': () => ({
    status: 429,
    headers: { ...json, 'Retry-After': '1' },
    body: tooMany,
  }),
  'rate-limit-date': (nowMs) => ({
    status: 429,
    headers: { ...json, 'Retry-After': new Date(nowMs + 1000).toUTCString() },
    body: tooMany,
  }),
  'server-error': () => ({
    status: 500,
    headers: json,
    body: '{"type":"internal error","error":"cannot get the information"}',
  }),
  unavailable: () => ({
    status: 503,
    headers: { ...json, 'Retry-After': '1' },
    body: '{"error":"request timeout","code":"request_timeout","retryable":true}',
  }),
  'html-ok': () => ({ status: 200, headers: page, body: html }),
  'html-forbidden': () => ({ status: 403, headers: page, body: html }),
}

async function write(
  request: IncomingMessage,
  response: ServerResponse,
  answer: Answer,
  fault: FaultKind | null,
): Promise<void> {
  const text = JSON.stringify(answer.body)
  response.setHeader('Content-Type', 'application/json')
  if (fault === 'truncated') {
    response.writeHead(answer.status).end(text.slice(0, Math.floor(text.length / 2)))
  } else if (fault === 'cut') {
    response
      .writeHead(answer.status, { 'Content-Length': Buffer.byteLength(text) })
      .write(text.slice(0, Math.floor(text.length / 2)))
    await pause(20)
    request.socket.resetAndDestroy()
  } else if (fault === 'slow') {
    response.writeHead(answer.status)
    const size = Math.ceil(text.length / slowPieces)
    for (let from = 0; from < text.length && !response.destroyed; from += size) {
      response.write(text.slice(from, from + size))
      await pause(slowPauseMs)
    }
    response.end()
  } else if (text.length > 2000 && /\bgzip\b/.test(request.headers['accept-encoding'] ?? '')) {
    const packed = await zipped(text)
    response
      .writeHead(answer.status, { 'Content-Encoding': 'gzip', 'Content-Length': packed.length })
      .end(packed)
  } else {
    response.writeHead(answer.status, { 'Content-Length': Buffer.byteLength(text) }).end(text)
  }
}

function zipped(text: string): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    gzip(text, { level: 1 }, (error, packed) => (error ? reject(error) : resolve(packed)))
  })
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** undefined when it is not JSON. */
async function readJson(request: IncomingMessage): Promise<unknown> {
  const pieces: Buffer[] = []
  let bytes = 0
  for await (const piece of request as AsyncIterable<Buffer>) {
    bytes += piece.length
    if (bytes > mostBodyBytes) return undefined
    pieces.push(piece)
  }
  try {
    return JSON.parse(Buffer.concat(pieces).toString()) as unknown
  } catch {
    return undefined
  }
}
