// An HTTP server that listens on a port until close(), which lets pending responses finish.
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'

export interface HttpServer {
  /** "http://127.0.0.1:8080" */
  readonly url: string
  /** Waits for pending responses, at most `closeTimeoutMs`. */
  close(): Promise<void>
}

const defaultCloseTimeoutMs = 2_000

/**
 * How long a connection without requests stays open: longer than load balancers and HTTP clients
 * keep theirs (usually up to 60 s). The client must close first: a request that is sent while this
 * server closes the connection would fail.
 */
const keepAliveTimeoutMs = 75_000

/**
 * The default, 16 KiB, is too little for a URL with 1,000 ids of markets, the most that one parameter may have:
 * 70 KB, and 72 KB if its commas are percent-encoded.
 */
const maxHeaderBytes = 96 * 1024

/** Opens a server. Port 0 selects any free port. Rejects when the port is in use. */
export async function openHttpServer(options: {
  readonly host: string
  readonly port: number
  readonly handler: RequestListener
  /**
   * Takes over the sockets of requests to upgrade the connection to a WebSocket. close() waits for these sockets:
   * the caller closes them. Requests for other upgrades go to `handler`. Without this function, all requests for
   * upgrades go to `handler`.
   */
  readonly upgrade?: (request: IncomingMessage, socket: Duplex, head: Buffer) => void
  /** How long close() waits for pending responses. */
  readonly closeTimeoutMs?: number
}): Promise<HttpServer> {
  const { host, port, handler, upgrade, closeTimeoutMs = defaultCloseTimeoutMs } = options
  const server = createServer(
    { keepAliveTimeout: keepAliveTimeoutMs, maxHeaderSize: maxHeaderBytes },
    handler,
  )
  if (upgrade !== undefined)
    server.on('upgrade', (request, socket, head) => {
      if (request.headers.upgrade?.toLowerCase() === 'websocket') upgrade(request, socket, head)
      else serveWithoutUpgrade(request, socket, head, server)
    })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, host, resolve)
  })
  const address = server.address() as AddressInfo
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${address.port}`,
    close: () =>
      new Promise((resolve) => {
        const timer = setTimeout(() => server.closeAllConnections(), closeTimeoutMs)
        server.close(() => {
          clearTimeout(timer)
          resolve()
        })
        server.closeIdleConnections()
      }),
  }
}

/**
 * Passes the request to the server once more, without its header Upgrade. Java's HTTP client offers an upgrade to
 * HTTP/2 with every first request, and Node would not read the body of that request.
 */
function serveWithoutUpgrade(
  { method = '', url = '', httpVersion, rawHeaders }: IncomingMessage,
  socket: Duplex,
  head: Buffer,
  server: Server,
): void {
  const lines = [`${method} ${url} HTTP/${httpVersion}`]
  for (let i = 0; i < rawHeaders.length; i += 2)
    if (rawHeaders[i]?.toLowerCase() !== 'upgrade')
      lines.push(`${rawHeaders[i] ?? ''}: ${rawHeaders[i + 1] ?? ''}`)
  socket.unshift(Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), head]))
  server.emit('connection', socket)
}
