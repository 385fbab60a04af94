// Sends requests to a server as fast as some connections allow, over plain sockets, so that it costs less than any
// server: one job per line of stdin, its result as a line of stdout. Used by ../reads.ts.
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { createInterface } from 'node:readline'
import { percentileOf } from '../statistics.ts'

export interface LoadJob {
  readonly url: string
  /** Requested in turn, repeatedly; each connection starts at another one. */
  readonly paths: readonly string[]
  readonly headers: Readonly<Record<string, string>>
  readonly connections: number
  readonly seconds: number
}

export interface LoadResult {
  readonly requests: number
  readonly requestsPerS: number
  readonly p50Ms: number
  readonly p99Ms: number
  readonly p999Ms: number
  readonly bytesPerAnswer: number
  /** Number of responses by status other than 200. */
  readonly others: Readonly<Record<number, number>>
}

interface Tally {
  readonly latenciesMs: number[]
  readonly others: Record<number, number>
  bytes: number
}

async function run({ url, paths, headers, connections, seconds }: LoadJob): Promise<LoadResult> {
  const { hostname, port } = new URL(url)
  const lines = Object.entries({ Host: 'bench', ...headers }).map((header) => header.join(': '))
  const requests = paths.map((path) =>
    Buffer.from([`GET ${path} HTTP/1.1`, ...lines, '', ''].join('\r\n')),
  )
  const sockets = await Promise.all(
    Array.from({ length: connections }, async () => {
      const socket = connect(Number(port), hostname).setNoDelay()
      await once(socket, 'connect')
      return socket
    }),
  )
  const tally: Tally = { latenciesMs: [], others: {}, bytes: 0 }
  const startedMs = performance.now()
  const untilMs = startedMs + seconds * 1000
  await Promise.all(
    sockets.map((socket, connection) => {
      const first = Math.floor((connection * requests.length) / connections)
      return ask(socket, [...requests.slice(first), ...requests.slice(0, first)], untilMs, tally)
    }),
  )
  const { latenciesMs, others, bytes } = tally
  return {
    requests: latenciesMs.length,
    requestsPerS: latenciesMs.length / ((performance.now() - startedMs) / 1000),
    p50Ms: percentileOf(latenciesMs, 0.5),
    p99Ms: percentileOf(latenciesMs, 0.99),
    p999Ms: percentileOf(latenciesMs, 0.999),
    bytesPerAnswer: bytes / latenciesMs.length,
    others,
  }
}

const endOfChunks = Buffer.from('0\r\n\r\n')

function ask(
  socket: Socket,
  requests: readonly Buffer[],
  untilMs: number,
  tally: Tally,
): Promise<void> {
  let next = 0
  let requestedMs = 0
  /** Bytes of the body so far; -1 before its head. */
  let received = -1
  /** Infinity if the body is in chunks. */
  let expected = 0
  const send = (): void => {
    requestedMs = performance.now()
    received = -1
    const request = requests[next % requests.length]
    if (request === undefined) throw new RangeError('there is no path to ask for')
    socket.write(request)
    next += 1
  }
  send()
  return new Promise((resolve, reject) => {
    socket.once('error', reject)
    socket.once('close', resolve)
    socket.on('data', (data) => {
      if (received < 0) {
        const end = data.indexOf('\r\n\r\n')
        if (end < 0) return reject(new Error('the head of an answer came in two pieces'))
        const head = data.toString('latin1', 0, end)
        const status = Number(head.slice(9, 12))
        if (status !== 200) tally.others[status] = (tally.others[status] ?? 0) + 1
        expected = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? Infinity)
        received = -end - 4
      }
      received += data.length
      const isChunked = expected === Infinity
      if (isChunked ? !data.subarray(-5).equals(endOfChunks) : received < expected) return
      const nowMs = performance.now()
      tally.latenciesMs.push(nowMs - requestedMs)
      tally.bytes += received
      if (nowMs < untilMs) send()
      else socket.destroy()
    })
  })
}

for await (const line of createInterface({ input: process.stdin }))
  process.stdout.write(`${JSON.stringify(await run(JSON.parse(line) as LoadJob))}\n`)
