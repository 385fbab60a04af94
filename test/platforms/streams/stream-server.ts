// A small WebSocket server on a loopback port whose behaviour a test decides, and a pool that is connected to it.
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { WebSocketServer, type WebSocket } from 'ws'
import { createStreamPool, type StreamPool } from '../../../services/platforms/streams/pool.ts'
import type { StreamFrame, StreamProtocol } from '../../../services/platforms/streams/protocol.ts'
import type { BookTarget } from '../../../services/platforms/source.ts'
import { sleepOnTimer } from '../../../services/lib/run/wait.ts'

export interface Opened {
  readonly socket: WebSocket
  readonly headers: IncomingHttpHeaders
  readonly path: string
  readonly received: string[]
}

export interface StreamServer {
  /** "ws://127.0.0.1:8080" */
  readonly url: string
  readonly opened: readonly Opened[]
  /** The status of the response to a handshake instead of accepting it; null accepts it. */
  refuse: { readonly status: number; readonly headers?: Record<string, string> } | null
  onMessage: (text: string, connection: Opened) => void
  readonly close: () => Promise<void>
}

export async function openStreamServer(): Promise<StreamServer> {
  const http = createServer()
  const webSockets = new WebSocketServer({ noServer: true })
  const opened: Opened[] = []
  const server = { opened, refuse: null, onMessage: () => undefined } as unknown as StreamServer
  http.on('upgrade', (request: IncomingMessage, socket, head) => {
    // the pool may have closed the connection before it is refused
    socket.on('error', () => socket.destroy())
    const { refuse } = server
    if (refuse !== null) {
      const headers = Object.entries(refuse.headers ?? {}).map(([name, text]) => `${name}: ${text}`)
      socket.end([`HTTP/1.1 ${refuse.status} Refused`, ...headers, '', ''].join('\r\n'))
      opened.push({ socket: null as never, headers: request.headers, path: '', received: [] })
      return
    }
    webSockets.handleUpgrade(request, socket, head, (webSocket) => {
      const path = request.url ?? ''
      const one: Opened = { socket: webSocket, headers: request.headers, path, received: [] }
      opened.push(one)
      webSocket.on('message', (data: Buffer) => {
        one.received.push(data.toString())
        server.onMessage(data.toString(), one)
      })
    })
  })
  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
  return Object.assign(server, {
    url: `ws://127.0.0.1:${(http.address() as AddressInfo).port}`,
    async close() {
      for (const socket of webSockets.clients) socket.terminate()
      http.closeAllConnections()
      await new Promise((resolve) => http.close(resolve))
    },
  })
}

export interface RunningPool {
  readonly pool: StreamPool
  readonly frames: StreamFrame[]
  readonly lost: string[]
  readonly awaited: string[]
  /** How often each count was reported, as "stream_ends no_data". */
  readonly counts: Map<string, number>
  /** Samples of unexpected messages: reason and beginning. */
  readonly samples: string[]
  /** Pauses that the pool has asked for. */
  readonly pauses: number[]
  /** Sets the clock forward. */
  readonly advance: (ms: number) => void
  readonly stop: () => void
}

/** The pool's pauses last a hundredth of their length, and its clock stands still otherwise. */
export function runPool(protocol: StreamProtocol): RunningPool {
  const ending = new AbortController()
  let nowMs = 1_000_000
  const running: Omit<RunningPool, 'pool'> = {
    frames: [],
    lost: [],
    awaited: [],
    counts: new Map(),
    samples: [],
    pauses: [],
    advance: (ms) => (nowMs += ms),
    stop: () => ending.abort(new Error('stopped')),
  }
  const pool = createStreamPool({
    platform: 'platform_a',
    protocol,
    now: () => nowMs,
    steadyNow: () => nowMs,
    async sleep(ms, signal) {
      running.pauses.push(ms)
      nowMs += ms
      await sleepOnTimer(ms / 100, signal)
    },
    random: () => 1,
    observer: {
      count(what, { reason = '' }, by = 1) {
        const name = `${what} ${reason}`
        running.counts.set(name, (running.counts.get(name) ?? 0) + by)
      },
      log(_level, _message, { reason, begins }) {
        if (typeof reason === 'string' && typeof begins === 'string')
          running.samples.push(`${reason}: ${begins}`)
      },
    },
    onSnapshotsRequested: (ids) => running.awaited.push(...ids),
    onLost: (ids) => running.lost.push(...ids),
    onFrame(frame) {
      running.frames.push(frame)
      if (frame.body.includes('poison')) throw new Error('a fault of the reader')
    },
    signal: ending.signal,
  })
  return { ...running, pool }
}

export const targetOf = (nativeId: string, prefix = 'pa'): BookTarget => ({
  id: `${prefix}_${nativeId}`,
  nativeId,
  tokens: [`${nativeId}0`, `${nativeId}1`],
})
