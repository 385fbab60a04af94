// Measures whether the duration of a rejected login reveals which emails have an account, what a login
// costs, and how much it slows down other requests.
//   npm run bench:login -- [--tries 200] [--rounds 5] [--seconds 6] [--trades 100000]
//
// The service runs as a separate process, without limits, over trades that went through the pipeline.
// Logins are interleaved in random order over one connection, one at a time.
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { Client } from 'undici'
import { startProgram, type ChildProgram } from './child-program.ts'
import { describeMachine } from './machine.ts'
import { fillTables, openPipeline } from './pipeline.ts'
import { createMarkets } from './raw-trades.ts'
import { createQuestions } from './reads/paths.ts'
import { medianOf, percentileOf, tableHead, tableRow } from './statistics.ts'

const { values } = parseArgs({
  options: {
    tries: { type: 'string', default: '200' },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '6' },
    trades: { type: 'string', default: '100000' },
  },
})
const [tries, rounds, seconds, trades] = [
  values.tries,
  values.rounds,
  values.seconds,
  values.trades,
].map(Number) as [number, number, number, number]

const markets = createMarkets(200)
const password = 'a password of benchmarks'
const loginsAtOnce = 8
const probeEveryMs = 40
const resamples = 2_000

const print = (text: string): void => void process.stdout.write(text)

async function fill(directory: string): Promise<void> {
  const pipeline = await openPipeline(directory)
  await fillTables(pipeline, markets, trades)
  await pipeline.close()
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
    AUTH_RATE_LIMIT: 'off',
    CREATION_LIMIT: 'off',
    LOGIN_FAILURE_LIMIT: 'off',
  })
}

function post(
  client: Client,
  what: 'login' | 'signup',
  credentials: { readonly email: string; readonly password: string },
  status: number,
): Promise<number> {
  return timed(client, status, `/v1/auth/${what}`, { body: JSON.stringify(credentials) })
}

/** Milliseconds until the complete response has arrived; throws for another status. */
async function timed(
  client: Client,
  status: number,
  path: string,
  { body = null, headers = {} }: { body?: string | null; headers?: Record<string, string> },
): Promise<number> {
  const requestedMs = performance.now()
  const response = await client.request({
    method: body === null ? 'GET' : 'POST',
    path,
    headers: { 'Content-Type': 'application/json', ...headers },
    body,
  })
  await response.body.arrayBuffer()
  if (response.statusCode !== status) throw new Error(`${path}: ${response.statusCode}`)
  return performance.now() - requestedMs
}

const freeEmail = (): string => `${randomUUID()}@example.com`

/** Every kind of login equally often, in random order. */
async function interleave(
  first: () => Promise<number>,
  second: () => Promise<number>,
): Promise<readonly [readonly number[], readonly number[]]> {
  const tookMs: [number[], number[]] = [[], []]
  const order = Array.from({ length: 2 * tries }, (_, i) => i % 2)
  for (let i = order.length - 1; i > 0; i -= 1) {
    const other = Math.floor(Math.random() * (i + 1))
    ;[order[i], order[other]] = [order[other] ?? 0, order[i] ?? 0]
  }
  for (const which of order) {
    if (which === 0) tookMs[0].push(await first())
    else tookMs[1].push(await second())
  }
  return tookMs
}

/** Bootstrap: 95% interval of the ratio of medians, from resampled durations. */
function intervalOf(above: readonly number[], below: readonly number[]): [number, number] {
  const drawn = (all: readonly number[]): number =>
    medianOf(all.map(() => all[Math.floor(Math.random() * all.length)] ?? 0))
  const ratios = Array.from({ length: resamples }, () => drawn(above) / drawn(below))
  return [percentileOf(ratios, 0.025), percentileOf(ratios, 0.975)]
}

interface Requested {
  readonly name: string
  /** Duration in milliseconds. */
  readonly ask: () => Promise<number>
}

async function showRatio(first: Requested, second: Requested): Promise<void> {
  const [above, below] = await interleave(first.ask, second.ask)
  const [a, b] = [medianOf(above), medianOf(below)]
  const interval = intervalOf(above, below).map((ratio) => ratio.toFixed(3))
  print(
    tableRow([
      first.name,
      a.toFixed(1),
      second.name,
      b.toFixed(1),
      (a / b).toFixed(3),
      interval.join(' to '),
    ]),
  )
}

async function showTimes(url: string): Promise<void> {
  const client = new Client(url)
  const durations = freeEmail()
  await post(client, 'signup', { email: durations, password }, 201)
  const wrong = 'not the password of it'
  print(
    tableHead(['asked', 'median ms', 'asked', 'median ms', 'ratio', '95% interval of the ratio']),
  )
  await showRatio(
    {
      name: 'login, unknown email',
      ask: () => post(client, 'login', { email: freeEmail(), password: wrong }, 401),
    },
    {
      name: 'login, wrong password',
      ask: () => post(client, 'login', { email: durations, password: wrong }, 401),
    },
  )
  await showRatio(
    {
      name: 'signup, taken email',
      ask: () => post(client, 'signup', { email: durations, password }, 409),
    },
    {
      name: 'signup, free email',
      ask: () => post(client, 'signup', { email: freeEmail(), password }, 201),
    },
  )
  await client.close()
}

/** Sends data requests at a steady rate until it is stopped. */
async function probe(url: string, apiKey: string, signal: AbortSignal): Promise<number[]> {
  const client = new Client(url)
  const paths =
    createQuestions(markets, trades, 'zipf').find(({ name }) => name === 'a market')?.paths ?? []
  const tookMs: number[] = []
  for (let i = 0; !signal.aborted; i += 1) {
    const path = paths[i % paths.length] ?? ''
    tookMs.push(await timed(client, 200, path, { headers: { 'X-API-Key': apiKey } }))
    await sleep(probeEveryMs)
  }
  await client.close()
  return tookMs
}

/** Sends requests over some connections as fast as they are answered; returns their number. */
async function logIn(url: string, email: string, signal: AbortSignal): Promise<number> {
  let done = 0
  await Promise.all(
    Array.from({ length: loginsAtOnce }, async () => {
      const client = new Client(url)
      for (; !signal.aborted; done += 1) await post(client, 'login', { email, password }, 200)
      await client.close()
    }),
  )
  return done
}

async function showLoad(url: string, apiKey: string): Promise<void> {
  const email = freeEmail()
  const client = new Client(url)
  await post(client, 'signup', { email, password }, 201)
  await client.close()
  const quiet: number[] = []
  const busy: number[] = []
  const loginsPerS: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    quiet.push(...(await probe(url, apiKey, AbortSignal.timeout(seconds * 1000))))
    const startedMs = performance.now()
    const signal = AbortSignal.timeout(seconds * 1000)
    const [logins, tookMs] = await Promise.all([
      logIn(url, email, signal),
      probe(url, apiKey, signal),
    ])
    loginsPerS.push(logins / ((performance.now() - startedMs) / 1000))
    busy.push(...tookMs)
  }
  print(tableHead(['a market, asked meanwhile', 'requests', 'p50 ms', 'p99 ms']))
  for (const [name, all] of [
    ['no logins', quiet],
    [`${medianOf(loginsPerS).toFixed(1)} logins/s, ${loginsAtOnce} at once`, busy],
  ] as const)
    print(
      tableRow([
        name,
        all.length,
        percentileOf(all, 0.5).toFixed(1),
        percentileOf(all, 0.99).toFixed(1),
      ]),
    )
}

const directory = await mkdtemp(join(tmpdir(), 'oddslog-bench-'))
try {
  print(`${describeMachine()}${trades} trades, ${tries} tries of each, ${rounds} rounds\n`)
  await fill(directory)
  const service = startService(directory)
  const [, url = ''] = await service.line(/The api is at ([^\s,]+)/)
  const [, apiKey = ''] = await service.line(/^Your API key.*: (\S+)$/)
  await showTimes(url)
  await showLoad(url, apiKey)
  await service.kill()
} finally {
  await rm(directory, { recursive: true, force: true, maxRetries: 5 })
}
