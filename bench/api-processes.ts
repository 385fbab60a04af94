// Measures one process of the api, and two that share its load as behind a load balancer: requests a second, delays, and
// processor time per request. They follow the same broker, schema registry, store server and Redis.
//   npm run bench:api-processes -- [--trades 200000] [--rounds 5] [--seconds 2] [--connections 32]
//
// Needs Java, Maven and Redis. All servers and the load generators run on the same machine.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { buildProgram, builtMainPath } from '../tools/built-program.ts'
import { startRedisServer } from '../tools/servers/redis-server.ts'
import { signUp } from '../tools/sign-up.ts'
import { startProgram, type ChildProgram } from './child-program.ts'
import { startServingServers } from './distributed/serving-data.ts'
import { cpuSOf, describeMachine } from './machine.ts'
import type { LoadJob, LoadResult } from './reads/loader.ts'
import { createQuestions } from './reads/paths.ts'
import { fill, markets } from './serving-trades.ts'
import { medianOf, tableHead, tableRow } from './statistics.ts'

const { values } = parseArgs({
  options: {
    trades: { type: 'string', default: '200000' },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '2' },
    connections: { type: 'string', default: '32' },
  },
})
const trades = Number(values.trades)
const [rounds, seconds, connections] = [values.rounds, values.seconds, values.connections].map(
  Number,
) as [number, number, number]
const endpoints = ['price, past', 'trades, newest 100', 'candles, 1m, a day']

interface Api {
  readonly process: ChildProgram
  readonly url: string
  readonly loader: ChildProgram
}

interface Round {
  readonly requestsPerS: number
  readonly p50Ms: number
  readonly p99Ms: number
  /** Of the api processes, per request. */
  readonly cpuUs: number
}

async function startApi(variables: Readonly<Record<string, string>>): Promise<Api> {
  const process = startProgram(builtMainPath, variables, ['api'])
  const [, url = ''] = await process.line(/The api is at ([^\s,]+)/)
  return { process, url, loader: startProgram('bench/reads/loader.ts') }
}

/** The connections are divided among the processes. Delays are the worst of theirs. */
async function measure(
  apis: readonly Api[],
  job: Pick<LoadJob, 'paths' | 'headers'>,
): Promise<Round> {
  const cpuS = (): number => apis.reduce((sum, { process }) => sum + cpuSOf(process.pid), 0)
  const startedS = cpuS()
  const results = await Promise.all(
    apis.map(async ({ url, loader }) => {
      const ofOne = { ...job, url, connections: connections / apis.length, seconds }
      loader.write(JSON.stringify(ofOne satisfies LoadJob))
      const [line] = await loader.line(/^\{.*/)
      const result = JSON.parse(line) as LoadResult
      if (Object.keys(result.others).length > 0) throw new Error(`statuses: ${line}`)
      return result
    }),
  )
  const requests = results.reduce((sum, one) => sum + one.requests, 0)
  return {
    requestsPerS: results.reduce((sum, one) => sum + one.requestsPerS, 0),
    p50Ms: Math.max(...results.map((one) => one.p50Ms)),
    p99Ms: Math.max(...results.map((one) => one.p99Ms)),
    cpuUs: ((cpuS() - startedS) * 1e6) / requests,
  }
}

/** An account of one process is known to the other one after a moment. */
async function waitUntilServed(url: string, headers: Readonly<Record<string, string>>) {
  while (!(await fetch(`${url}/v1/markets?limit=1`, { headers })).ok) await sleep(100)
}

const directory = await mkdtemp(join(tmpdir(), 'oddslog-bench-'))
const servers = await startServingServers(directory)
const redis = await startRedisServer()
try {
  await fill(servers, trades)
  buildProgram()
  const variables = {
    ...servers.variables,
    CACHE_URL: redis.url,
    PORT: '0',
    ADMIN_PORT: '0',
    RATE_LIMIT: 'off',
    LOG_LEVEL: 'error',
  }
  const apis = [await startApi(variables), await startApi(variables)]
  const headers = { 'X-API-Key': await signUp(apis[0]?.url ?? '') }
  for (const { url } of apis) await waitUntilServed(url, headers)

  process.stdout.write(`${describeMachine()}${trades} trades, medians of ${rounds} rounds\n`)
  process.stdout.write(
    tableHead(['endpoint', 'api processes', 'requests/s', 'p50 ms', 'p99 ms', 'CPU µs a request']),
  )
  const questions = createQuestions(markets, trades, 'zipf')
  for (const { name, paths } of questions.filter((one) => endpoints.includes(one.name))) {
    const groups = [apis.slice(0, 1), apis]
    // the first round of each process fills its memory
    await measure(apis, { paths, headers })
    const found: Round[][] = groups.map(() => [])
    for (let round = 0; round < rounds; round += 1)
      for (const [i, group] of groups.entries())
        found[i]?.push(await measure(group, { paths, headers }))
    for (const [i, group] of groups.entries()) {
      const median = (get: (round: Round) => number): number => medianOf((found[i] ?? []).map(get))
      process.stdout.write(
        tableRow([
          name,
          group.length,
          Math.round(median((one) => one.requestsPerS)),
          median((one) => one.p50Ms).toFixed(1),
          median((one) => one.p99Ms).toFixed(1),
          median((one) => one.cpuUs).toFixed(0),
        ]),
      )
    }
  }
  for (const api of apis) await Promise.all([api.process.stop(), api.loader.kill()])
} finally {
  await redis.stop()
  await servers.stop()
  await rm(directory, { recursive: true })
}
