// Sends requests to a server as fast as some connections allow, in its own process: one job per line of
// stdin, its result as a line of stdout. Used by reads.ts.
import { createInterface } from 'node:readline'
import { Client } from 'undici'
import { percentileOf } from './statistics.ts'

export interface LoadJob {
  readonly url: string
  /** Requested in turn, repeatedly; each connection starts at another one. */
  readonly paths: readonly string[]
  readonly headers: Readonly<Record<string, string>>
  readonly connections: number
  readonly seconds: number
}

export interface LoadResult {
  readonly requestsPerS: number
  readonly p99Ms: number
  readonly bytesPerAnswer: number
  /** Number of responses by status other than 200. */
  readonly others: Readonly<Record<number, number>>
}

async function run({ url, paths, headers, connections, seconds }: LoadJob): Promise<LoadResult> {
  const latenciesMs: number[] = []
  const others: Record<number, number> = {}
  let bytes = 0
  const startedMs = performance.now()
  const untilMs = startedMs + seconds * 1000
  async function ask(connection: number): Promise<void> {
    const client = new Client(url)
    const first = Math.floor((connection * paths.length) / connections)
    for (let i = first; performance.now() < untilMs; i += 1) {
      const path = paths[i % paths.length]
      if (path === undefined) throw new RangeError('there is no path to ask for')
      const requestedMs = performance.now()
      const { statusCode, body } = await client.request({ method: 'GET', path, headers })
      bytes += (await body.arrayBuffer()).byteLength
      latenciesMs.push(performance.now() - requestedMs)
      if (statusCode !== 200) others[statusCode] = (others[statusCode] ?? 0) + 1
    }
    await client.close()
  }
  await Promise.all(Array.from({ length: connections }, (_, connection) => ask(connection)))
  return {
    requestsPerS: latenciesMs.length / ((performance.now() - startedMs) / 1000),
    p99Ms: percentileOf(latenciesMs, 0.99),
    bytesPerAnswer: bytes / latenciesMs.length,
    others,
  }
}

for await (const line of createInterface({ input: process.stdin }))
  process.stdout.write(`${JSON.stringify(await run(JSON.parse(line) as LoadJob))}\n`)
