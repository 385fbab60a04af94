// Writes a response: the headers of every response, ETag, Content-Length, compression. Koa writes only the
// compressed responses, and send-stream.ts the streams. All others are written here, because one writeHead with all
// headers takes a third of the time of ctx.set for each.
import type { Context } from 'koa'
import compress from 'koa-compress'
import type { WindowState } from '../../lib/cache/port.ts'
import { toRateHeaders } from '../limits.ts'
import { corsHeaders } from './cors.ts'
import { etagOf, matchesEtag } from './etag.ts'
import { sendLive } from './send-live.ts'
import { sendStream } from './send-stream.ts'
import { appendHeaders, type Exchange, type HeaderList, type HttpResponse } from './response.ts'

/** Calls `onSent` once, with the status. Resolves when Koa may continue. */
export type Send = (
  exchange: Exchange,
  response: HttpResponse,
  onSent: (status: number) => void,
) => void | Promise<void>

/** A smaller body would hardly become smaller. */
const compressFromBytes = 1024

const headersOfAll: HeaderList = [...corsHeaders, 'Vary', 'Accept, Accept-Encoding']

/** `initialStates`: the rate limits that a response shows if no limit counted its request. */
export function createSend(initialStates: readonly WindowState[]): Send {
  const initialRateHeaders = toRateHeaders(initialStates)
  const compressBody = compress({
    br: {},
    gzip: {},
    deflate: false,
    zstd: false,
    threshold: compressFromBytes,
  })

  return ({ ctx, requestId, headers: given, rateStates }, response, onSent) => {
    const { req, res } = ctx
    const isHead = req.method === 'HEAD'
    const headers = [...headersOfAll, 'X-Request-Id', requestId, ...given, ...response.headers]
    // error 429 has its own
    if (!response.headers.includes('RateLimit-Limit'))
      appendHeaders(
        headers,
        rateStates.length === 0 ? initialRateHeaders : toRateHeaders(rateStates),
      )
    let { status, content } = response
    if (response.live) {
      onSent(sendLive(ctx, headers, response.live))
      return
    }
    if (response.stream) {
      if (res.destroyed) onSent(status)
      else res.once('close', () => onSent(status))
      return sendStream(ctx, status, headers, response.stream)
    }
    if (content && status === 200 && (isHead || req.method === 'GET')) {
      const etag = etagOf(content)
      headers.push('ETag', etag)
      if (matchesEtag(etag, req.headers['if-none-match'])) {
        status = 304
        content = undefined
      }
    }
    if (content) {
      const bytes = Buffer.byteLength(content.body)
      headers.push('Content-Type', content.type)
      if (bytes >= compressFromBytes && req.headers['accept-encoding'] !== undefined && !isHead) {
        res.once('close', () => onSent(status))
        giveToKoa(ctx, status, headers, content.body)
        return compressBody(ctx, async () => undefined)
      }
      headers.push('Content-Length', String(bytes))
    }
    ctx.respond = false
    res.writeHead(status, headers)
    res.end(isHead ? undefined : content?.body)
    onSent(status)
  }
}

function giveToKoa(ctx: Context, status: number, headers: HeaderList, body: string | Buffer): void {
  ctx.status = status
  for (let i = 0; i < headers.length; i += 2) ctx.set(headers[i] ?? '', headers[i + 1] ?? '')
  ctx.body = body
}
