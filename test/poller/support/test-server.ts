// A small HTTP server on a loopback port whose responses a test decides.
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'

export interface ReceivedRequest {
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

export type TestResponse =
  | { readonly json: unknown; readonly headers?: Record<string, string> }
  | {
      readonly status: number
      readonly text: string | Buffer
      readonly headers?: Record<string, string>
    }
  /** Full control, for servers that misbehave. */
  | { readonly raw: (response: ServerResponse, request: IncomingMessage) => void }

export function sendResponse(
  response: ServerResponse,
  sent: Exclude<TestResponse, { readonly raw: unknown }>,
): void {
  const [status, text] =
    'json' in sent ? [200, JSON.stringify(sent.json)] : [sent.status, sent.text]
  response.writeHead(status, { 'content-type': 'application/json', ...sent.headers })
  response.end(text)
}

export interface Web {
  readonly url: string
  readonly asked: ReceivedRequest[]
  close(): Promise<void>
}

/** `port`: 0 for any free port. */
export async function openWeb(
  answer: (asked: ReceivedRequest) => TestResponse,
  port = 0,
): Promise<Web> {
  const asked: ReceivedRequest[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const url = new URL(request.url ?? '/', 'http://host')
      const body = Buffer.concat(chunks).toString()
      const { headers } = request
      const one = { path: url.pathname, query: url.searchParams, headers, body }
      asked.push(one)
      const sent = answer(one)
      if ('raw' in sent) {
        sent.raw(response, request)
        return
      }
      sendResponse(response, sent)
    })
  })
  await new Promise<void>((resolve) => {
    server.listen(port, '127.0.0.1', resolve)
  })
  const { port: boundPort } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${boundPort}`,
    asked,
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve()
        })
        server.closeAllConnections()
      }),
  }
}
