// Sends a body that is a stream: at the pace of the client, compressed with gzip if the client accepts it and the
// type of the body is text. If the stream fails, the connection is cut, so that the client cannot
// mistake a part of the body for all of it.
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { Context } from 'koa'
import type { HeaderList, StreamedContent } from './response.ts'

/** A client that takes nothing for this long is disconnected, because the store keeps the rest for it. */
const idleTimeoutMs = 60_000
/** Higher levels take several times as long, and save little. */
const gzipLevel = 3

/** Resolves when the connection has the whole body or is closed. */
export async function sendStream(
  ctx: Context,
  status: number,
  headers: HeaderList,
  { type, body }: StreamedContent,
): Promise<void> {
  const { req, res } = ctx
  ctx.respond = false
  if (res.destroyed) {
    body.destroy()
    return
  }
  const isCompressed =
    type.startsWith('text/') && ctx.acceptsEncodings('gzip', 'identity') === 'gzip'
  const encoding = isCompressed ? ['Content-Encoding', 'gzip'] : []
  res.writeHead(status, [...headers, 'Content-Type', type, ...encoding])
  if (req.method === 'HEAD') {
    body.destroy()
    res.end()
    return
  }
  res.setTimeout(idleTimeoutMs, () => res.destroy())
  try {
    if (isCompressed) await pipeline(body, createGzip({ level: gzipLevel }), res)
    else await pipeline(body, res)
  } catch {
    // pipeline() has destroyed the connection with the error, which Koa reports (app.ts)
  }
}
