// Sends one request as fast as some connections allow, over plain sockets, so that it costs less than any
// server: one job per line of stdin, its result as a line of stdout. Used by auth.ts
// and http-path.ts.
import { connect, type Socket } from 'node:net'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { percentileOf } from './statistics.ts'

export interface LoadJob {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly connections: number
  readonly seconds: number
}

export interface LoadResult {
  readonly requests: number
  readonly requestsPerS: number
  readonly p99Ms: number
}

/** Every response must have status 200 and a body that ends in `}`, in one chunk with its head. */
async function run({ url, headers, connections, seconds }: LoadJob): Promise<LoadResult> {
  const { hostname, port, pathname, search } = new URL(url)
  const lines = Object.entries({ Host: 'bench', ...headers }).map(
    ([name, value]) => `${name}: ${value}`,
  )
  const request = Buffer.from([`GET ${pathname}${search} HTTP/1.1`, ...lines, '', ''].join('\r\n'))
  const sockets = await Promise.all(
    Array.from({ length: connections }, async () => {
      const socket = connect(Number(port), hostname).setNoDelay()
      await once(socket, 'connect')
      return socket
    }),
  )
  const latenciesMs: number[] = []
  const startedMs = performance.now()
  const untilMs = startedMs + seconds * 1000
  await Promise.all(sockets.map((socket) => generateLoad(socket, request, untilMs, latenciesMs)))
  const tookS = (performance.now() - startedMs) / 1000
  return {
    requests: latenciesMs.length,
    requestsPerS: latenciesMs.length / tookS,
    p99Ms: percentileOf(latenciesMs, 0.99),
  }
}

function generateLoad(
  socket: Socket,
  request: Buffer,
  untilMs: number,
  latenciesMs: number[],
): Promise<void> {
  const start = Buffer.from('HTTP/1.1 200 ')
  const end = '}'.charCodeAt(0)
  let requestedMs = performance.now()
  socket.write(request)
  return new Promise((resolve, reject) => {
    socket.once('error', reject)
    socket.on('data', (answer) => {
      if (start.compare(answer, 0, start.length) !== 0 || answer.at(-1) !== end)
        reject(new Error(`an answer that was not expected: ${answer.toString()}`))
      const nowMs = performance.now()
      latenciesMs.push(nowMs - requestedMs)
      requestedMs = nowMs
      if (nowMs < untilMs) {
        socket.write(request)
        return
      }
      socket.destroy()
      resolve()
    })
  })
}

for await (const line of createInterface({ input: process.stdin }))
  process.stdout.write(`${JSON.stringify(await run(JSON.parse(line) as LoadJob))}\n`)
