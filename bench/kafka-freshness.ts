// Measures the time from the append of a raw trade to Kafka until /v1 returns its price, while trades
// arrive at a steady rate, and normalizer, projector and api are separate processes.
//   npm run bench:kafka-freshness -- [--rates 1000,5000] [--seconds 60] [--rounds 3] [--history 200000]
//
// One broker, a registry, a store; this process takes the place of the poller and sends the requests.
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { roles } from '../services/topology.ts'
import { signUp } from '../tools/sign-up.ts'
import { startProgram, type ChildProgram } from './child-program.ts'
import { printDelays } from './delays-table.ts'
import { openFlow, type Flow } from './distributed/flow.ts'
import { startServers, type BenchServers } from './distributed/servers.ts'
import { toMarketRecords } from './listed-markets.ts'
import { markets, measureDelays, probes, type RequestedApi, type Delays } from './live-trades.ts'
import { cpuSOf, describeMachine } from './machine.ts'
import { appendRecords, appendTrades, topicPrefix } from './pipeline.ts'

interface Service {
  readonly pids: readonly number[]
  readonly api: RequestedApi
  stop(): Promise<void>
}

async function runRound(rate: number, seconds: number, history: number): Promise<Delays> {
  const directory = await mkdtemp(join(tmpdir(), 'oddslog-bench-'))
  const servers = await startServers()
  const { logUrl, registryUrl, brokerPid, storePid } = servers
  const flow = await openFlow({ logUrl, registryUrl, topicPrefix, partitions: null })
  await appendTrades(flow, markets, history)
  await appendRecords(flow, [toMarketRecords([...markets, ...probes], Date.now() - 60_000)])
  const service = await startService(servers, directory)
  await isCaughtUp(flow)
  const pids = [...service.pids, brokerPid, storePid]
  const round = await measureDelays({
    ...flow,
    api: service.api,
    rate,
    seconds,
    cpuS: () => pids.map(cpuSOf),
  })
  await service.stop()
  await flow.close()
  await servers.stop()
  await rm(directory, { recursive: true, force: true })
  return round
}

/** One process of the program per role. */
async function startService(servers: BenchServers, directory: string): Promise<Service> {
  const env = {
    LOG_URL: servers.logUrl,
    STORE_URL: servers.storeUrl('oddslog'),
    JWT_SECRET: randomBytes(48).toString('hex'),
    WEBHOOK_SECRET: randomBytes(48).toString('hex'),
    DATA_DIR: directory,
    PORT: '0',
    ADMIN_PORT: '0',
    RATE_LIMIT: 'off',
    AUTH_RATE_LIMIT: 'off',
    CREATION_LIMIT: 'off',
    LOG_LEVEL: 'warn',
  }
  const start = (role: string): ChildProgram => startProgram('services/main.ts', env, [role])
  const api = start('api')
  const [, url = ''] = await api.line(/'(http:[^']+)\/v1\/auth\/signup'/)
  // one after the other, because the first one creates the tables
  const normalizer = start('normalizer')
  await normalizer.line(/^Ready/)
  const projector = start('projector')
  await projector.line(/^Ready/)
  const processes = [normalizer, projector, api]
  return {
    pids: processes.map(({ pid }) => pid),
    api: { url, apiKey: await signUp(url) },
    async stop() {
      await Promise.all(processes.map((process) => process.kill()))
    },
  }
}

/** Resolves when everything in the log is in the tables, except deferred candles. */
async function isCaughtUp({ log }: Flow): Promise<void> {
  for (const role of ['normalizer', 'projector'] as const) {
    const { reads, group } = roles[role]
    const names = reads.map((topic) => topicPrefix + topic)
    while ((await log.lag(topicPrefix + group, names)).some(({ behind }) => behind > 0))
      await sleep(200)
  }
}

const { values } = parseArgs({
  options: {
    rates: { type: 'string', default: '1000,5000' },
    seconds: { type: 'string', default: '60' },
    rounds: { type: 'string', default: '3' },
    history: { type: 'string', default: '200000' },
  },
})
process.stdout.write(
  `${describeMachine()}Kafka 4.1.1, one broker; ${markets.length} markets, after ${values.history} older trades; ${values.rounds} rounds of ${values.seconds} s\n`,
)
await printDelays({
  rates: values.rates,
  rounds: Number(values.rounds),
  busyNames: ['normalizer', 'projector', 'api', 'broker', 'store'],
  runRound: (rate) => runRound(rate, Number(values.seconds), Number(values.history)),
})
