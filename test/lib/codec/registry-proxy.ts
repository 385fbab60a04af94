// A proxy between the codec and a real schema registry that injects the faults of proxies and registries.
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Mood =
  /** Passes on. */
  | 'well'
  | 'silent'
  | 'hangs up'
  /** 503 as a registry says it. */
  | 'overloaded'
  /** Like a proxy without a server, or without such a path. */
  | '502 html'
  | '404 html'
  | '404 json'
  | '200 html'

export interface RegistryProxy {
  readonly url: string
  /** What was asked for, as `GET /path`. */
  readonly requests: readonly string[]
  mood: Mood
  /** Refuses those who do not say this, as `user:password`. */
  credentials: string | null
  close(): Promise<void>
}

export async function openRegistryProxy(target: string): Promise<RegistryProxy> {
  const requests: string[] = []
  const state = { mood: 'well' as Mood, credentials: null as string | null }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body: Buffer[] = []
    for await (const chunk of request) body.push(chunk as Buffer)
    requests.push(`${request.method} ${request.url}`)
    const end = (status: number, type: string, text: string): void => {
      response.writeHead(status, { 'content-type': type }).end(text)
    }
    const html = (status: number): void =>
      end(status, 'text/html', `<html><title>${status}</title></html>`)
    const wanted = `Basic ${Buffer.from(state.credentials ?? '').toString('base64')}`
    if (state.credentials !== null && request.headers.authorization !== wanted) return html(401)
    switch (state.mood) {
      case 'silent':
        return
      case 'hangs up':
        request.socket.destroy()
        return
      case 'overloaded':
        return end(503, 'application/json', '{"error_code":50003,"message":"no leader"}')
      case '502 html':
        return html(502)
      case '404 html':
        return html(404)
      case '404 json':
        return end(404, 'application/json', '{"message":"no Route matched with those values"}')
      case '200 html':
        return html(200)
      case 'well': {
        const { method = 'GET', url = '/' } = request
        const passed = await fetch(target + url, {
          method,
          headers: { 'content-type': request.headers['content-type'] ?? '' },
          ...(body.length > 0 ? { body: Buffer.concat(body) } : {}),
        })
        end(passed.status, passed.headers.get('content-type') ?? '', await passed.text())
      }
    }
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return Object.assign(state, {
    url: `http://127.0.0.1:${port}`,
    requests,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  })
}
