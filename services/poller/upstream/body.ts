// Reads the body of an answer as text, unpacked, and no more of it than allowed.
import { createGunzip } from 'node:zlib'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

export class TooLarge extends Error {
  constructor(maxBytes: number) {
    super(`body larger than ${maxBytes} bytes`)
    this.name = 'TooLarge'
  }
}

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
      const piece = chunk as Buffer
      bytes += piece.length
      if (bytes > maxBytes) throw new TooLarge(maxBytes)
      chunks.push(piece)
    }
  }
  try {
    // The pipeline destroys the body when reading stops early, which frees the connection.
    if (response.headers['content-encoding'] === 'gzip') {
      await pipeline(response.body, createGunzip(), collect)
    } else {
      await pipeline(response.body, collect)
    }
  } catch (error) {
    // The body's own complaint about being destroyed may come first.
    throw bytes > maxBytes ? new TooLarge(maxBytes) : error
  }
  return Buffer.concat(chunks, bytes).toString('utf8')
}
