// The connection of a reader of the stream. It wraps a writable stream of Node: an HTTP response, or the socket
// of a WebSocket.
import type { Writable } from 'node:stream'
import type { StreamEncoding } from './stream-encoding.ts'

export interface StreamConnection {
  readonly encode: StreamEncoding
  /** Sends bytes. Returns false if too many bytes wait to be sent; the caller must then wait for onDrain. */
  write(bytes: Buffer): boolean
  onDrain(listener: () => void): void
  /** Calls the listener once, when the client or the service has closed the connection. */
  onClose(listener: () => void): void
  /** Closes the connection when all written bytes are sent, or after `endTimeoutMs`. */
  end(): void
}

/** After this time, end() closes the connection even if the client has not read all bytes. */
const endTimeoutMs = 5_000

/** `finish`: ends the connection when the bytes that were written have been sent. */
export function createStreamConnection(
  stream: Writable,
  encode: StreamEncoding,
  finish: () => void = () => stream.end(),
): StreamConnection {
  let isEnded = false
  return {
    encode,
    write: (bytes) => isEnded || stream.destroyed || stream.write(bytes),
    onDrain: (listener) => void stream.on('drain', listener),
    onClose: (listener) => void stream.once('close', listener),
    end() {
      if (isEnded || stream.destroyed) return
      isEnded = true
      const timer = setTimeout(() => stream.destroy(), endTimeoutMs)
      stream.once('close', () => clearTimeout(timer))
      finish()
    },
  }
}
