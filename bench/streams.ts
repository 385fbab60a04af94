// Order books that are polled, and the same followed with the stream: from a change of the best bid at the platform to
// its durable record, the requests, and the processor time of the poller. On LMDB.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { openLocalCodec } from '../services/lib/codec/local.ts'
import { openLmdbLog } from '../services/lib/log/lmdb.ts'
import { sleepOnTimer } from '../services/lib/run/wait.ts'
import { createPlatformA } from '../services/platforms/platform-a/source/source.ts'
import { createPlatformAStream } from '../services/platforms/platform-a/stream/protocol.ts'
import type { MarketState } from '../services/poller/checkpoints.ts'
import { createBookPoller } from '../services/poller/feeds/books.ts'
import { silentObserver } from '../services/poller/observer.ts'
import { createPublisher, type Publisher } from '../services/poller/publisher.ts'
import { createRetiredMarkets } from '../services/poller/retired-markets.ts'
import { createStreamHints } from '../services/poller/streams/stream-hints.ts'
import { marketTaskCount, marketTaskOf } from '../services/poller/tasks.ts'
import { defaultTuning } from '../services/poller/tuning.ts'
import { topicsWithPrefix } from '../services/topology.ts'
import { ownCpuS } from './machine.ts'
import { topicPrefix } from './pipeline.ts'
import { percentileOf, tableHead, tableRow } from './statistics.ts'
import type { Change } from './streams/change.ts'

const { values } = parseArgs({
  options: {
    markets: { type: 'string', default: '300' },
    rates: { type: 'string', default: '100,1000' },
    seconds: { type: 'string', default: '30' },
    warmup: { type: 'string', default: '15' },
  },
})
const marketCount = Number(values.markets)
const { gc } = globalThis
if (!gc) throw new Error('needs --expose-gc')

interface Result {
  readonly delaysMs: readonly number[]
  readonly requestsPerS: number
  readonly recordsPerS: number
  readonly cpuMsPerS: number
  /** JavaScript memory and buffers after a garbage collection. */
  readonly memoryMb: number
}

async function measure(perSecond: number, isStreamed: boolean): Promise<Result> {
  const path = fileURLToPath(new URL('./streams/exchange.ts', import.meta.url))
  const exchange = fork(path, [String(marketCount), String(perSecond)], {
    execArgv: ['--import', 'tsx'],
  })
  const [address] = (await once(exchange, 'message')) as [string]
  const directory = await mkdtemp(join(tmpdir(), 'oddslog-streams-'))
  const now = Date.now
  const topics = topicsWithPrefix(topicPrefix)
  const log = await openLmdbLog({ path: join(directory, 'log'), topics, now })
  const codec = await openLocalCodec({ path: join(directory, 'schemas') })
  const ending = new AbortController()
  let requests = 0
  const observer = {
    ...silentObserver,
    count: (what: string) => void (what === 'requests' && (requests += 1)),
  }
  const tuning = { ...defaultTuning, streamMarkets: isStreamed ? marketCount : 0 }
  const deps = { tuning, now, sleep: sleepOnTimer, random: Math.random, observer }
  const url = `http://${address}`
  const source = createPlatformA({ gammaUrl: url, clobUrl: url, dataUrl: url }, deps)
  const protocol = createPlatformAStream(`ws://${address}/ws/market`)
  const stream = isStreamed ? { protocol, hints: createStreamHints(sleepOnTimer) } : null
  const books = createBookPoller({ ...deps, wallNow: now, source, stream })
  /** The records of books: market, version, and when they were durable. */
  const recorded: Change[] = []
  const tasks = Array.from({ length: marketTaskCount }, async (_, partition) => {
    const writer = await log.openWriter(`markets-${partition}`)
    const inner = createPublisher({ writer, codec, topicPrefix, observer })
    const publisher: Publisher = {
      ...inner,
      async publish(platform, records) {
        await inner.publish(platform, records)
        for (const { topic, key, value } of records)
          if (topic === 'raw.books') recorded.push([key, versionOf(value.body), now()])
      },
    }
    const markets = new Map(
      Array.from({ length: marketCount }, (__, n) => `m${n}`).flatMap((nativeId, n) => {
        const id = `pa_${nativeId}`
        const facts = { nativeId, tokens: [`${nativeId}-0`, `${nativeId}-1`], hasBook: true }
        const state = { ...facts, volume24h: marketCount - n } as unknown as MarketState
        return marketTaskOf(id) === partition ? [[id, state] as const] : []
      }),
    )
    const memory = {
      markets,
      changedMarkets: new Set<string>(),
      retired: createRetiredMarkets(Infinity),
      histories: new Map(),
      books: new Map(),
    }
    await books.followTask({ partition, memory, publisher, signal: ending.signal })
  })
  const running = Promise.allSettled([...tasks, books.followBooks(ending.signal)])
  await sleep(Number(values.warmup) * 1000)
  const [fromMs, cpuS, before, count] = [now(), ownCpuS(), requests, recorded.length]
  await sleep(Number(values.seconds) * 1000)
  const seconds = (now() - fromMs) / 1000
  const result = {
    requestsPerS: (requests - before) / seconds,
    recordsPerS: (recorded.length - count) / seconds,
    cpuMsPerS: ((ownCpuS() - cpuS) * 1000) / seconds,
  }
  const memoryMb = memoryBytes() / 1e6
  // Changes of the last seconds may not be recorded yet.
  const untilMs = now() - 10_000
  const changes = (await (await fetch(`${url}/changes`)).json()) as Change[]
  ending.abort(new Error('done'))
  await running
  await source.close()
  await log.close()
  exchange.kill()
  await rm(directory, { recursive: true })
  const measured = changes.filter(([, , atMs]) => atMs >= fromMs && atMs < untilMs)
  return { ...result, memoryMb, delaysMs: delaysOf(measured, recorded) }
}

function memoryBytes(): number {
  gc?.()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

function versionOf(body: string): number {
  const { bids } = JSON.parse(body) as { bids: { price: string; size: string }[] }
  return Number(bids.find(({ price }) => price === '0.4' || price === '0.41')?.size)
}

/** How long each change took until it, or a later one of its market, was durable. */
function delaysOf(changes: readonly Change[], recorded: readonly Change[]): number[] {
  const byMarket = new Map<string, Change[]>()
  for (const one of recorded) byMarket.set(one[0], [...(byMarket.get(one[0]) ?? []), one])
  return changes.map(([id, version, atMs]) => {
    const first = byMarket.get(`pa_${id}`)?.find(([, known]) => known >= version)
    return first ? first[2] - atMs : Infinity
  })
}

const columns = ['changes a second', '', 'delay p50, ms', 'p99', 'requests a second', 'records a second', 'processor, ms a second', 'memory, MB'] // prettier-ignore
process.stdout.write(`${marketCount} markets\n\n${tableHead(columns)}`)
for (const rate of values.rates.split(',').map(Number))
  for (const isStreamed of [false, true]) {
    const { delaysMs, requestsPerS, recordsPerS, cpuMsPerS, memoryMb } = await measure(
      rate,
      isStreamed,
    )
    const cells = [
      rate,
      isStreamed ? 'streamed' : 'polled',
      percentileOf(delaysMs, 0.5),
      percentileOf(delaysMs, 0.99),
      requestsPerS.toFixed(2),
      recordsPerS.toFixed(1),
      cpuMsPerS.toFixed(0),
      memoryMb.toFixed(1),
    ]
    process.stdout.write(tableRow(cells))
  }
