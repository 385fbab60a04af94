// An HTTP server on a port: open when it listens, closed when the answers under way have ended.
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface HttpServer {
  /** "http://127.0.0.1:8080" */
  readonly url: string
  /** Lets answers under way end, for a while. */
  close(): Promise<void>
}

const usualPatienceMs = 2_000

/** Port 0 takes any free one. Rejects when the port is taken. */
export async function openHttpServer(options: {
  readonly host: string
  readonly port: number
  readonly handler: RequestListener
  /** How long close() lets answers under way end. */
  readonly patienceMs?: number
}): Promise<HttpServer> {
  const { host, port, handler, patienceMs = usualPatienceMs } = options
  const server = createServer(handler)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, host, resolve)
  })
  const address = server.address() as AddressInfo
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${address.port}`,
    close: () =>
      new Promise((resolve) => {
        const patience = setTimeout(() => server.closeAllConnections(), patienceMs)
        server.close(() => {
          clearTimeout(patience)
          resolve()
        })
        server.closeIdleConnections()
      }),
  }
}
