// Reads a response body as text, decompressed, up to a maximum size.
import { createGunzip } from 'node:zlib'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

export class BodyTooLargeError extends Error {
  constructor(maxBytes: number) {
    super(`body larger than ${maxBytes} bytes`)
    this.name = 'TooLarge'
  }
}

/**
 * Bytes of text that are decompressed at once. A page of a list has up to 7 MB, and each chunk waits for a thread and for
 * the event loop: with Node's default of 16 KiB, a page takes twice the processor time.
 */
const chunkBytes = 256 * 1024

export async function readText(
  response: {
    readonly headers: Readonly<Record<string, string | string[] | undefined>>
    readonly body: Readable
  },
  maxBytes: number,
): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  const collect = async (source: AsyncIterable<unknown>): Promise<void> => {
    for await (const chunk of source) {
      const buffer = chunk as Buffer
      bytes += buffer.length
      if (bytes > maxBytes) throw new BodyTooLargeError(maxBytes)
      chunks.push(buffer)
    }
  }
  try {
    // If reading stops early, the pipeline destroys the body, so that the connection becomes free.
    if (response.headers['content-encoding'] === 'gzip') {
      await pipeline(response.body, createGunzip({ chunkSize: chunkBytes }), collect)
    } else {
      await pipeline(response.body, collect)
    }
  } catch (error) {
    // Destroying the body may cause another error before the size error is thrown.
    throw bytes > maxBytes ? new BodyTooLargeError(maxBytes) : error
  }
  return Buffer.concat(chunks, bytes).toString('utf8')
}
