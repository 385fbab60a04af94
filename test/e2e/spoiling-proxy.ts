// Stands between a service and its upstream and spoils answers on the way, as text.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Spoiling {
  /** What the upstream is asked for instead. */
  pathFor(path: string): string
  /** The body that is sent instead of this one. `path` is the one that was asked for. */
  bodyFor(path: string, body: string): string
}

export interface SpoilingProxy {
  readonly url: string
  close(): Promise<void>
}

export async function openSpoilingProxy(
  target: string,
  spoiling: Spoiling,
): Promise<SpoilingProxy> {
  const server = createServer((request, response) => {
    const forward = async (): Promise<void> => {
      const pieces: Buffer[] = []
      for await (const piece of request as AsyncIterable<Buffer>) pieces.push(piece)
      const path = request.url ?? '/'
      const method = request.method ?? 'GET'
      const answer = await fetch(target + spoiling.pathFor(path), {
        method,
        headers: { 'content-type': request.headers['content-type'] ?? 'application/json' },
        ...(method === 'POST' ? { body: Buffer.concat(pieces).toString() } : {}),
      })
      const body = spoiling.bodyFor(path, await answer.text())
      response
        .writeHead(answer.status, {
          'content-type': answer.headers.get('content-type') ?? 'application/json',
          date: answer.headers.get('date') ?? '',
        })
        .end(body)
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
