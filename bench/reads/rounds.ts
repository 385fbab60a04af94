// Requests of each endpoint as fast as some connections allow: of a service, of the same service before a change, and
// of bare Koa that sends as many bytes, in turns.
import { startProgram, type ChildProgram } from '../child-program.ts'
import { cpuSOf } from '../machine.ts'
import { medianOf, tableHead, tableRow } from '../statistics.ts'
import type { LoadJob, LoadResult } from './loader.ts'
import type { Question } from './paths.ts'
import type { Started } from './service.ts'

const print = (text: string): void => void process.stdout.write(text)

export interface RoundsOptions {
  readonly questions: readonly Question[]
  readonly now: Started
  readonly before: Started | null
  readonly connections: readonly number[]
  readonly rounds: number
  readonly seconds: number
  /** Headers of each request, besides the key. */
  readonly headers: Readonly<Record<string, string>>
}

interface Round extends LoadResult {
  /** Of the serving process, all threads, system time included. */
  readonly cpuUs: number
}

interface Server {
  readonly name: string
  readonly process: ChildProgram
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
}

export async function showFirstReads(
  questions: readonly Question[],
  { url, apiKey }: Started,
): Promise<void> {
  print(tableHead(['endpoint', 'first requests', 'requests/s over 20 connections']))
  for (const { name, paths } of questions) {
    const startedMs = performance.now()
    await requestOnce(paths, { url, headers: { 'X-API-Key': apiKey } })
    const tookS = (performance.now() - startedMs) / 1000
    print(tableRow([name, paths.length, (paths.length / tookS).toFixed(0)]))
  }
}

async function requestOnce(
  paths: readonly string[],
  { url, headers }: Pick<Server, 'url' | 'headers'>,
): Promise<void> {
  for (let i = 0; i < paths.length; i += 20)
    await Promise.all(
      paths.slice(i, i + 20).map(async (path) => (await fetch(url + path, { headers })).text()),
    )
}

export async function showReads(options: RoundsOptions): Promise<void> {
  const { questions, now, before, connections, rounds } = options
  const loader = startProgram('bench/reads/loader.ts')
  const bare = startProgram('bench/reads/bare-koa.ts')
  const [bareUrl] = await bare.line(/^http.*/)
  const toServer = (name: string, { service: process, url, apiKey }: Started): Server => ({
    name,
    process,
    url,
    headers: { 'X-API-Key': apiKey, ...options.headers },
  })
  const services = [toServer('now', now), ...(before ? [toServer('before', before)] : [])]
  const bareKoa: Server = { name: 'bare Koa', process: bare, url: bareUrl, headers: {} }

  async function measure(server: Server, job: Pick<LoadJob, 'paths' | 'connections'>) {
    const { process, url, headers } = server
    const startedS = cpuSOf(process.pid)
    const request = { ...job, url, headers, seconds: options.seconds } satisfies LoadJob
    loader.write(JSON.stringify(request))
    const [line] = await loader.line(/^\{.*/)
    const result = JSON.parse(line) as LoadResult
    if (Object.keys(result.others).length > 0)
      print(`answers other than 200 (${server.name}): ${JSON.stringify(result.others)}\n`)
    return { ...result, cpuUs: ((cpuSOf(process.pid) - startedS) * 1e6) / result.requests }
  }

  print(
    tableHead([
      'endpoint',
      'connections',
      'bytes',
      'version',
      'requests/s',
      'p50 ms',
      'p99 ms',
      'p99.9 ms',
      'CPU µs a request',
      'bare Koa requests/s',
      'p99 ms',
      'CPU µs a request',
      'ratio of requests/s',
      'ratio of CPU',
    ]),
  )
  for (const { name, paths } of questions) {
    // what the other endpoints needed may have evicted what this one needs
    for (const server of services) await requestOnce(paths, server)
    for (const number of connections) {
      const results: Round[][] = services.map(() => [])
      const ofBare: Round[] = []
      for (let round = 0; round < rounds; round += 1) {
        for (const [i, server] of services.entries())
          results[i]?.push(await measure(server, { paths, connections: number }))
        const bytes = Math.round(results[0]?.at(-1)?.bytesPerAnswer ?? 0)
        ofBare.push(await measure(bareKoa, { paths: [`/${bytes}`], connections: number }))
      }
      for (const [i, { name: version }] of services.entries())
        print(toRow(name, number, version, results[i] ?? [], ofBare))
    }
  }
  await Promise.all([loader.kill(), bare.kill()])
}

function toRow(
  endpoint: string,
  connections: number,
  version: string,
  own: readonly Round[],
  bare: readonly Round[],
): string {
  const of = (all: readonly Round[], get: (round: Round) => number): number =>
    medianOf(all.map(get))
  const ratio = (get: (own: Round, bare: Round) => number): string =>
    medianOf(own.map((round, i) => get(round, bare[i] ?? round))).toFixed(2)
  return tableRow([
    endpoint,
    connections,
    Math.round(of(own, (round) => round.bytesPerAnswer)),
    version,
    Math.round(of(own, (round) => round.requestsPerS)),
    of(own, (round) => round.p50Ms).toFixed(1),
    of(own, (round) => round.p99Ms).toFixed(1),
    of(own, (round) => round.p999Ms).toFixed(1),
    of(own, (round) => round.cpuUs).toFixed(0),
    Math.round(of(bare, (round) => round.requestsPerS)),
    of(bare, (round) => round.p99Ms).toFixed(1),
    of(bare, (round) => round.cpuUs).toFixed(0),
    ratio((a, b) => a.requestsPerS / b.requestsPerS),
    ratio((a, b) => b.cpuUs / a.cpuUs),
  ])
}
