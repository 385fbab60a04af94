// Measures how fast /v1 responds over ten million trades, compared with a plain Koa route that sends as many
// bytes; and what a service with so many trades costs: start-up, memory, disk.
//   npm run bench:reads -- [--trades 10000000] [--rounds 5] [--seconds 2]
//
// The trades go through the pipeline from the raw log; then the service is started over them, with an
// upstream that does not respond. Service, plain Koa and loader are separate processes.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { startProgram, type ChildProgram } from './child-program.ts'
import { directoryBytes, topicSizes } from './disk.ts'
import { toMarketRecords } from './listed-markets.ts'
import type { LoadJob, LoadResult } from './loader.ts'
import { childrenOf, describeMachine, residentMiBOf } from './machine.ts'
import type { Pipeline } from './pipeline.ts'
import {
  appendRecords,
  appendTrades,
  expectTrades,
  openPipeline,
  runStages,
  topicPrefix,
} from './pipeline.ts'
import { createMarkets, timeOfTrade } from './raw-trades.ts'
import { createQuestions } from './read-paths.ts'
import { medianOf, tableHead, tableRow } from './statistics.ts'

const markets = createMarkets(2_000)
/** Parts that a merge has replaced stay on the disk for half a minute. */
const mergedAwayMs = 45_000

const { values } = parseArgs({
  options: {
    trades: { type: 'string', default: '10000000' },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '2' },
  },
})
const [trades, rounds, seconds] = [values.trades, values.rounds, values.seconds].map(Number) as [
  number,
  number,
  number,
]

const print = (text: string): void => void process.stdout.write(text)

async function fill(directory: string): Promise<void> {
  const pipeline = await openPipeline(directory)
  const marketRecords = toMarketRecords(markets, timeOfTrade(trades))
  await appendRecords(pipeline, [marketRecords])
  await appendTrades(pipeline, markets, trades)
  const startedMs = performance.now()
  const stages = await runStages(pipeline)
  await stages.handled(trades + marketRecords.length)
  await stages.stop()
  const tookS = (performance.now() - startedMs) / 1000
  await expectTrades(pipeline, trades)
  print(
    `raw log to rows and candles: ${tookS.toFixed(0)} s, ${Math.round(trades / tookS)} trades/s\n`,
  )
  await showTables(pipeline)
  await sleep(mergedAwayMs)
  await pipeline.close()
}

async function showTables({ store }: Pipeline): Promise<void> {
  const parts = await store.query<{ name: string; rows: number; bytes: number; parts: number }>(
    `SELECT table AS name, sum(rows) AS rows, sum(bytes_on_disk) AS bytes, count() AS parts
     FROM system.parts WHERE active AND database = currentDatabase()
     GROUP BY table HAVING rows > 0 ORDER BY bytes DESC`,
  )
  print(tableHead(['table', 'rows', 'parts', 'MB', 'bytes a row', 'bytes a trade']))
  for (const { name, rows, bytes, parts: count } of parts)
    print(
      tableRow([
        name,
        rows,
        count,
        mb(bytes),
        (bytes / rows).toFixed(1),
        (bytes / trades).toFixed(1),
      ]),
    )
}

async function showDisk(directory: string): Promise<void> {
  print(tableHead(['topic', 'records', 'MB', 'bytes a record']))
  for (const { topic, records, bytes } of await topicSizes(join(directory, 'log'), topicPrefix))
    if (records > 0) print(tableRow([topic, records, mb(bytes), (bytes / records).toFixed(0)]))
  const [log, store] = await Promise.all(
    ['log', 'store'].map((name) => directoryBytes(join(directory, name))),
  )
  print(
    `on disk: log ${mb(log ?? 0)} MB, ${((log ?? 0) / trades).toFixed(0)} bytes a trade; ` +
      `store ${mb(store ?? 0)} MB, ${((store ?? 0) / trades).toFixed(0)} bytes a trade\n`,
  )
}

function mb(bytes: number): string {
  return (bytes / 1e6).toFixed(1)
}

interface Started {
  readonly service: ChildProgram
  readonly url: string
  readonly apiKey: string
  readonly tookMs: number
}

function startService(directory: string): ChildProgram {
  return startProgram('services/main.ts', {
    DATA_DIR: directory,
    PORT: '0',
    ADMIN_PORT: '0',
    PLATFORMS: 'platform_b',
    PLATFORM_B_URL: 'http://127.0.0.1:9',
    LOG_LEVEL: 'silent',
    RATE_LIMIT: 'off',
  })
}

/** Output that only the first start in a directory shows; later starts are timed. */
async function makeApiKey(directory: string): Promise<string> {
  const service = startService(directory)
  const [, apiKey = ''] = await service.line(/^Your API key.*: (\S+)$/)
  await service.kill()
  return apiKey
}

/** Resolves at the first response. */
async function startTimed(directory: string, apiKey: string): Promise<Started> {
  const startedMs = performance.now()
  const service = startService(directory)
  const [, url = ''] = await service.line(/The api is at ([^\s,]+)/)
  const answer = await fetch(`${url}/v1/markets?limit=1`, { headers: { 'X-API-Key': apiKey } })
  if (answer.status !== 200) throw new Error(`the first answer has status ${answer.status}`)
  await answer.arrayBuffer()
  return { service, url, apiKey, tookMs: performance.now() - startedMs }
}

function showMemory(when: string, { service }: Started): void {
  const toText = (pid: number): string => {
    const { all, own } = residentMiBOf(pid)
    return `${all.toFixed(0)} MiB (${own.toFixed(0)} without mapped files)`
  }
  const stores = childrenOf(service.pid).map(toText)
  print(`memory ${when}: service ${toText(service.pid)}, store ${stores.join(', ')}\n`)
}

async function startRepeatedly(directory: string): Promise<Started> {
  const apiKey = await makeApiKey(directory)
  const tookMs: number[] = []
  for (;;) {
    const started = await startTimed(directory, apiKey)
    tookMs.push(started.tookMs)
    if (tookMs.length === rounds) {
      const all = tookMs.map((ms) => ms.toFixed(0)).join(', ')
      print(
        `start to first answer, each time after kill -9: ${medianOf(tookMs).toFixed(0)} ms (${all})\n`,
      )
      return started
    }
    await started.service.kill()
  }
}

/** Requests everything once, so that the measurements find in memory what the bound of the memory allows. */
async function showFirstReads({ url, apiKey }: Started): Promise<void> {
  const headers = { 'X-API-Key': apiKey }
  print(tableHead(['endpoint', 'first requests', 'requests/s over 20 connections']))
  for (const { name, paths } of createQuestions(markets, trades)) {
    const startedMs = performance.now()
    for (let i = 0; i < paths.length; i += 20)
      await Promise.all(
        paths.slice(i, i + 20).map(async (path) => (await fetch(url + path, { headers })).text()),
      )
    const tookS = (performance.now() - startedMs) / 1000
    print(tableRow([name, paths.length, (paths.length / tookS).toFixed(0)]))
  }
}

async function showReads({ url, apiKey }: Started): Promise<void> {
  const headers = { 'X-API-Key': apiKey }
  const loader = startProgram('bench/loader.ts')
  const bare = startProgram('bench/bare-koa.ts')
  const [bareUrl] = await bare.line(/^http.*/)
  const load = async (job: LoadJob): Promise<LoadResult> => {
    loader.write(JSON.stringify(job))
    const [line] = await loader.line(/^\{.*/)
    return JSON.parse(line) as LoadResult
  }
  print(
    tableHead([
      'endpoint',
      'connections',
      'requests/s',
      'p99 ms',
      'bytes',
      'bare Koa requests/s',
      'p99 ms',
      'ratio',
    ]),
  )
  for (const { name, paths } of createQuestions(markets, trades))
    for (const connections of [1, 8, 32]) {
      const results: { api: LoadResult; bare: LoadResult }[] = []
      for (let number = 0; number < rounds; number += 1) {
        const api = await load({ url, paths, headers, connections, seconds })
        const path = `/${Math.round(api.bytesPerAnswer)}`
        results.push({
          api,
          bare: await load({
            url: bareUrl,
            paths: [path],
            headers,
            connections,
            seconds: seconds / 2,
          }),
        })
        if (Object.keys(api.others).length > 0)
          print(`${name}: answers other than 200: ${JSON.stringify(api.others)}\n`)
      }
      const median = (get: (result: (typeof results)[number]) => number): number =>
        medianOf(results.map(get))
      print(
        tableRow([
          name,
          connections,
          Math.round(median(({ api }) => api.requestsPerS)),
          median(({ api }) => api.p99Ms).toFixed(1),
          Math.round(median(({ api }) => api.bytesPerAnswer)),
          Math.round(median((result) => result.bare.requestsPerS)),
          median((result) => result.bare.p99Ms).toFixed(1),
          median((result) => result.api.requestsPerS / result.bare.requestsPerS).toFixed(3),
        ]),
      )
    }
  await Promise.all([loader.kill(), bare.kill()])
}

const directory = await mkdtemp(join(tmpdir(), 'oddslog-bench-'))
try {
  print(
    `${describeMachine()}${trades} trades, ${markets.length} markets, both platforms; medians of ${rounds}\n`,
  )
  await fill(directory)
  await showDisk(directory)
  const started = await startRepeatedly(directory)
  showMemory('after the start', started)
  await showFirstReads(started)
  await showReads(started)
  showMemory('after the reads', started)
  await started.service.kill()
} finally {
  await rm(directory, { recursive: true, force: true, maxRetries: 5 })
}
