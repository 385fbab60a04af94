// A proxy between the store and its server: records requests, and answers like servers with another
// configuration.
import { once } from 'node:events'
import { createServer, request as send, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

export interface ReceivedRequest {
  /** Of an insert its query, else the body as far as it is text. */
  readonly sql: string
  readonly params: URLSearchParams
  readonly contentEncoding: string | undefined
  readonly answerEncoding: string | undefined
  readonly bytes: number
}

/** Another answer than the server's own, or null to ask it. */
export type Interfere = (
  sql: string,
  params: URLSearchParams,
) =>
  { readonly status: number; readonly body: string; readonly code?: number } | null | 'cut' | 'drop'

export interface ServerProxy {
  readonly port: number
  readonly seen: readonly ReceivedRequest[]
  interfere: Interfere
  close(): Promise<void>
}

/** As ClickHouse says it. */
export function refusal(code: number, type: string, text: string): ReturnType<Interfere> {
  return {
    status: 500,
    code,
    body: `Code: ${code}. DB::Exception: ${text}. (${type}) (version 26.7)\n`,
  }
}

export async function openServerProxy(target: { readonly port: number }): Promise<ServerProxy> {
  const seen: ReceivedRequest[] = []
  const state: { interfere: Interfere } = { interfere: () => null }

  async function pass(request: IncomingMessage, body: Buffer): Promise<[IncomingMessage, Buffer]> {
    const { 'transfer-encoding': _chunked, ...headers } = request.headers
    const passed = send({
      port: target.port,
      host: '127.0.0.1',
      method: request.method,
      path: request.url,
      headers: { ...headers, 'content-length': body.length },
      agent: false,
    })
    passed.end(body)
    const [answer] = (await once(passed, 'response')) as [IncomingMessage]
    return [answer, await buffer(answer)]
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(request)
    const params = new URL(request.url ?? '/', 'http://x').searchParams
    const sql = params.get('query') ?? body.toString('utf8')
    const note = (answerEncoding?: string): void =>
      void seen.push({
        sql,
        params,
        contentEncoding: request.headers['content-encoding'],
        answerEncoding,
        bytes: body.length,
      })
    const other = state.interfere(sql, params)
    if (other === 'drop') {
      note()
      request.socket.destroy()
      return
    }
    if (other !== null && other !== 'cut') {
      note()
      const code = other.code === undefined ? {} : { 'X-ClickHouse-Exception-Code': other.code }
      response.writeHead(other.status, { 'content-type': 'text/plain', ...code }).end(other.body)
      return
    }
    const [answer, answered] = await pass(request, body)
    note(answer.headers['content-encoding'])
    if (other === 'cut') {
      // the server has executed it, and the client gets no response
      request.socket.destroy()
      return
    }
    const { 'transfer-encoding': _chunked, ...headers } = answer.headers
    response.writeHead(answer.statusCode ?? 500, headers).end(answered)
  }

  const server = createServer({ maxHeaderSize: 1 << 21 }, (request, response) => {
    handle(request, response).catch(() => response.destroy())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return Object.assign(state, {
    port: (server.address() as AddressInfo).port,
    seen,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  })
}
