// Measures the whole service on simulated platforms of the real size: 84,000 and 196,000 open markets, 100
// trades a second on each. Prints what is served, how old trades are, at which intervals books are requested,
// how fast /v1 answers, and what it costs.
//   npm run bench:full-size -- [--minutes 10] [--busy 0] [--trades-per-s 100] [--markets-a 84000]
//     [--markets-b 196000] [--growth-minutes 0]
//     [--days 0] [--minutes-per-day 0.4] [--fast-seconds] [--minutes-after-days 0] [--ended-markets 30]
//
// `busy`: number of other programs that use a processor without pause. After the minutes the service is
// stopped and, without `days`, started again. With `growth-minutes`, the growth of each topic and table is measured for that
// time before the stop, and stated for a day. The platforms run on the same machine; their processor time is stated.
//
// With `days`, this many days are simulated after the minutes, each in `minutes-per-day`: the clock of the service and of
// the platforms is fast in the first `fast-seconds` of each day, and has its normal speed in the rest, in which the
// service can catch up. Without `fast-seconds` the clock is fast all the time. The memory is printed after each day, and
// after each of the `minutes-after-days`. The service gets ENDED_MARKETS from `ended-markets`. `trades-per-s` is then the
// number of trades in a real second of the simulated days, on average.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { parseSamples, samplesOf } from '../services/ops/status/samples.ts'
import { buildProgram, builtMainPath } from '../tools/built-program.ts'
import { freePorts } from '../tools/servers/free-ports.ts'
import { startProgram, type ChildProgram } from './child-program.ts'
import { createClient, type Client, type ClientPlatform } from './full-size/client.ts'
import { backFillTable } from './full-size/back-fill.ts'
import { createFastClock, realClock } from './full-size/clock.ts'
import { dayMs, measureDays } from './full-size/days.ts'
import { originMs } from './full-size/listings.ts'
import { createPlatformA } from './full-size/platform-a.ts'
import { createPlatformB } from './full-size/platform-b.ts'
import { growthTable, readSizes } from './full-size/growth.ts'
import { listUses, usesOf } from './full-size/processes.ts'
import { measureRestart } from './full-size/restart.ts'
import { unitVariables } from './full-size/unit-variables.ts'
import type { Report } from './full-size/tally.ts'
import { cpuSOf, describeMachine } from './machine.ts'
import { percentileOf, tableHead, tableRow } from './statistics.ts'

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    busy: { type: 'string', default: '0' },
    'trades-per-s': { type: 'string', default: '100' },
    'markets-a': { type: 'string', default: '84000' },
    'markets-b': { type: 'string', default: '196000' },
    'growth-minutes': { type: 'string', default: '0' },
    days: { type: 'string', default: '0' },
    'minutes-per-day': { type: 'string', default: '0.4' },
    'fast-seconds': { type: 'string' },
    'minutes-after-days': { type: 'string', default: '0' },
    'ended-markets': { type: 'string', default: '30' },
  },
})
const days = Number(values.days)
const realDayMs = Number(values['minutes-per-day']) * 60_000
const fastMs = values['fast-seconds'] ? Number(values['fast-seconds']) * 1000 : realDayMs
const tradesPerS = Number(values['trades-per-s']) * (days > 0 ? realDayMs / dayMs : 1)
/** The age of the oldest open markets, rounded up. */
const lifetimeDays = 9
buildProgram()
/** What the clock shows when the simulated days begin. */
const daysStartMs = originMs + (lifetimeDays + Number(values['ended-markets'])) * dayMs
const daysFromMs = Date.now() + (Number(values.minutes) + Number(values['growth-minutes'])) * 60_000
// The platforms have no older markets than those that the service reads, because their lists are read to the end.
const clock =
  days > 0
    ? createFastClock({
        fromMs: daysFromMs,
        days,
        realDayMs,
        fastMs,
        shownMs: daysStartMs,
      })
    : realClock
const print = (text: string): void => void process.stdout.write(text)
const round = (value: number, digits = 1): number => Number(value.toFixed(digits))

const platforms: Readonly<Record<'a' | 'b', ClientPlatform>> = {
  a: { ...createPlatformA(Number(values['markets-a']), tradesPerS), visibleAfterMs: 5_000 },
  b: { ...createPlatformB(Number(values['markets-b']), tradesPerS), visibleAfterMs: 0 },
}

interface Service {
  readonly program: ChildProgram
  readonly apiUrl: string
  readonly adminUrl: string
  readonly apiKey: string
}

function startOddslog(directory: string, platformsUrl: string, port: number): ChildProgram {
  const unit = unitVariables()
  return startProgram(builtMainPath, {
    ...unit,
    UPSTREAM: 'live',
    PLATFORM_A_GAMMA_URL: `${platformsUrl}/gamma`,
    PLATFORM_A_CLOB_URL: `${platformsUrl}/clob`,
    PLATFORM_A_DATA_URL: `${platformsUrl}/data`,
    PLATFORM_B_URL: `${platformsUrl}/trade-api/v2`,
    DATA_DIR: directory,
    PORT: String(port),
    ADMIN_PORT: '0',
    RATE_LIMIT: '100000/1s',
    LOG_LEVEL: 'warn',
    ...clock.env,
    NODE_OPTIONS: [unit['NODE_OPTIONS'], clock.env['NODE_OPTIONS']].join(' '),
    // by the fast clock each poll of a tape is behind, which is logged as a warning
    ...(days > 0 ? { ENDED_MARKETS: values['ended-markets'], LOG_LEVEL: 'error' } : {}),
  })
}

async function startService(directory: string, platformsUrl: string): Promise<Service> {
  const program = startOddslog(directory, platformsUrl, 0)
  const [, apiUrl = '', adminUrl = ''] = await program.line(
    /The api is at (\S+), .* metrics at (\S+)\/metrics/,
  )
  const [, apiKey = ''] = await program.line(/API key, shown this once: (\S+)/)
  return { program, apiUrl, adminUrl, apiKey }
}

/** The metric is the time between two runs of a timer of this interval, so without any delay it is 10 ms. */
const delayTimerMs = 10

const listFailures = (failures: ReadonlyMap<string, number>): string =>
  [...failures].map(([status, count]) => ` (${count} times ${status})`).join('')

/** Samples of one line of the table. */
async function printSample(
  client: Client,
  { program, adminUrl }: Service,
  platformsUrl: string,
  startedMs: number,
): Promise<void> {
  const report = (await (await fetch(`${platformsUrl}/report`)).json()) as Report
  const samples = parseSamples(await (await fetch(`${adminUrl}/metrics`)).text())
  const delays = samplesOf(samples, 'nodejs_eventloop_lag_p99_seconds').map(
    ({ labels, value }) => `${labels['process']} ${round(value * 1000 - delayTimerMs, 0)}`,
  )
  const uses = usesOf(program.pid)
  const cells: (string | number)[] = [round((Date.now() - startedMs) / 60_000)]
  for (const name of ['a', 'b'] as const) {
    const served = await client.served(platforms[name])
    const ages = await client.tradeAges(platforms[name])
    const { books, byClass } = report[name]
    const requests = Object.entries(byClass)
      .map(
        ([kind, { requests, refused }]) =>
          `${kind} ${requests}${refused ? ` (429: ${refused})` : ''}`,
      )
      .join(', ')
    cells.push(
      `${round(served.topMarkets * 100, 0)}, ${round(served.markets * 100, 0)}`,
      [ages.busiestS, ages.sampleP50S, ages.sampleP99S].map((s) => round(s)).join(', '),
      ...([books.top, books.others] as const).map(
        ({ markets, intervalsS }) =>
          `${markets}: ${[0.5, 0.99].map((share) => round(percentileOf(intervalsS, share))).join(', ')}`,
      ),
      requests,
    )
  }
  const latencies = client
    .latencies()
    .map(
      ({ route, p50Ms, p99Ms, failures }) =>
        `${route} ${round(p50Ms, 0)}/${round(p99Ms, 0)}${listFailures(failures)}`,
    )
    .join(', ')
  const memory = listUses(uses, 'memoryMiB')
  print(tableRow([...cells, latencies, delays.join(', '), memory, listUses(uses, 'cpuS')]))
}

const heads = [
  'min',
  ...['a', 'b'].flatMap((name) => [
    `${name}: % of top 100, of all served`,
    `${name}: age of the first missing trade, s: busiest market, p50, p99`,
    `${name}: books of the 100 most traded: interval s p50, p99`,
    `${name}: other books`,
    `${name}: requests`,
  ]),
  '/v1 ms p50/p99',
  'delay of the event loop, p99 ms',
  'MiB',
  'cpu s',
]

async function run(directory: string): Promise<void> {
  const server = startProgram(
    'bench/full-size/server.ts',
    clock.env,
    [
      ['--markets-a', values['markets-a']],
      ['--markets-b', values['markets-b']],
      ['--trades-per-s', String(tradesPerS)],
    ].flat(),
  )
  const [, port] = await server.line(/listening on (\d+)/)
  const platformsUrl = `http://127.0.0.1:${port}`
  const busy = Array.from({ length: Number(values.busy) }, () =>
    startProgram('bench/full-size/busy.ts', {}, [], { isDetached: true }),
  )
  print(describeMachine())
  print(tableHead(heads))

  const startedMs = Date.now()
  const service = await startService(directory, platformsUrl)
  const client = createClient(service.apiUrl, service.apiKey, clock.now)
  const untilMs = startedMs + Number(values.minutes) * 60_000
  await measureUntil(untilMs, client, service, platformsUrl, startedMs)
  const growthMs = Number(values['growth-minutes']) * 60_000
  if (growthMs > 0) {
    const before = await readSizes(directory, service.adminUrl)
    await measureUntil(Date.now() + growthMs, client, service, platformsUrl, startedMs)
    print(growthTable(before, await readSizes(directory, service.adminUrl)))
  }
  if (days > 0) {
    await sleep(daysFromMs - Date.now())
    const { adminUrl, program } = service
    await measureDays({
      days,
      minutesAfter: Number(values['minutes-after-days']),
      clock,
      startMs: daysStartMs,
      platforms,
      client,
      adminUrl,
      mainPid: program.pid,
      print,
    })
  }

  print(`platforms: ${round(cpuSOf(server.pid))} s of processor\n`)
  const report = (await (await fetch(`${platformsUrl}/report`)).json()) as Report
  const samples = parseSamples(await (await fetch(`${service.adminUrl}/metrics`)).text())
  if (days === 0) print(backFillTable(samples, report, (Date.now() - startedMs) / 1000))
  for (const name of ['a', 'b'] as const) {
    const sent = Object.entries(report[name].byClass).map(
      ([kind, { bytes }]) => `${kind} ${round(bytes / 2 ** 20)}`,
    )
    print(`${name}: MiB sent: ${sent.join(', ')}\n`)
  }
  const stoppedMs = Date.now()
  await service.program.stop()
  print(`stopped after ${round((Date.now() - stoppedMs) / 1000)} s\n`)
  if (days === 0) {
    const [servicePort = 0] = await freePorts(1)
    const restarted = startOddslog(directory, platformsUrl, servicePort)
    const again = createClient(`http://127.0.0.1:${servicePort}`, service.apiKey, clock.now)
    await measureRestart(again, platforms, print)
    await restarted.stop()
  }
  await Promise.all([server, ...busy].map((program) => program.kill()))
}

async function measureUntil(
  untilMs: number,
  client: Client,
  service: Service,
  platformsUrl: string,
  startedMs: number,
): Promise<void> {
  const sampleMs = 60_000
  for (let next = Date.now() + sampleMs; next <= untilMs; next += sampleMs) {
    while (Date.now() < next) {
      await Promise.all([client.measureRoutes(platforms.a), sleep(500)])
      await Promise.all([client.measureRoutes(platforms.b), sleep(500)])
    }
    await printSample(client, service, platformsUrl, startedMs)
  }
}

const directory = await mkdtemp(join(tmpdir(), 'oddslog-full-size-'))
try {
  await run(directory)
} finally {
  await rm(directory, { recursive: true, force: true })
}
