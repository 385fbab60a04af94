// One WebSocket connection of a platform's stream, from opening to closing.
import { WebSocket } from 'ws'
import type { Sleep } from '../../lib/run/wait.ts'
import { retryAfterMs } from '../../lib/run/retry-after.ts'
import type { StreamFrame, StreamProtocol, StreamSession } from './protocol.ts'

export interface ConnectionDeps {
  /** The local clock (Unix milliseconds), for the times in records. */
  readonly now: () => number
  /** See createSteadyClock. */
  readonly steadyNow: () => number
  readonly sleep: Sleep
  readonly random: () => number
}

export interface ConnectionEvents {
  readonly onOpen: (session: StreamSession) => void
  readonly onFrames: (frames: readonly StreamFrame[], receivedAtMs: number) => void
}

/** Why a connection ended, and how long the platform asks to wait before the next one. */
export interface ConnectionEnd {
  readonly reason: string
  readonly pauseMs: number
}

export interface Connection {
  /** Closes the connection, if it is not closed yet. */
  end(reason: string): void
  /** Closes the connection if it is silent for too long, and sends a ping if one is due. */
  check(): void
  readonly ended: Promise<ConnectionEnd>
}

const handshakeMs = 10_000
/**
 * A connection without any message or ping for this long is closed as dead. Both platforms send something
 * every 10 s.
 */
const silentMs = 45_000
/**
 * A connection that receives pings but no data is closed after `gaps` times its mean time between two
 * messages, but not before `minMs` and no later than `maxMs`.
 */
const noData = { minMs: 30_000, maxMs: 600_000, gaps: 30 }
const smoothing = 0.02

export async function openConnection(
  protocol: StreamProtocol,
  { now, steadyNow }: Pick<ConnectionDeps, 'now' | 'steadyNow'>,
  { onOpen, onFrames }: ConnectionEvents,
): Promise<Connection> {
  const socket = new WebSocket(protocol.url, {
    headers: await protocol.headers(),
    handshakeTimeout: handshakeMs,
    maxPayload: protocol.maxMessageBytes,
    perMessageDeflate: false,
  })
  const session = protocol.createSession((text) => {
    if (socket.readyState === WebSocket.OPEN) socket.send(text)
  })
  let reason: string | null = null
  let pauseMs = 0
  let heardAtMs = steadyNow()
  let dataAtMs = steadyNow()
  let pingedAtMs = steadyNow()
  /** The mean time between two messages; null before the second message. */
  let gapMs: number | null = null
  let isOpen = false

  function end(endReason: string): void {
    reason ??= endReason
    socket.terminate()
  }

  function read(data: Buffer): void {
    const receivedAtMs = now()
    heardAtMs = steadyNow()
    const frames = session.read(data.toString())
    if (frames.length === 0) return
    const sinceMs = heardAtMs - dataAtMs
    gapMs = gapMs === null ? sinceMs : gapMs + smoothing * (sinceMs - gapMs)
    dataAtMs = heardAtMs
    onFrames(frames, receivedAtMs)
  }

  const ended = new Promise<ConnectionEnd>((resolve) => {
    socket.on('open', () => {
      isOpen = true
      heardAtMs = steadyNow()
      dataAtMs = heardAtMs
      pingedAtMs = heardAtMs
      onOpen(session)
    })
    // By default, ws passes each message as one Buffer.
    socket.on('message', (data) => read(data as Buffer))
    socket.on('ping', () => {
      heardAtMs = steadyNow()
    })
    socket.on('unexpected-response', (request, response) => {
      reason ??= `http_${response.statusCode ?? 0}`
      pauseMs = retryAfterMs(response.headers['retry-after'], now()) ?? 0
      request.destroy()
      resolve({ reason, pauseMs })
    })
    socket.on('error', (error: NodeJS.ErrnoException) => {
      reason ??= error.code ?? 'error'
    })
    socket.on('close', (code) => {
      resolve({ reason: reason ?? `closed_${code}`, pauseMs })
    })
  })

  return {
    end,
    check() {
      const nowMs = steadyNow()
      if (!isOpen) return
      const limitMs = Math.min(Math.max(noData.gaps * (gapMs ?? 0), noData.minMs), noData.maxMs)
      if (nowMs - heardAtMs >= silentMs) return end('silent')
      if (nowMs - dataAtMs >= limitMs) return end('no_data')
      const { ping } = protocol
      if (ping === null || nowMs - pingedAtMs < ping.everyMs) return
      pingedAtMs = nowMs
      if (socket.readyState === WebSocket.OPEN) socket.send(ping.text)
    },
    ended,
  }
}
