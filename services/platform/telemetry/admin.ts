// The admin port, for operators and probes: /metrics, /health/live, /health/ready, and commands. Where it
// listens on more than this machine, commands are still taken from this machine only.
import type { IncomingMessage } from 'node:http'
import getRawBody from 'raw-body'
import { openHttpServer, type HttpServer } from '../run/http-server.ts'
import type { Metrics } from './metrics.ts'

/** null: fine; else what is not yet there or no longer. */
export type ReadinessChecks = Readonly<Record<string, () => Promise<string | null>>>

/** Takes what was posted as JSON. */
export type AdminCommand = (body: unknown) => Promise<{ status: number; body: unknown }>

export interface AdminOptions {
  readonly host: string
  readonly port: number
  readonly metrics: Metrics
  readonly checks: ReadinessChecks
  /** Brings gauges up to date before they are read. */
  readonly refresh: () => Promise<void>
  /** By path; called with POST. */
  readonly commands: Readonly<Record<string, AdminCommand>>
}

interface AdminAnswer {
  readonly status: number
  readonly type: string
  readonly body: string
}

const mostBytes = 16 * 1024

export async function openAdminServer(options: AdminOptions): Promise<HttpServer> {
  return openHttpServer({
    host: options.host,
    port: options.port,
    handler: (request, response) => {
      // not new URL(): it throws at odd targets, and that would be the end of the process
      const path = (request.url ?? '/').replace(/\?.*$/s, '')
      const command = Object.hasOwn(options.commands, path) ? options.commands[path] : undefined
      const answering = command ? run(command, request) : look(options, path)
      void answering
        // whoever may ask here may know why
        .catch((error: unknown) => json(500, { detail: `it failed: ${String(error)}` }))
        .then(({ status, type, body }) =>
          response.writeHead(status, { 'content-type': type }).end(body),
        )
    },
  })
}

async function look(options: AdminOptions, path: string): Promise<AdminAnswer> {
  const { metrics, checks } = options
  switch (path) {
    case '/metrics':
      await options.refresh()
      return {
        status: 200,
        type: metrics.registry.contentType,
        body: await metrics.registry.metrics(),
      }
    case '/health/live':
      return json(200, { status: 'live' })
    case '/health/ready': {
      const parts = await Promise.all(
        Object.entries(checks).map(async ([name, check]) => [name, await check()] as const),
      )
      const missing = parts.filter(([, problem]) => problem !== null)
      return json(missing.length ? 503 : 200, {
        status: missing.length ? 'not ready' : 'ready',
        parts: Object.fromEntries(parts.map(([name, problem]) => [name, problem ?? 'ok'])),
      })
    }
    default:
      return json(404, {
        detail: `known are ${['/metrics', '/health/live', '/health/ready', ...Object.keys(options.commands)].join(', ')}`,
      })
  }
}

/**
 * The port asks for no credential, so a page in a browser of this machine must not be able to use
 * it: a page cannot send JSON elsewhere without asking first, and cannot choose the Host.
 */
async function run(command: AdminCommand, request: IncomingMessage): Promise<AdminAnswer> {
  if (request.method !== 'POST') return json(405, { detail: 'send POST' })
  if (!isThisMachine(request.socket.remoteAddress))
    return json(403, { detail: 'commands are taken from the same machine only' })
  if (!/^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(request.headers.host ?? ''))
    return json(403, { detail: 'ask by 127.0.0.1 or localhost' })
  if (!/^application\/json\b/.test(request.headers['content-type'] ?? ''))
    return json(415, { detail: 'send JSON, with content-type: application/json' })
  let body: unknown
  try {
    body = JSON.parse(await getRawBody(request, { limit: mostBytes, encoding: 'utf8' }))
  } catch {
    return json(422, { detail: `the body is not JSON of at most ${mostBytes} bytes` })
  }
  const answer = await command(body)
  return json(answer.status, answer.body)
}

function isThisMachine(address: string | undefined): boolean {
  return address !== undefined && /^(::ffff:)?127\.|^::1$/.test(address)
}

function json(status: number, body: unknown): AdminAnswer {
  return { status, type: 'application/json', body: `${JSON.stringify(body)}\n` }
}
