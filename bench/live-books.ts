// Measures how long a change of a best price on platform_a's live stream takes until the topics on its way, a reader of
// /v1/stream and a response of /v1/markets/{id}/orderbook have it. The whole service runs on simulated platforms with
// trades, lists and requested books. The platforms and the readers run on the same machine.
//   npm run bench:live-books -- [--changes-per-s 100,1000] [--best-part 0.2] [--stream-markets 1000] [--markets 4000]
//     [--trades-per-s 100] [--warmup 180] [--seconds 60]
// The other changes, of which nothing is measured, are of the size of a level below the best bid.
import { mkdtemp, rm } from 'node:fs/promises'
import { setPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { OrderBook, StreamQuote } from '../schemas/generated/api.ts'
import { buildProgram, builtMainPath } from '../tools/built-program.ts'
import { startProgram, type ChildProgram } from './child-program.ts'
import type { BookChange, BookChangeReport } from './full-size/book-stream.ts'
import { createPlatformA } from './full-size/platform-a.ts'
import { listUses, usesOf, type ProcessUse } from './full-size/processes.ts'
import { readLogDelays } from './live-books/log-delays.ts'
import { describeMachine } from './machine.ts'
import { percentileOf, tableHead, tableRow } from './statistics.ts'

const { values } = parseArgs({
  options: {
    'changes-per-s': { type: 'string', default: '100,1000' },
    'best-part': { type: 'string', default: '0.2' },
    'stream-markets': { type: 'string', default: '1000' },
    markets: { type: 'string', default: '4000' },
    'trades-per-s': { type: 'string', default: '100' },
    warmup: { type: 'string', default: '180' },
    seconds: { type: 'string', default: '60' },
  },
})
const { markets } = values
/**
 * The platforms are elsewhere in real life, so here they only get what the service leaves of the processors. They state
 * when a change was sent, so their own delays do not count.
 */
const platformNiceness = 15
const probeCount = 4
const probeEveryMs = 20
/** A market that is followed for less is not measured, because its book may not be proved yet. */
const provedAfterMs = 60_000
/** How long the readers wait for the last changes. */
const settleMs = 10_000
const { idOf } = createPlatformA(Number(markets), Number(values['trades-per-s']))

/** When a state of a market was seen, and when its book had changed on the platform. Unix milliseconds. */
interface Seen {
  readonly id: string
  readonly changedMs: number
  readonly atMs: number
}

interface Service {
  readonly program: ChildProgram
  readonly apiUrl: string
  readonly headers: Readonly<Record<string, string>>
}

async function startService(directory: string, port: string): Promise<Service> {
  const url = `http://127.0.0.1:${port}`
  const program = startProgram(builtMainPath, {
    UPSTREAM: 'live',
    PLATFORM_A_GAMMA_URL: `${url}/gamma`,
    PLATFORM_A_CLOB_URL: `${url}/clob`,
    PLATFORM_A_DATA_URL: `${url}/data`,
    PLATFORM_A_STREAM_URL: `ws://127.0.0.1:${port}/ws/market`,
    PLATFORM_B_URL: `${url}/trade-api/v2`,
    STREAM_MARKETS: values['stream-markets'],
    // every change is one of the best bid, so more books are recorded than the default allows; a budget that is used
    // would delay them
    BOOKS_PER_DAY: '100000000000',
    DATA_DIR: directory,
    PORT: '0',
    ADMIN_PORT: '0',
    RATE_LIMIT: 'off',
    LOG_LEVEL: 'warn',
  })
  const [, apiUrl = ''] = await program.line(/The api is at (\S+), /)
  const [, apiKey = ''] = await program.line(/API key, shown this once: (\S+)/)
  return { program, apiUrl, headers: { 'X-API-Key': apiKey } }
}

async function readStream({ apiUrl, headers }: Service, seen: Seen[], signal: AbortSignal) {
  const path = '/v1/stream?channels=quotes&platform=platform_a'
  const { body } = await fetch(apiUrl + path, { headers, signal })
  if (!body) throw new Error('the stream has no body')
  for await (const line of createInterface({ input: Readable.fromWeb(body) })) {
    if (!line.startsWith('data: {"market_id"')) continue // a heartbeat, or the end of a message
    const quote = JSON.parse(line.slice('data: '.length)) as StreamQuote
    seen.push({ id: quote.market_id, changedMs: quote.timestamp_ms, atMs: Date.now() })
  }
}

async function requestBooks(service: Service, id: string, seen: Seen[], signal: AbortSignal) {
  const { apiUrl, headers } = service
  for (; !signal.aborted; await sleep(probeEveryMs)) {
    const response = await fetch(`${apiUrl}/v1/markets/${id}/orderbook`, { headers })
    if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)
    const { timestamp_ms: changedMs } = (await response.json()) as OrderBook
    seen.push({ id, changedMs, atMs: Date.now() })
  }
}

/** How long each change took until it, or a later one of its market, was seen. */
function delaysOf(changes: readonly BookChange[], seen: readonly Seen[]): number[] {
  const byMarket = new Map<string, Seen[]>()
  for (const one of seen) {
    const ofMarket = byMarket.get(one.id)
    if (ofMarket) ofMarket.push(one)
    else byMarket.set(one.id, [one])
  }
  return changes.map(([market, changedMs]) => {
    const first = byMarket.get(idOf(market))?.find((one) => one.changedMs >= changedMs)
    return first ? first.atMs - changedMs : Infinity
  })
}

function usedBetween(before: readonly ProcessUse[], after: readonly ProcessUse[], seconds: number) {
  return after.map((use, i) => ({
    ...use,
    cpuS: ((use.cpuS - (before[i]?.cpuS ?? 0)) / seconds) * 100,
  }))
}

async function measure(changesPerS: string): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), 'oddslog-live-books-'))
  const options = {
    '--markets-a': markets,
    '--markets-b': markets,
    '--trades-per-s': values['trades-per-s'],
    '--book-changes-per-s': changesPerS,
    '--best-part': values['best-part'],
  }
  const server = startProgram('bench/full-size/server.ts', {}, Object.entries(options).flat())
  setPriority(server.pid, platformNiceness)
  const [, port = ''] = await server.line(/listening on (\d+)/)
  const takeChanges = async (): Promise<BookChangeReport> =>
    (await (await fetch(`http://127.0.0.1:${port}/book-changes`)).json()) as BookChangeReport
  const service = await startService(directory, port)
  await sleep(Number(values.warmup) * 1000 - provedAfterMs)
  const followed = new Set((await takeChanges()).subscribed)
  await sleep(provedAfterMs)

  const ending = new AbortController()
  const { subscribed, changes: earlier } = await takeChanges()
  const probes = [...new Set(earlier.map(([market]) => market))]
    .filter((market) => followed.has(market))
    .slice(-probeCount)
  const streamed: Seen[] = []
  const requested: Seen[] = []
  const readers = [
    readStream(service, streamed, ending.signal),
    ...probes.map((market) => requestBooks(service, idOf(market), requested, ending.signal)),
  ]
  // a reader that cannot read fails at once
  await Promise.race([...readers, sleep(5_000)])
  await takeChanges()
  const seconds = Number(values.seconds)
  const startedMs = Date.now()
  const before = usesOf(service.program.pid)
  await sleep(seconds * 1000)
  const uses = usedBetween(before, usesOf(service.program.pid), seconds)
  const report = await takeChanges()
  const stillFollowed = new Set(report.subscribed)
  const changes = report.changes.filter(
    ([market]) => followed.has(market) && stillFollowed.has(market),
  )
  await sleep(settleMs)
  ending.abort()
  await Promise.allSettled(readers)
  await service.program.stop()
  await server.kill()
  const measured = new Set(changes.map(([market, changedMs]) => `${idOf(market)} ${changedMs}`))
  const logged = await readLogDelays(directory, startedMs, (id, changedMs) =>
    measured.has(`${id} ${changedMs}`),
  )
  await rm(directory, { recursive: true })

  const ofProbes = changes.filter(([market]) => probes.includes(market))
  for (const [what, delaysMs] of [
    ['received by the poller', logged.received],
    ['topic raw.books', logged.raw],
    ['topic books', logged.unified],
    ['/v1/stream', delaysOf(changes, streamed)],
    ['/v1/…/orderbook', delaysOf(ofProbes, requested)],
  ] as const)
    process.stdout.write(
      tableRow([
        changesPerS,
        (changes.length / seconds).toFixed(0),
        subscribed.length,
        what,
        ...[0.5, 0.9, 0.99, 1].map((share) => percentileOf(delaysMs, share)),
        listUses(uses, 'cpuS'),
        listUses(uses, 'memoryMiB'),
      ]),
    )
}

buildProgram()
process.stdout.write(describeMachine())
process.stdout.write(
  tableHead(['changes a second', 'of the best bid', 'markets', 'until', 'p50, ms', 'p90', 'p99', 'longest', 'processor, % of a core', 'MiB']), // prettier-ignore
)
for (const changesPerS of values['changes-per-s'].split(',')) await measure(changesPerS)
