// The HTTP server at the admin port, for operators and probes: /metrics, /health/live, /health/ready, and
// commands. It accepts commands only from the same machine, even when ADMIN_HOST opens the port to others.
// compose.ts opens it in every process.
import type { IncomingMessage } from 'node:http'
import { Registry } from 'prom-client'
import getRawBody from 'raw-body'
import { openHttpServer, type HttpServer } from '../run/http-server.ts'

/** Handles a POST to a command path; `body` is the parsed JSON body. */
export type AdminCommand = (body: unknown) => Promise<{ status: number; body: unknown }>

export interface AdminOptions {
  readonly host: string
  readonly port: number
  /** Returns all metrics, in the text format of Prometheus. */
  readonly readMetrics: () => Promise<string>
  /** By part: null if it is ready, else a description of the problem. */
  readonly readReadiness: () => Promise<Readonly<Record<string, string | null>>>
  /** By path. */
  readonly commands: Readonly<Record<string, AdminCommand>>
}

interface AdminResponse {
  readonly status: number
  readonly type: string
  readonly body: string
}

const maxBodyBytes = 128 * 1024

export async function openAdminServer(options: AdminOptions): Promise<HttpServer> {
  return openHttpServer({
    host: options.host,
    port: options.port,
    handler: (request, response) => {
      // new URL() is not used: it throws for invalid request targets, which would end the process
      const path = (request.url ?? '/').replace(/\?.*$/s, '')
      const command = Object.hasOwn(options.commands, path) ? options.commands[path] : undefined
      const responding = command
        ? runCommand(command, request)
        : serveReadRequest(options, path, request)
      void responding
        // the response may contain the error: only operators have access to this port
        .catch((error: unknown) => json(500, { detail: `internal error: ${String(error)}` }))
        .then(({ status, type, body }) =>
          response.writeHead(status, { 'content-type': type }).end(body),
        )
    },
  })
}

/**
 * A request that arrives at a loopback address must have a loopback address or name in its header
 * Host. Otherwise a web page could read the response if its own host name resolved to 127.0.0.1 (DNS
 * rebinding). Other addresses are reachable only if ADMIN_HOST opens the port to other machines, which
 * may use any name.
 */
async function serveReadRequest(
  options: AdminOptions,
  path: string,
  request: IncomingMessage,
): Promise<AdminResponse> {
  if (isLoopback(request.socket.localAddress) && !hasLoopbackHost(request)) return foreignHost
  switch (path) {
    case '/metrics':
      return {
        status: 200,
        type: Registry.PROMETHEUS_CONTENT_TYPE,
        body: await options.readMetrics(),
      }
    case '/health/live':
      return json(200, { status: 'live' })
    case '/health/ready': {
      const parts = Object.entries(await options.readReadiness())
      const missing = parts.filter(([, problem]) => problem !== null)
      return json(missing.length ? 503 : 200, {
        status: missing.length ? 'not ready' : 'ready',
        parts: Object.fromEntries(parts.map(([name, problem]) => [name, problem ?? 'ok'])),
      })
    }
    default:
      return json(404, {
        detail: `unknown path; known paths are ${['/metrics', '/health/live', '/health/ready', ...Object.keys(options.commands)].join(', ')}`,
      })
  }
}

/**
 * Runs a command. The port requires no credentials, so these checks prevent web pages in a browser on
 * this machine from running commands: a page cannot send JSON to another origin without a CORS preflight,
 * and cannot choose the Host header.
 */
async function runCommand(command: AdminCommand, request: IncomingMessage): Promise<AdminResponse> {
  if (request.method !== 'POST') return json(405, { detail: 'send POST' })
  if (!isLoopback(request.socket.remoteAddress))
    return json(403, { detail: 'commands are accepted from the same machine only' })
  if (!hasLoopbackHost(request)) return foreignHost
  if (!/^application\/json\b/.test(request.headers['content-type'] ?? ''))
    return json(415, { detail: 'send JSON, with content-type: application/json' })
  let body: unknown
  try {
    body = JSON.parse(await getRawBody(request, { limit: maxBodyBytes, encoding: 'utf8' }))
  } catch {
    return json(422, { detail: `the body is not JSON of at most ${maxBodyBytes} bytes` })
  }
  const answer = await command(body)
  return json(answer.status, answer.body)
}

function isLoopback(address: string | undefined): boolean {
  return address !== undefined && /^(::ffff:)?127\.|^::1$/.test(address)
}

function hasLoopbackHost({ headers }: IncomingMessage): boolean {
  return /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(headers.host ?? '')
}

function json(status: number, body: unknown): AdminResponse {
  return { status, type: 'application/json', body: `${JSON.stringify(body)}\n` }
}

const foreignHost = json(403, { detail: 'the Host header must be 127.0.0.1 or localhost' })
