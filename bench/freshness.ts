// How long does it take from the append of a raw trade until /v1 answers with its price, while trades
// keep coming at a steady rate and both stages run?
//   npm run bench:freshness -- [--rates 1000,5000] [--seconds 60] [--rounds 5] [--history 1000000]
//
// Everything is in one process, as in the service. Some markets are probes: one trade at a price that
// it has not had, then the price is asked for over HTTP until it is there, again and again.
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { Client } from 'undici'
import { createAccounts } from '../services/api/accounts/accounts.ts'
import { createApi } from '../services/api/api.ts'
import { openMemoryCache } from '../services/platform/cache/memory.ts'
import { partitionOf } from '../services/platform/log/partitioner.ts'
import { topics } from '../services/topology.ts'
import type { RawTrade } from '../schemas/generated/events.ts'
import { toListingRecords } from './listed-markets.ts'
import { cpuSOf, describeMachine, ownCpuS } from './machine.ts'
import type { Pipeline } from './pipeline.ts'
import {
  appendRecords,
  appendTrades,
  fail,
  openPipeline,
  runStages,
  topicPrefix,
} from './pipeline.ts'
import type { BenchMarket } from './raw-trades.ts'
import { createMakeTrade, createMarkets, toPlatformBTrade } from './raw-trades.ts'
import { medianOf, percentileOf, tableHead, tableRow } from './statistics.ts'

const markets = createMarkets(2_000)
const probes: readonly BenchMarket[] = Array.from({ length: 4 }, (_, lane) => ({
  id: `pb_KXPROBE-26SEP-${lane}`,
  platform: 'platform_b',
  nativeId: `KXPROBE-26SEP-${lane}`,
  tokens: [],
}))
const tickMs = 20
const askEveryMs = 10
const settleMs = 5_000
/** Trade ids of the stream and of the probes, apart from those of the history. */
const numberOffset = 100_000_000

interface Round {
  /** Of each probe. */
  readonly delaysMs: readonly number[]
  readonly perS: number
  /** Processors kept busy by this process and by the store's. */
  readonly ownBusy: number
  readonly storeBusy: number
}

async function runRound(rate: number, seconds: number, history: number): Promise<Round> {
  const directory = await mkdtemp(join(tmpdir(), 'oddslog-bench-'))
  const pipeline = await openPipeline(directory)
  try {
    await appendTrades(pipeline, markets, history)
    const listings = toListingRecords([...markets, ...probes], Date.now() - 60_000)
    await appendRecords(pipeline, [listings])
    const stages = await runStages(pipeline)
    await stages.handled(history + listings.length)
    const api = await serveApi(pipeline)
    const round = await measure(pipeline, api, rate, seconds)
    await api.close()
    await stages.stop()
    return round
  } finally {
    await pipeline.close()
    await rm(directory, { recursive: true, force: true })
  }
}

interface Served {
  readonly url: string
  readonly apiKey: string
  close(): Promise<void>
}

/** Checks keys as the service does, and limits nobody. */
async function serveApi({ log, codec, store }: Pipeline): Promise<Served> {
  const accounts = await createAccounts({
    log,
    codec,
    topicPrefix,
    writerName: 'api',
    now: Date.now,
    onFatal: fail,
    onUsageLost: showError,
  })
  await accounts.start()
  const signedUp = await accounts.signUp('bench@example.com', randomBytes(32).toString('hex'))
  if (!signedUp) throw new Error('this directory has been used before')
  const cache = openMemoryCache()
  const api = await createApi({
    store,
    accounts,
    walletRequests: { append: () => Promise.resolve() },
    cache,
    rates: { requests: [], auth: [], loginFailures: [] },
    tokenSecrets: { current: randomBytes(32).toString('hex'), previous: null },
    trustedProxies: 0,
    now: Date.now,
    partitionOf: (marketId) => partitionOf(marketId, topics.trades.partitions),
    version: 'bench',
    observer: {
      onRequest: () => undefined,
      onFailure: ({ error }) => showError(error),
    },
  })
  await api.start()
  const server = createServer((request, response) => void api.handler(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    apiKey: signedUp.apiKey,
    async close() {
      await new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      })
      await api.stop()
      await accounts.stop()
      await cache.close()
    },
  }
}

function showError(error: unknown): void {
  process.stderr.write(`${String(error)}\n`)
}

async function measure(
  { log, codec, store }: Pipeline,
  api: Served,
  rate: number,
  seconds: number,
): Promise<Round> {
  const writer = await log.openWriter('bench live')
  const ending = new AbortController()
  const make = createMakeTrade(markets)
  const append = (trades: readonly RawTrade[]): Promise<void> => {
    const records = trades.map((value) => ({
      topic: `${topicPrefix}raw.trades`,
      key: value.market_id,
      value: codec.encode('raw.trades', value),
    }))
    return writer.append(records)
  }
  let appended = 0
  const startedMs = performance.now()
  const stream = (async (): Promise<void> => {
    while (!ending.signal.aborted) {
      const due = Math.floor(((performance.now() - startedMs) / 1000) * rate) - appended
      const first = numberOffset + appended
      await append(Array.from({ length: due }, (_, i) => make(first + i, Date.now())))
      appended += due
      await sleep(tickMs)
    }
  })()
  const delaysMs: number[] = []
  const lanes = probes.map((probe, lane) =>
    runProbe(api, probe, lane, append, ending.signal, (delayMs) => {
      if (performance.now() - startedMs > settleMs) delaysMs.push(delayMs)
    }),
  )
  await sleep(settleMs)
  const childPid = store.childPid()
  if (childPid === null) throw new Error('the store has died')
  const [ownS, storeS] = [ownCpuS(), cpuSOf(childPid)]
  await sleep(seconds * 1000)
  const [ownBusy, storeBusy] = [(ownCpuS() - ownS) / seconds, (cpuSOf(childPid) - storeS) / seconds]
  const perS = (appended / (performance.now() - startedMs)) * 1000
  ending.abort()
  await Promise.all([stream, ...lanes])
  await writer.close()
  return { delaysMs, perS, ownBusy, storeBusy }
}

async function runProbe(
  { url, apiKey }: Served,
  probe: BenchMarket,
  lane: number,
  append: (trades: readonly RawTrade[]) => Promise<void>,
  signal: AbortSignal,
  onDelay: (delayMs: number) => void,
): Promise<void> {
  const client = new Client(url)
  const path = `/v1/markets/${probe.id}/price`
  const headers = { 'X-API-Key': apiKey }
  for (let number = 1; !signal.aborted; number += 1) {
    // so that the probes do not fall into step with the flushes
    await sleep((number * 37 + lane * 71) % 200)
    const cents = (1 + (number % 9_999)) / 100
    const price = Number((cents / 100).toFixed(4))
    const startedMs = performance.now()
    const id = 2 * numberOffset + lane * 1_000_000 + number
    await append([toPlatformBTrade(probe, id, Date.now(), cents)])
    for (;;) {
      const { body } = await client.request({ method: 'GET', path, headers })
      const answer = (await body.json()) as { readonly price?: number }
      if (answer.price === price) break
      await sleep(askEveryMs)
    }
    onDelay(performance.now() - startedMs)
  }
  await client.close()
}

const { values } = parseArgs({
  options: {
    rates: { type: 'string', default: '1000,5000' },
    seconds: { type: 'string', default: '60' },
    rounds: { type: 'string', default: '5' },
    history: { type: 'string', default: '1000000' },
  },
})
process.stdout.write(
  `${describeMachine()}${markets.length} markets, after ${values.history} older trades; ${values.rounds} rounds of ${values.seconds} s\n` +
    tableHead([
      'trades/s wanted',
      'reached',
      'probes',
      'p50 ms',
      'p99 ms',
      'processors busy: service, store',
    ]),
)
for (const rate of values.rates.split(',').map(Number)) {
  const rounds: Round[] = []
  for (let number = 1; number <= Number(values.rounds); number += 1)
    rounds.push(await runRound(rate, Number(values.seconds), Number(values.history)))
  const median = (get: (round: Round) => number): number => medianOf(rounds.map(get))
  process.stdout.write(
    tableRow([
      rate,
      Math.round(median((round) => round.perS)),
      rounds.reduce((sum, round) => sum + round.delaysMs.length, 0),
      Math.round(median((round) => percentileOf(round.delaysMs, 0.5))),
      Math.round(median((round) => percentileOf(round.delaysMs, 0.99))),
      `${median((round) => round.ownBusy).toFixed(2)}, ${median((round) => round.storeBusy).toFixed(2)}`,
    ]),
  )
}
