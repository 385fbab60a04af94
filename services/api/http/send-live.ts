// Sends a response that does not end by itself: server-sent events, or a WebSocket if the client asked for one.
import type { Context } from 'koa'
import { toServerSentEvent } from '../live/stream-encoding.ts'
import { createStreamConnection } from '../live/stream-connection.ts'
import type { LiveResponse } from '../route.ts'
import { isWebSocketRequest, sendOverWebSocket } from './upgrade.ts'
import { eventStreamType, type HeaderList } from './response.ts'

/** Returns the status. */
export function sendLiveResponse(
  ctx: Context,
  headers: HeaderList,
  response: LiveResponse,
): number {
  const { req, res } = ctx
  ctx.respond = false
  if (isWebSocketRequest(req)) {
    sendOverWebSocket(req, headers, response)
    return 101
  }
  if (res.destroyed || req.method === 'HEAD') {
    response.close()
    if (!res.destroyed) res.writeHead(200, [...headers, 'Content-Type', eventStreamType]).end()
    return 200
  }
  // X-Accel-Buffering, because some proxies would otherwise collect the messages before they send them
  res.writeHead(200, [...headers, 'Content-Type', eventStreamType, 'X-Accel-Buffering', 'no'])
  response.attachConnection(createStreamConnection(res, toServerSentEvent))
  return 200
}
