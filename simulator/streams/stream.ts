// A WebSocket interface of a platform. The platform's side decides what is sent; the server keeps the
// connections, tells the sessions when time has passed, and applies the faults.
import type { RouteRequest, RouteResponse } from '../server/routes.ts'
import type { StreamFaultKind } from './stream-faults.ts'

export interface Stream {
  /** The path of the handshake: "/ws/market". */
  readonly path: string
  /** The response to a handshake that is not accepted; null: accepted. Default: every handshake is accepted. */
  readonly rejection?: (request: RouteRequest) => RouteResponse | null
  /** The body of the pings that the server sends every ten seconds. Default: it sends none. */
  readonly pingBody?: string
  readonly open: (connection: StreamConnection) => StreamSession
}

/** The platform's side of one connection. */
export interface StreamSession {
  /** A text frame of the client. */
  receive(text: string, nowMs: number): void
  /** Sends what has happened after `fromMs`, up to and including `untilMs`. */
  advance(fromMs: number, untilMs: number): void
  /** The client reads too slowly: ends the connection, or a subscription, as the platform does. */
  overflow(nowMs: number): void
}

export interface StreamConnection {
  /** Sends a frame of data, unless a fault prevents it. */
  send(frame: Frame, nowMs: number): void
  /** Sends a reply to a command, without faults. */
  reply(text: string): void
  close(code: number, reason: string): void
  /** Whether a fault applies. The same kind and key give the same result on every connection. */
  hasFault(kind: StreamFaultKind, key: string, nowMs: number): boolean
  /** Identifies the connection: the first one is number 0. */
  readonly number: number
}

export interface Frame {
  readonly kind: 'book' | 'change' | 'trade' | 'lifecycle'
  /** Identifies the market, and how often the client has subscribed to it. Default: the frame is of no market. */
  readonly subject?: string
  /** The first frames after a subscription. */
  readonly isFirst?: true
  /** Frames have a sequence number, which `write` increments. */
  readonly isNumbered?: true
  /** Writes the frame. Called once for each time that the frame is sent. */
  readonly write: () => string
}
