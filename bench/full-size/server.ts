// Program: serves both simulated platforms of the real size on one port, with the latency of a distant server
// and compressed responses, and the live stream of platform_a. Reports what it was asked for. Used by full-size.ts and
// live-books.ts.
//   node --import tsx bench/full-size/server.ts [--markets-a 84000] [--markets-b 196000] [--trades-per-s 100]
//     [--book-changes-per-s 0] [--best-part 1]
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs, promisify } from 'node:util'
import { constants, gzip } from 'node:zlib'
import { createBookStream, type BookChangeReport } from './book-stream.ts'
import { createPlatformA } from './platform-a.ts'
import { createPlatformB } from './platform-b.ts'
import type { PlatformResponse } from './route.ts'
import { createTally } from './tally.ts'

const { values } = parseArgs({
  options: {
    'markets-a': { type: 'string', default: '84000' },
    'markets-b': { type: 'string', default: '196000' },
    'trades-per-s': { type: 'string', default: '100' },
    'book-changes-per-s': { type: 'string', default: '0' },
    'best-part': { type: 'string', default: '1' },
  },
})
/** The time of a response from a distant server. */
const latencyMs = 60
const tradesPerS = Number(values['trades-per-s'])
const platforms = {
  a: createPlatformA(Number(values['markets-a']), tradesPerS),
  b: createPlatformB(Number(values['markets-b']), tradesPerS),
}
const tally = createTally(platforms)
const compress = promisify(gzip)

async function bodyOf(request: AsyncIterable<unknown>): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}

const server = createServer((request, response) => {
  void (async () => {
    const url = new URL(request.url ?? '/', 'http://localhost')
    if (url.pathname === '/report') {
      response.end(JSON.stringify(tally.report()))
      return
    }
    if (url.pathname === '/book-changes') {
      const report: BookChangeReport = {
        subscribed: stream.subscribed(),
        changes: stream.takeChanges(),
      }
      response.end(JSON.stringify(report))
      return
    }
    const nowMs = Date.now()
    const asked = {
      path: url.pathname,
      query: url.searchParams,
      body: request.method === 'POST' ? await bodyOf(request) : '',
      nowMs,
    }
    const name = url.pathname.startsWith('/trade-api') ? 'b' : 'a'
    const answer: PlatformResponse = platforms[name].respond(asked) ?? {
      class: 'other',
      status: 404,
      text: '{"error":"not found"}',
    }
    const isLarge = answer.text.length > 1_000
    const body = isLarge
      ? await compress(answer.text, { level: constants.Z_BEST_SPEED, chunkSize: 2 ** 20 })
      : Buffer.from(answer.text)
    tally.count(name, answer, body.length, nowMs)
    await sleep(latencyMs)
    response.writeHead(answer.status ?? 200, {
      'content-type': 'application/json',
      date: new Date(nowMs).toUTCString(),
      ...(isLarge ? { 'content-encoding': 'gzip' } : {}),
    })
    response.end(body)
  })()
})
const stream = createBookStream(server, platforms.a, {
  changesPerS: Number(values['book-changes-per-s']),
  bestPart: Number(values['best-part']),
})
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`listening on ${(server.address() as AddressInfo).port}\n`)
})
