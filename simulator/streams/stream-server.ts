// Accepts the WebSocket connections of the simulator, and lets the platforms' sides send what has happened
// since the last time.
import { STATUS_CODES, type IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer, type WebSocket } from 'ws'
import type { RequestLog, ServedRequest } from '../server/request-log.ts'
import type { RouteRequest, RouteResponse } from '../server/routes.ts'
import { createConnection } from './connection.ts'
import type { Stream, StreamSession } from './stream.ts'
import {
  createStreamFaults,
  type FaultCounts,
  type StreamFaultRule,
  type StreamFaults,
} from './stream-faults.ts'

export interface StreamSettings {
  readonly streams: readonly Stream[]
  readonly seed: string
  readonly now: () => number
  /** Read for each frame. */
  readonly faults: () => readonly StreamFaultRule[]
  readonly log: RequestLog & { add(request: ServedRequest): void }
}

/** For tests. */
export interface StreamControl {
  /** Sends now what happened up to now. It is also sent every few milliseconds. */
  advance(): void
  /** Closes all connections, as a platform does that restarts. */
  restart(): void
  /** The number of open connections. */
  connections(): number
  /** How often each fault has been injected. */
  faultCounts(): FaultCounts
}

interface OpenSession {
  readonly socket: WebSocket
  readonly session: StreamSession
  /** What happened until then has been sent. */
  sentMs: number
}

const advanceEveryMs = 20
const pingEveryMs = 10_000
const maxCommandBytes = 4 * 1024 * 1024

export function createStreamServer(settings: StreamSettings): StreamControl & {
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void
  close(): void
} {
  const { streams, seed, now, log } = settings
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: maxCommandBytes,
    autoPong: false,
  })
  const sessions = new Set<OpenSession>()
  const faults = createStreamFaults(seed, settings.faults)
  let connections = 0
  let timer: NodeJS.Timeout | null = null

  function advance(): void {
    const untilMs = now()
    for (const open of sessions) {
      if (untilMs <= open.sentMs) continue
      const fromMs = open.sentMs
      open.sentMs = untilMs
      open.session.advance(fromMs, untilMs)
    }
  }

  function open(socket: WebSocket, stream: Stream): void {
    const number = connections++
    const connection = createConnection({
      socket,
      number,
      onOverflow: (nowMs) => session.overflow(nowMs),
      hasFault: (kind, key, nowMs) => faults.has(kind, stream.path, key, nowMs),
    })
    const session = stream.open(connection)
    const opened: OpenSession = { socket, session, sentMs: now() }
    sessions.add(opened)
    timer ??= setInterval(advance, advanceEveryMs)
    const isMute = (): boolean => connection.hasFault('mute', `${number}`, now())
    socket.on('message', (data, isBinary) => {
      if (isBinary || isMute()) return
      // The session has sent everything up to now before it acts on the command.
      advance()
      session.receive((data as Buffer).toString(), opened.sentMs)
    })
    socket.on('ping', (body) => {
      if (!isMute()) socket.pong(body)
    })
    const pings =
      stream.pingBody === undefined
        ? undefined
        : setInterval(() => {
            if (!isMute()) socket.ping(stream.pingBody)
          }, pingEveryMs)
    // A client that breaks the protocol is disconnected by the library.
    socket.on('error', () => socket.terminate())
    socket.on('close', () => {
      clearInterval(pings)
      sessions.delete(opened)
      if (sessions.size > 0 || timer === null) return
      clearInterval(timer)
      timer = null
    })
  }

  return {
    advance,
    restart() {
      for (const { socket } of sessions) socket.close(1012, 'service restart')
    },
    connections: () => sessions.size,
    faultCounts: () => faults.counts(),
    upgrade(request, socket, head) {
      const { pathname, searchParams } = new URL(request.url ?? '/', 'http://simulator')
      const stream = streams.find(({ path }) => path === pathname)
      const nowMs = now()
      const rejection = rejectionOf(stream, faults, `${connections}`, {
        path: pathname,
        query: searchParams,
        headers: request.headers,
        body: undefined,
        nowMs,
        params: {},
      })
      const status = rejection?.status ?? 101
      log.add({ route: stream?.path ?? 'unknown', url: pathname, atMs: nowMs, status, fault: null })
      if (rejection !== null || stream === undefined) {
        connections++
        return reject(socket, rejection)
      }
      server.handleUpgrade(request, socket, head, (accepted) => open(accepted, stream))
    },
    close() {
      for (const { socket } of sessions) socket.terminate()
    },
  }
}

const handshakeFaults = [
  ['refused', 429],
  ['restarting', 425],
  ['unavailable', 503],
] as const

function rejectionOf(
  stream: Stream | undefined,
  faults: StreamFaults,
  key: string,
  request: RouteRequest,
): RouteResponse | null {
  if (stream === undefined) return { status: 404, body: { error: 'not found' } }
  for (const [kind, status] of handshakeFaults)
    if (faults.has(kind, stream.path, key, request.nowMs))
      return { status, body: { error: STATUS_CODES[status] } }
  return stream.rejection?.(request) ?? null
}

function reject(socket: Duplex, rejection: RouteResponse | null): void {
  const { status, body } = rejection ?? { status: 404, body: {} }
  const text = JSON.stringify(body)
  // the client may have closed the connection; without a listener the error would end the process
  socket.on('error', () => socket.destroy())
  socket.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
      'Connection: close',
      'Content-Type: application/json',
      `Content-Length: ${Buffer.byteLength(text)}`,
      ...(status === 425 ? ['Retry-After: 1'] : []),
      '',
      text,
    ].join('\r\n'),
  )
}
