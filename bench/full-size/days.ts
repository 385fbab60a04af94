// Measures simulated days in which markets end and new ones appear: the memory of each process after each day, and
// whether the service keeps up or catches up afterwards.
import { setTimeout as sleep } from 'node:timers/promises'
import { maxOf, parseSamples, samplesOf, sumOf } from '../../services/ops/status/samples.ts'
import { tableHead, tableRow } from '../statistics.ts'
import type { BenchClock } from './clock.ts'
import type { Client, ClientPlatform } from './client.ts'
import { listUses, usesOf, type ProcessUse } from './processes.ts'

export const dayMs = 86_400_000
/** How long before its end a day is measured, by the simulated clock: before the clock is fast again. */
const beforeEndMs = 40_000
/** Time between requests for a market of one platform and for one of the other. */
const requestEveryMs = 2_500
/** How many histories of markets are read after each of these requests, so that the api's memory for prices fills. */
const historiesPerRequest = 2

interface DaysOptions {
  readonly days: number
  /** How many minutes to measure after the days, when the clock has its normal speed. */
  readonly minutesAfter: number
  readonly clock: BenchClock
  /** What the clock shows when the days begin, Unix ms. */
  readonly startMs: number
  readonly platforms: Readonly<Record<'a' | 'b', ClientPlatform>>
  readonly client: Client
  readonly adminUrl: string
  /** Of the process that starts the others. */
  readonly mainPid: number
  readonly print: (text: string) => void
}

const head = [
  'day',
  'new markets so far',
  '% of the open markets served: a, b',
  'events listed by the api',
  'markets of the poller, with retired ones',
  'markets of the matcher',
  'unread records of the stage with most',
  'MB of prices and trades in the memory of the api',
  'own MiB by process',
  'sum',
  'highest sum since the last line, by process',
  'JavaScript heap, MiB by process',
  'cpu s so far, by process',
]

/**
 * Prints a line after each day, and then after each of `minutesAfter`. Every five seconds, asks the api for a
 * market of each platform, and for histories of others.
 */
export async function measureDays(options: DaysOptions): Promise<void> {
  const { days, minutesAfter, clock, startMs, platforms, client, adminUrl, mainPid, print } =
    options
  const newestAtStart = newestOf(platforms, startMs)
  print(tableHead(head))

  async function askAbout(platform: ClientPlatform): Promise<void> {
    await client.measureRoutes(platform)
    for (let read = 0; read < historiesPerRequest; read += 1) await client.readHistory(platform)
  }

  async function measureUntil(untilMs: number): Promise<void> {
    let highest: readonly ProcessUse[] = []
    while (clock.now() < untilMs) {
      for (const platform of [platforms.a, platforms.b])
        await Promise.all([askAbout(platform), sleep(requestEveryMs)])
      const now = usesOf(mainPid)
      if (memoryOf(now) > memoryOf(highest)) highest = now
    }
    // one refused request does not end a run of hours
    await printLine(highest).catch((error: unknown) => print(`${String(error)}\n`))
  }

  async function printLine(highest: readonly ProcessUse[]): Promise<void> {
    const uses = usesOf(mainPid)
    const served: string[] = []
    for (const platform of [platforms.a, platforms.b])
      served.push(((await client.served(platform)).markets * 100).toFixed(0))
    const samples = parseSamples(await (await fetch(`${adminUrl}/metrics`)).text())
    const heaps = samplesOf(samples, 'nodejs_heap_size_used_bytes')
    print(
      tableRow([
        ((clock.now() - startMs) / dayMs).toFixed(2),
        newestOf(platforms, clock.now()) - newestAtStart,
        served.join(', '),
        await client.listedEvents(),
        sumOf(samples, 'oddslog_backfill_markets'),
        maxOf(samples, 'oddslog_matcher_markets') ?? 0,
        maxOf(samples, 'oddslog_stage_lag_records') ?? 0,
        ((maxOf(samples, 'oddslog_history_bytes') ?? 0) / 1e6).toFixed(0),
        listUses(uses, 'memoryMiB'),
        memoryOf(uses).toFixed(0),
        `${memoryOf(highest).toFixed(0)}: ${listUses(highest, 'memoryMiB')}`,
        heaps
          .map(
            ({ labels, value }) => `${labels['process'] ?? 'main'} ${(value / 2 ** 20).toFixed(0)}`,
          )
          .join(', '),
        listUses(uses, 'cpuS'),
      ]),
    )
  }

  for (let day = 1; day <= days; day += 1) await measureUntil(startMs + day * dayMs - beforeEndMs)
  for (let minute = 1; minute <= minutesAfter; minute += 1)
    await measureUntil(startMs + days * dayMs + minute * 60_000)
}

/** The number of markets that were listed until then. */
function newestOf(platforms: DaysOptions['platforms'], ms: number): number {
  return [platforms.a, platforms.b].reduce(
    (sum, { listings }) => sum + listings.newestAt(ms) * listings.plan.marketsPerEvent,
    0,
  )
}

const memoryOf = (uses: readonly ProcessUse[]): number =>
  uses.reduce((sum, { memoryMiB }) => sum + memoryMiB, 0)
