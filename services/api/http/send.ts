// Writes a response: the headers of every response, ETag, Content-Length, compression. Koa writes only the
// compressed responses. All others are written here, because one writeHead with all headers takes a third of
// the time of ctx.set for each.
import type { ServerResponse } from 'node:http'
import type { Context } from 'koa'
import compress from 'koa-compress'
import { toRateHeaders } from '../limits.ts'
import type { WindowState } from '../../lib/cache/port.ts'
import { corsHeaders } from './cors.ts'
import { etagOf, matchesEtag } from './etag.ts'
import type { Exchange, HttpResponse } from './response.ts'

/** Calls `onSent` once, with the status. Resolves when Koa may continue. */
export type Send = (
  exchange: Exchange,
  response: HttpResponse,
  onSent: (status: number) => void,
) => void | Promise<void>

/** A smaller body would hardly become smaller. */
const compressFromBytes = 1024

/** `initialStates`: the rate limits that a response shows if no limit counted its request. */
export function createSend(initialStates: readonly WindowState[]): Send {
  const always = toList({ ...corsHeaders, Vary: 'Accept-Encoding' })
  const initialRateHeaders = toRateHeaders(initialStates)
  const compressBody = compress({
    br: {},
    gzip: {},
    deflate: false,
    zstd: false,
    threshold: compressFromBytes,
  })

  return ({ ctx, requestId, headers }, response, onSent) => {
    const { req, res, method } = ctx
    const list = [...always, 'X-Request-Id', requestId]
    if (headers['RateLimit-Limit'] === undefined) append(list, initialRateHeaders)
    append(list, headers)
    append(list, response.headers)
    let { status, content } = response
    if (content && status === 200 && (method === 'GET' || method === 'HEAD')) {
      const etag = etagOf(content)
      list.push('ETag', etag)
      if (matchesEtag(etag, req.headers['if-none-match'])) {
        status = 304
        content = undefined
      }
    }
    if (content) {
      list.push('Content-Type', content.type)
      const bytes = Buffer.byteLength(content.body)
      const mayCompress = bytes >= compressFromBytes && method !== 'HEAD'
      if (mayCompress && req.headers['accept-encoding'] !== undefined) {
        res.once('close', () => onSent(status))
        giveToKoa(ctx, status, list, content.body)
        return compressBody(ctx, async () => undefined)
      }
      list.push('Content-Length', String(bytes))
    }
    ctx.respond = false
    write(res, status, list, method === 'HEAD' ? undefined : content?.body)
    onSent(status)
  }
}

function write(
  res: ServerResponse,
  status: number,
  list: string[],
  body: string | Buffer | undefined,
): void {
  res.writeHead(status, list)
  res.end(body)
}

function giveToKoa(
  ctx: Context,
  status: number,
  list: readonly string[],
  body: string | Buffer,
): void {
  ctx.status = status
  for (let i = 0; i < list.length; i += 2) ctx.set(list[i] ?? '', list[i + 1] ?? '')
  ctx.body = body
}

/** Names and values in turn, as writeHead takes them. */
function toList(headers: Readonly<Record<string, string>>): string[] {
  return Object.entries(headers).flat()
}

function append(list: string[], headers: Readonly<Record<string, string>>): void {
  for (const name in headers) list.push(name, headers[name] ?? '')
}
