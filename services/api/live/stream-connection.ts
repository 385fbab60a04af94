// The connection of a reader of the stream. A stream of Node: an HTTP response, or the socket of a WebSocket.
import type { Writable } from 'node:stream'
import type { StreamEncoding } from './stream-encoding.ts'

export interface StreamConnection {
  readonly encode: StreamEncoding
  /** Returns false if the connection holds more than it should: the reader waits for onDrain. */
  write(bytes: Buffer): boolean
  onDrain(listener: () => void): void
  /** Called once, when the connection is closed, by whomever. */
  onClose(listener: () => void): void
  /** Closes the connection when what was written is sent, at the latest after some seconds. */
  end(): void
}

/** A client that reads nothing any more must not keep the connection. */
const endTimeoutMs = 5_000

/** `finish`: ends the connection after what was written. */
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
