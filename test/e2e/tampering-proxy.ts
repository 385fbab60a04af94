// A proxy between a service and its upstream that changes responses.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Tampering {
  /** The path that is requested from the upstream instead. */
  pathFor(path: string): string
  /** The response that is sent instead of this one. `path` is the one that was requested. */
  answerFor(path: string, answer: ProxyAnswer): ProxyAnswer
}

export interface ProxyAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Headers that the service reads. */
const passedHeaders = ['content-type', 'date', 'age', 'retry-after']

export interface TamperingProxy {
  readonly url: string
  close(): Promise<void>
}

export async function openTamperingProxy(
  target: string,
  tampering: Tampering,
): Promise<TamperingProxy> {
  const server = createServer((request, response) => {
    const forward = async (): Promise<void> => {
      const pieces: Buffer[] = []
      for await (const piece of request as AsyncIterable<Buffer>) pieces.push(piece)
      const path = request.url ?? '/'
      const method = request.method ?? 'GET'
      const answer = await fetch(target + tampering.pathFor(path), {
        method,
        headers: { 'content-type': request.headers['content-type'] ?? 'application/json' },
        ...(method === 'POST' ? { body: Buffer.concat(pieces).toString() } : {}),
      })
      const headers = Object.fromEntries(
        passedHeaders.flatMap((name) => {
          const value = answer.headers.get(name)
          return value === null ? [] : [[name, value]]
        }),
      )
      const { status } = answer
      const sent = tampering.answerFor(path, { status, headers, body: await answer.text() })
      response.writeHead(sent.status, sent.headers).end(sent.body)
    }
    forward().catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
