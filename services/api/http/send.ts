// Writes a response, with the headers of every response, ETag, Content-Length and compression. It does not use
// Koa for that: one writeHead with all headers takes a third of the time of a ctx.set for each header.
// send-stream.ts sends bodies that are too large for memory.
import type { WindowState } from '../../lib/cache/port.ts'
import { chain } from '../../lib/run/maybe-promise.ts'
import { toRateHeaders } from '../limits.ts'
import type { Compression } from './compression.ts'
import { corsHeaders } from './cors.ts'
import { matchesEtag, etagValueOf } from './etag.ts'
import { sendLiveResponse } from './send-live.ts'
import { sendStream } from './send-stream.ts'
import {
  appendHeaders,
  isInParts,
  type Body,
  type HttpExchange,
  type HeaderList,
  type HttpResponse,
} from './response.ts'

/** Sends a response. Calls `onSent` once, with the status. Resolves when Koa may continue. */
export type SendResponse = (
  exchange: HttpExchange,
  response: HttpResponse,
  onSent: (status: number) => void,
) => void | Promise<void>

export interface SendResponseOptions {
  /** The states of the rate limits that the headers contain if no rate limit has counted the request. */
  readonly initialStates: readonly WindowState[]
  readonly compression: Compression
}

/** Smaller bodies are not compressed, because they would hardly become smaller. */
const compressFromBytes = 1024

const commonHeaders: HeaderList = [...corsHeaders, 'Vary', 'Accept, Accept-Encoding']

export function createSendResponse({
  initialStates,
  compression,
}: SendResponseOptions): SendResponse {
  const initialRateHeaders = toRateHeaders(initialStates)

  return ({ ctx, requestId, headers: given, rateStates }, response, onSent) => {
    const { req, res } = ctx
    const isHead = req.method === 'HEAD'
    const headers = [...commonHeaders, 'X-Request-Id', requestId, ...given, ...response.headers]
    // a response with the error 429 has its own RateLimit headers
    if (!response.headers.includes('RateLimit-Limit'))
      appendHeaders(
        headers,
        rateStates.length === 0 ? initialRateHeaders : toRateHeaders(rateStates),
      )
    const { status, content } = response
    if (response.live) {
      onSent(sendLiveResponse(ctx, headers, response.live))
      return
    }
    if (response.stream) {
      if (res.destroyed) onSent(status)
      else res.once('close', () => onSent(status))
      return sendStream(ctx, status, headers, response.stream)
    }
    ctx.respond = false

    function finish(sentStatus: number, body?: Body): void {
      res.writeHead(sentStatus, headers)
      if (isHead || body === undefined) res.end()
      else if (isInParts(body)) {
        res.cork()
        for (const part of body) res.write(part)
        res.end()
      } else res.end(body)
      onSent(sentStatus)
    }

    if (!content) return finish(status)
    const { body, type } = content
    let tag: string | null = null
    if (status === 200 && (isHead || req.method === 'GET')) {
      tag = content.tag ?? etagValueOf(body)
      // weak, because the transferred bytes depend on the compression
      const etag = `W/"${tag}"`
      headers.push('ETag', etag)
      if (matchesEtag(etag, req.headers['if-none-match'])) return finish(304)
    }
    headers.push('Content-Type', type)
    const bytes = byteLengthOf(body)
    const encoding =
      bytes >= compressFromBytes && !isHead ? compression.encodingFor(req) : undefined
    if (encoding === undefined) {
      headers.push('Content-Length', String(bytes))
      return finish(status, body)
    }
    return chain(compression.compress(body, tag, encoding), (compressedBytes) => {
      headers.push('Content-Encoding', encoding, 'Content-Length', String(compressedBytes.length))
      finish(status, compressedBytes)
    })
  }
}

function byteLengthOf(body: Body): number {
  return isInParts(body)
    ? body.reduce((sum, part) => sum + part.length, 0)
    : Buffer.byteLength(body)
}
