// A server that answers each request as a test says, and remembers the requests.
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export interface ScriptedRequest {
  readonly method: string
  /** With the query. */
  readonly path: string
  readonly headers: IncomingHttpHeaders
  /** Parsed; null if there is none. */
  readonly body: unknown
}

export interface ScriptedAnswer {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  /** Sent as JSON, a text as it is. */
  readonly body?: unknown
}

/** `reset`: closes the connection. `cut`: closes it within the body. `hang`: answers nothing. */
export type Script = (
  request: ScriptedRequest,
  /** How many requests there were before. */
  index: number,
) => ScriptedAnswer | 'reset' | 'cut' | 'hang'

export interface ScriptedService {
  readonly url: string
  readonly requests: readonly ScriptedRequest[]
  /** Forgets the requests. */
  play(script: Script): void
  close(): Promise<void>
}

export async function startScriptedService(): Promise<ScriptedService> {
  const requests: ScriptedRequest[] = []
  let script: Script = () => ({ status: 500 })
  const server = createServer((request, response) => {
    void text(request).then((sent) => {
      const { method = '', url: path = '', headers } = request
      const asked = { method, path, headers, body: sent === '' ? null : JSON.parse(sent) }
      const answer = script(asked, requests.push(asked) - 1)
      if (answer === 'hang') return
      if (answer === 'reset') return request.socket.destroy()
      if (answer === 'cut') {
        response.writeHead(200, { 'Content-Length': '100' })
        return response.write('{"half', () => request.socket.destroy())
      }
      const { status = 200, headers: own = {}, body = null } = answer
      response.writeHead(status, { 'X-Request-Id': `r${requests.length}`, ...own })
      response.end(typeof body === 'string' ? body : JSON.stringify(body))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    play(next) {
      requests.length = 0
      script = next
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

export function toErrorBody(type: string, loc: readonly string[] = ['path', 'market_id']): unknown {
  return { detail: [{ loc, msg: `about ${type}`, type }], request_id: 'from-body' }
}
