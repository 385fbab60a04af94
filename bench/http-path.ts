// Measures what our HTTP path costs a request: a price route with a constant in place of the data, compared
// with a Koa route that sends the same bytes.
//   npm run bench:http -- [--connections 32] [--rounds 30] [--seconds 0.3] [--before DIRECTORY]
//
// Each server serves both routes in one process, and the load generator is another process. The routes
// alternate. `--before` names another checkout of oddslog, whose server takes part in the same rounds.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startProgram, type ChildProgram } from './child-program.ts'
import type { CpuUs, Ready } from './http-path/server.ts'
import type { LoadResult } from './load-generator.ts'
import { describeMachine } from './machine.ts'
import { medianOf, percentileOf, tableHead, tableRow } from './statistics.ts'

const { values } = parseArgs({
  options: {
    connections: { type: 'string', default: '32' },
    rounds: { type: 'string', default: '30' },
    seconds: { type: 'string', default: '0.3' },
    before: { type: 'string' },
  },
})
const [connections, rounds, seconds] = [values.connections, values.rounds, values.seconds].map(
  Number,
) as [number, number, number]

const print = (text: string): void => void process.stdout.write(text)

interface Round extends LoadResult {
  /** Of the serving process, all threads, system time included. */
  readonly cpuUsPerRequest: number
}

/** A route and its results, round by round. */
interface Way {
  readonly name: string
  readonly server: ChildProgram
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly rounds: Round[]
}

async function startServer(program: string, dataDir: string, suffix: string): Promise<Way[]> {
  const server = startProgram(program, { DATA_DIR: dataDir })
  const [line] = await server.line(/^\{.*/)
  const { urls, apiKey } = JSON.parse(line) as Ready
  const key = { 'X-API-Key': apiKey }
  const toWay = (name: string, url: string, more: Record<string, string> = {}): Way => ({
    name: name + suffix,
    server,
    url,
    headers: { ...key, ...more },
    rounds: [],
  })
  return [
    toWay('bare Koa', urls.bare),
    toWay('price now', urls.price),
    toWay('price at a time', `${urls.price}?at_time=1700000000`),
    toWay('price now, asynchronous route', urls.priceLater),
    toWay('price now, If-None-Match', urls.price, { 'If-None-Match': 'W/"other"' }),
  ]
}

async function cpuUsOf(server: ChildProgram): Promise<number> {
  server.write('cpu')
  const [line] = await server.line(/^\{.*/)
  return (JSON.parse(line) as CpuUs).cpuUs
}

/** Each round starts with another route, so that other load affects all of them. */
async function runRounds(ways: readonly Way[]): Promise<void> {
  const loader = startProgram('bench/load-generator.ts')
  const warmUpRounds = 2
  for (let round = -warmUpRounds; round < rounds; round += 1)
    for (let turn = 0; turn < ways.length; turn += 1) {
      const way = ways[(turn + round + warmUpRounds) % ways.length]
      if (!way) continue
      const { server, url, headers } = way
      const cpuUs = await cpuUsOf(server)
      loader.write(JSON.stringify({ url, headers, connections, seconds }))
      const [line] = await loader.line(/^\{.*/)
      const result = JSON.parse(line) as LoadResult
      const cpuUsPerRequest = ((await cpuUsOf(server)) - cpuUs) / result.requests
      if (round >= 0) way.rounds.push({ ...result, cpuUsPerRequest })
    }
  await loader.kill()
}

/** Ratio to the first way. */
function showWays(ways: readonly Way[]): void {
  const bare = ways[0]?.rounds ?? []
  // on a busy machine the lower quartile is nearer to what a request takes on an idle one
  const cpuUsOfRounds = (all: readonly Round[], share: number): number =>
    percentileOf(
      all.map((round) => round.cpuUsPerRequest),
      share,
    )
  print(
    tableHead([
      'route',
      'requests/s',
      'ratio of requests/s',
      'middle half of the ratios',
      'processor µs a request',
      'ratio of processor',
      'processor µs, lower quartile',
      'ratio of processor, lower quartiles',
    ]),
  )
  for (const { name, rounds: all } of ways) {
    const ratios = all.map((round, i) => round.requestsPerS / (bare[i]?.requestsPerS ?? 0))
    const cpuUs = [0.5, 0.25].map((share) => ({
      own: cpuUsOfRounds(all, share),
      bare: cpuUsOfRounds(bare, share),
    }))
    print(
      tableRow([
        name,
        Math.round(medianOf(all.map((round) => round.requestsPerS))),
        medianOf(ratios).toFixed(2),
        `${percentileOf(ratios, 0.25).toFixed(2)} to ${percentileOf(ratios, 0.75).toFixed(2)}`,
        ...cpuUs.flatMap((us) => [us.own.toFixed(1), (us.bare / us.own).toFixed(2)]),
      ]),
    )
  }
}

const directory = await mkdtemp(join(tmpdir(), 'oddslog-bench-'))
try {
  print(
    `${describeMachine()}${connections} connections, medians of ${rounds} rounds of ${seconds} s\n`,
  )
  const program = 'bench/http-path/server.ts'
  const ways = await startServer(program, join(directory, 'now'), '')
  if (values.before !== undefined)
    ways.push(
      ...(await startServer(join(values.before, program), join(directory, 'before'), ', before')),
    )
  await runRounds(ways)
  showWays(ways)
  await Promise.all(ways.map(({ server }) => server.kill()))
} finally {
  await rm(directory, { recursive: true, force: true, maxRetries: 5 })
}
