// Measures what the check of the API key and the rate limits cost a request: requests per second on a
// route that does nothing, with and without the api's guard, in alternation.
//   npm run bench:auth -- [--connections 1,8,32] [--rounds 50] [--seconds 0.25]
//
// One process per cache serves both variants; the load generator is another process. "no guard, once more"
// is a second server without a guard: its ratio to the first shows the noise.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { isOnPath } from '../tools/servers/programs.ts'
import { startRedisServer } from '../tools/servers/redis-server.ts'
import { startProgram, type ChildProgram } from './child-program.ts'
import type { Ready } from './guarded-koa.ts'
import type { LoadResult } from './load-generator.ts'
import { cpuSOf, describeMachine } from './machine.ts'
import { medianOf, percentileOf, tableHead, tableRow } from './statistics.ts'

const { values } = parseArgs({
  options: {
    connections: { type: 'string', default: '1,8,32' },
    rounds: { type: 'string', default: '50' },
    seconds: { type: 'string', default: '0.25' },
  },
})
const [rounds, seconds] = [values.rounds, values.seconds].map(Number) as [number, number]

const print = (text: string): void => void process.stdout.write(text)

interface Round extends LoadResult {
  /** Of the serving process, all threads. */
  readonly cpuUsPerRequest: number
}

/** A variant and its results, round by round. */
interface Way {
  readonly name: string
  readonly url: string
  readonly rounds: Round[]
}

/** The variants alternate, so that other load affects all of them; each round starts with another variant. */
async function runRounds(
  server: ChildProgram,
  ways: readonly Way[],
  apiKey: string,
  connections: number,
): Promise<void> {
  const loader = startProgram('bench/load-generator.ts')
  // the requests without a guard send the key too, because parsing headers is not what is measured
  const headers = { 'X-API-Key': apiKey }
  for (let round = -1; round < rounds; round += 1)
    for (let turn = 0; turn < ways.length; turn += 1) {
      const way = ways[(turn + round + 1) % ways.length]
      if (!way) continue
      const cpuS = cpuSOf(server.pid)
      loader.write(JSON.stringify({ url: way.url, headers, connections, seconds }))
      const [line] = await loader.line(/^\{.*/)
      const result = JSON.parse(line) as LoadResult
      const cpuUsPerRequest = ((cpuSOf(server.pid) - cpuS) / result.requests) * 1e6
      // the first round is the warm-up
      if (round >= 0) way.rounds.push({ ...result, cpuUsPerRequest })
    }
  await loader.kill()
}

/** Ratio to the first variant. */
function showWays(cache: string, connections: number, ways: readonly Way[]): void {
  const medianIn = (all: readonly Round[], what: keyof Round): number =>
    medianOf(all.map((round) => round[what]))
  const bare = ways[0]?.rounds ?? []
  for (const { name, rounds: all } of ways) {
    const ratios = all.map((round, i) => round.requestsPerS / (bare[i]?.requestsPerS ?? 0))
    const [cpuUs, bareCpuUs] = [all, bare].map((a) => medianIn(a, 'cpuUsPerRequest'))
    print(
      tableRow([
        cache,
        connections,
        name,
        Math.round(medianIn(all, 'requestsPerS')),
        medianIn(all, 'p99Ms').toFixed(1),
        medianOf(ratios).toFixed(2),
        `${percentileOf(ratios, 0.25).toFixed(2)} to ${percentileOf(ratios, 0.75).toFixed(2)}`,
        (cpuUs ?? 0).toFixed(1),
        ((bareCpuUs ?? 0) / (cpuUs ?? 0)).toFixed(2),
      ]),
    )
  }
}

async function showCache(cache: string, cacheUrl: string, dataDir: string): Promise<void> {
  const env = { CACHE_URL: cacheUrl, DATA_DIR: dataDir }
  const server = startProgram('bench/guarded-koa.ts', env)
  const [line] = await server.line(/^\{.*/)
  const { urls, apiKey } = JSON.parse(line) as Ready
  for (const connections of values.connections.split(',').map(Number)) {
    const ways: readonly Way[] = [
      { name: 'no guard', url: urls.bare, rounds: [] },
      { name: 'no guard, once more', url: urls.bareAgain, rounds: [] },
      { name: 'guard', url: urls.guarded, rounds: [] },
    ]
    await runRounds(server, ways, apiKey, connections)
    showWays(cache, connections, ways)
  }
  await server.kill()
}

const directory = await mkdtemp(join(tmpdir(), 'oddslog-bench-'))
try {
  print(`${describeMachine()}medians of ${rounds} rounds of ${seconds} s\n`)
  const redis = isOnPath('redis-server') ? await startRedisServer() : null
  if (!redis) print('no redis-server on the PATH: without Redis\n')
  print(
    tableHead([
      'cache',
      'connections',
      'server',
      'requests/s',
      'p99 ms',
      'ratio of requests/s',
      'middle half of the ratios',
      'processor µs a request',
      'ratio of processor',
    ]),
  )
  await showCache('memory', 'memory:', join(directory, 'memory'))
  if (redis) await showCache('Redis', redis.url, join(directory, 'redis'))
  await redis?.stop()
} finally {
  await rm(directory, { recursive: true, force: true, maxRetries: 5 })
}
