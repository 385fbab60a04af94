// The admin port, for operators and probes on this machine: /metrics, /health/live, /health/ready.
import { openHttpServer, type HttpServer } from '../run/http-server.ts'
import type { Metrics } from './metrics.ts'

/** null: fine; else what is not yet there or no longer. */
export type ReadinessChecks = Readonly<Record<string, () => Promise<string | null>>>

export async function openAdminServer(options: {
  readonly host: string
  readonly port: number
  readonly metrics: Metrics
  readonly checks: ReadinessChecks
  /** Brings gauges up to date before they are read. */
  readonly refresh: () => Promise<void>
}): Promise<HttpServer> {
  const { metrics, checks } = options

  const answer = async (path: string): Promise<{ status: number; type: string; body: string }> => {
    const json = (status: number, body: unknown) => ({
      status,
      type: 'application/json',
      body: `${JSON.stringify(body)}\n`,
    })
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
          detail: 'known are /metrics, /health/live and /health/ready',
        })
    }
  }

  return openHttpServer({
    host: options.host,
    port: options.port,
    handler: (request, response) => {
      answer(new URL(request.url ?? '/', 'http://admin').pathname).then(
        ({ status, type, body }) => response.writeHead(status, { 'content-type': type }).end(body),
        () => response.writeHead(500).end(),
      )
    },
  })
}
