// Measures the time from the append of a raw trade until /v1 returns its price, while trades arrive at a
// steady rate and both stages run.
//   npm run bench:freshness -- [--rates 1000,5000] [--seconds 60] [--rounds 5] [--history 1000000]
//
// Everything runs in one process, as in the service. Some markets are probes: one trade at a new price,
// then the price is requested over HTTP repeatedly until it is the new one.
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createAccounts } from '../services/api/accounts/accounts.ts'
import { createApi } from '../services/api/api.ts'
import { createFollowedHistory } from '../services/api/history/followed-history.ts'
import { createLiveServices } from '../services/api/live/live.ts'
import { toStatedCompleteness } from '../services/api/completeness.ts'
import type { Webhooks } from '../services/api/webhooks/webhooks.ts'
import { createFollowedWallets } from '../services/api/wallets/followed-wallets.ts'
import { openMemoryCache } from '../services/lib/cache/memory.ts'
import { partitionOf } from '../services/lib/log/partitioner.ts'
import { topics } from '../services/topology.ts'
import { printDelays } from './delays-table.ts'
import { toMarketRecords } from './listed-markets.ts'
import { markets, measureDelays, probes, type RequestedApi, type Delays } from './live-trades.ts'
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

async function runRound(rate: number, seconds: number, history: number): Promise<Delays> {
  const directory = await mkdtemp(join(tmpdir(), 'oddslog-bench-'))
  const pipeline = await openPipeline(directory)
  try {
    await appendTrades(pipeline, markets, history)
    const marketRecords = toMarketRecords([...markets, ...probes], Date.now() - 60_000)
    await appendRecords(pipeline, [marketRecords])
    const stages = await runStages(pipeline)
    await stages.handled(history + marketRecords.length)
    const api = await serveApi(pipeline)
    const storePid = pipeline.store.childPid()
    if (storePid === null) throw new Error('the store has died')
    const delays = await measureDelays({
      ...pipeline,
      api,
      rate,
      seconds,
      cpuS: () => [ownCpuS(), cpuSOf(storePid)],
    })
    await api.close()
    await stages.stop()
    return delays
  } finally {
    await pipeline.close()
    await rm(directory, { recursive: true, force: true })
  }
}

interface Served extends RequestedApi {
  close(): Promise<void>
}

/** Checks keys as the service does, without rate limits. */
async function serveApi({ log, codec, store }: Pipeline): Promise<Served> {
  const accounts = createAccounts({
    log,
    codec,
    topicPrefix,
    writerName: 'api',
    now: Date.now,
    onFatal: fail,
    onUsageReportFailed: showError,
  })
  await accounts.start()
  const signedUp = await accounts.signUp('bench@example.com', randomBytes(32).toString('hex'))
  if (!signedUp) throw new Error('this directory has been used before')
  const partitionOfMarket = (marketId: string): number =>
    partitionOf(marketId, topics.trades.partitions)
  const live = createLiveServices({
    log,
    codec,
    topicPrefix,
    partitions: topics.trades.partitions,
    maxBytes: 32_000_000,
    limits: { perAccount: 1, total: 1 },
    now: Date.now,
    onFailure: showError,
  })
  const history = createFollowedHistory({
    store,
    log,
    codec,
    topicPrefix,
    partitions: topics.trades.partitions,
    partitionOf: partitionOfMarket,
    maxBytes: 256_000_000,
    now: Date.now,
    listener: live.recent,
    onCounts: () => undefined,
    onPollFailed: showError,
    onFatal: fail,
  })
  await history.start()
  const cache = openMemoryCache()
  const api = await createApi({
    store,
    accounts,
    webhooks: {} as Webhooks, // no request of the benchmark is about webhooks
    allowPrivateWebhooks: false,
    log,
    topicPrefix,
    walletRequests: { append: () => Promise.resolve() },
    followedWallets: createFollowedWallets({
      quotas: { perAccount: 1, total: 1 },
      now: Date.now,
    }),
    history,
    provisionalTrades: { of: () => [] },
    bookStates: { of: () => null },
    historyRequester: {
      requestUnfetchedTrades: ({ completeness, period }) =>
        toStatedCompleteness(completeness, period),
    },
    liveLog: live.liveLog,
    streams: live.streams,
    cache,
    rates: { requests: [], auth: [], loginFailures: [], creations: [] },
    tokenSecrets: { current: randomBytes(32).toString('hex'), previous: null },
    trustedProxies: 0,
    maxCompressedBytes: 1_000_000,
    now: Date.now,
    endedMarketsMs: 30 * 86_400_000,
    maxEndedMarkets: 1e9,
    partitionOf: partitionOfMarket,
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
      await history.stop()
      await accounts.stop()
      await cache.close()
    },
  }
}

function showError(error: unknown): void {
  process.stderr.write(`${String(error)}\n`)
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
  `${describeMachine()}${markets.length} markets, after ${values.history} older trades; ${values.rounds} rounds of ${values.seconds} s\n`,
)
await printDelays({
  rates: values.rates,
  rounds: Number(values.rounds),
  busyNames: ['service', 'store'],
  runRound: (rate) => runRound(rate, Number(values.seconds), Number(values.history)),
})
