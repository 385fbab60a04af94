// A client of the simulator's streams that keeps every frame.
import { WebSocket } from 'ws'
import type { Row, Served } from './client.ts'

export interface StreamClient {
  /** Every text frame, oldest first. */
  readonly texts: readonly string[]
  /** The JSON objects of the frames; those of an array one by one. */
  frames(): readonly Row[]
  send(command: Row | string): void
  /** Sends what has happened up to the clock's time, and resolves when the client has received it. */
  sync(): Promise<void>
  /** Resolves when the server has closed the connection. */
  readonly closed: Promise<{ readonly code: number; readonly reason: string }>
  close(): Promise<void>
}

export async function connect(
  { url, simulator }: Served,
  path: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<StreamClient> {
  const socket = new WebSocket(url.replace('http', 'ws') + path, { headers })
  const texts: string[] = []
  socket.on('message', (data: Buffer) => texts.push(data.toString()))
  const closed = new Promise<{ code: number; reason: string }>((resolve) => {
    socket.on('close', (code, reason) => resolve({ code, reason: reason.toString() }))
  })
  await new Promise<void>((resolve, reject) => {
    socket.once('open', resolve).once('error', reject)
  })
  return {
    texts,
    frames: () =>
      texts
        .filter((text) => /^[[{]/.test(text))
        .flatMap((text) => JSON.parse(text) as Row | readonly Row[]),
    send: (command) => socket.send(typeof command === 'string' ? command : JSON.stringify(command)),
    async sync() {
      simulator.streams.advance()
      // The pong follows what was sent before it.
      await new Promise((resolve) => {
        socket.once('pong', resolve)
        socket.ping()
      })
    },
    closed,
    async close() {
      socket.close()
      await closed
    },
  }
}

/** The status of a handshake that is rejected. */
export async function rejectedStatus(
  { url }: Served,
  path: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<{ readonly status: number; readonly retryAfter: string | undefined }> {
  const socket = new WebSocket(url.replace('http', 'ws') + path, { headers })
  return new Promise((resolve, reject) => {
    socket.once('open', () => {
      socket.terminate()
      reject(new Error('the handshake was accepted'))
    })
    // Without a listener, the library emits an error in its place.
    socket.once('unexpected-response', (request, { statusCode, headers: given }) => {
      request.destroy()
      resolve({ status: statusCode ?? 0, retryAfter: given['retry-after'] })
    })
    socket.on('error', () => {})
  })
}
