// Sends a body that is a stream, at the pace of the client. If the body is text and the client accepts gzip, it
// is compressed. If the stream fails, the connection is cut, so that the client cannot mistake a part of the
// body for the whole body.
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { Context } from 'koa'
import type { HeaderList, StreamedContent } from './response.ts'

/**
 * A client that accepts no data for this long is disconnected, because the store keeps the rest of the body for
 * it.
 */
const idleTimeoutMs = 60_000
/** Higher levels take several times as long, and make the result hardly smaller. */
const gzipLevel = 3

/** Sends the body. Resolves when the connection has the whole body or is closed. */
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
