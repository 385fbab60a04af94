// Requests to change the protocol (the header Upgrade). They are served like any other request, so that each
// error is an ordinary response. Only /v1/stream accepts the upgrade to a WebSocket (send-live.ts).
import { ServerResponse, type IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer } from 'ws'
import { toWebSocketMessage } from '../live/stream-encoding.ts'
import { createStreamConnection } from '../live/stream-connection.ts'
import type { LiveResponse } from '../route.ts'
import type { HeaderList } from './response.ts'

/** A listener for the event `upgrade` of an HTTP server. */
export type UpgradeListener = (req: IncomingMessage, socket: Duplex, head: Buffer) => void

interface UpgradeRequest {
  readonly socket: Duplex
  readonly head: Buffer
  readonly res: ServerResponse
}

const upgrades = new WeakMap<IncomingMessage, UpgradeRequest>()

/** Maximum size of a message of a client. Clients need to send only control frames. */
const maxClientBytes = 1_024
const webSockets = new WebSocketServer({
  noServer: true,
  perMessageDeflate: false,
  maxPayload: maxClientBytes,
})

export function createUpgradeListener(
  handler: (req: IncomingMessage, res: ServerResponse) => Promise<void>,
): UpgradeListener {
  return (req, socket, head) => {
    // after this event the server no longer handles errors of the connection
    socket.on('error', () => socket.destroy())
    const res = new ServerResponse(req)
    res.shouldKeepAlive = false
    // an HTTP server passes the socket of the connection, but its types call it a Duplex
    res.assignSocket(socket as Parameters<ServerResponse['assignSocket']>[0])
    res.once('finish', () => socket.end())
    upgrades.set(req, { socket, head, res })
    void handler(req, res)
  }
}

export function isWebSocketRequest(req: IncomingMessage): boolean {
  return upgrades.has(req) && req.headers.upgrade?.toLowerCase() === 'websocket'
}

/** Sends the stream over a WebSocket. `ws` answers the handshake and the control frames. */
export function sendOverWebSocket(
  req: IncomingMessage,
  headers: HeaderList,
  response: LiveResponse,
): void {
  const upgrade = upgrades.get(req)
  if (!upgrade) throw new Error('this request is no upgrade')
  const { socket, head, res } = upgrade
  // `response.close` is called even if `ws` refuses the handshake
  socket.once('close', response.close)
  res.detachSocket(socket as Parameters<ServerResponse['detachSocket']>[0])
  const addHeaders = (lines: string[]): void => {
    for (let i = 0; i < headers.length; i += 2)
      lines.push(`${headers[i] ?? ''}: ${headers[i + 1] ?? ''}`)
  }
  webSockets.once('headers', addHeaders)
  webSockets.handleUpgrade(req, socket, head, (webSocket) => {
    // ws closes the connection after a faulty frame of the client, so the error needs no handling
    webSocket.on('error', () => undefined)
    const finish = (): void => webSocket.close()
    response.attachConnection(createStreamConnection(socket, toWebSocketMessage, finish))
  })
  webSockets.off('headers', addHeaders)
}
