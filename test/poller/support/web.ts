// A small HTTP server whose answers a test decides, on a loopback port.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Asked {
  readonly path: string
  readonly query: URLSearchParams
  readonly body: string
}

export type Answer =
  | { readonly json: unknown; readonly headers?: Record<string, string> }
  | {
      readonly status: number
      readonly text: string | Buffer
      readonly headers?: Record<string, string>
    }
  /** Full control, for servers that misbehave. */
  | { readonly raw: (response: ServerResponse, request: IncomingMessage) => void }

export interface Web {
  readonly url: string
  readonly asked: Asked[]
  close(): Promise<void>
}

export async function openWeb(answer: (asked: Asked) => Answer): Promise<Web> {
  const asked: Asked[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const url = new URL(request.url ?? '/', 'http://host')
      const body = Buffer.concat(chunks).toString()
      const one = { path: url.pathname, query: url.searchParams, body }
      asked.push(one)
      const said = answer(one)
      if ('raw' in said) {
        said.raw(response, request)
        return
      }
      const [status, text] =
        'json' in said ? [200, JSON.stringify(said.json)] : [said.status, said.text]
      response.writeHead(status, { 'content-type': 'application/json', ...said.headers })
      response.end(text)
    })
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
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
