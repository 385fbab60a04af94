import type { Readable } from 'node:stream'

/**
 * Returns all bytes of a stream. `buffer` of node:stream/consumers makes a Blob of the chunks first, which copies them
 * two more times.
 */
export async function readBytes(stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}
