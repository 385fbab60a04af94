// Measures the memory that ended markets take in the poller and in the api, and how long reading them at
// the start takes. Half of the markets are of each platform. First it simulates months in which markets end each
// day and leave the catalogs of the api 30 days later.
//   npm run bench:memory -- [--markets 300000] [--daily 7000]
import { createHash } from 'node:crypto'
import { tmpdir } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { EventLog, LogRecord } from '../services/lib/log/port.ts'
import { openScratchFile, type CreateScratchMap } from '../services/lib/run/scratch-file.ts'
import type { Codec } from '../services/lib/codec/port.ts'
import { createCatalogs, type Catalogs } from '../services/api/catalog/catalogs.ts'
import { removeEndedBefore } from '../services/api/catalog/ended-markets.ts'
import type { FeedRow } from '../services/api/queries/changed-feeds.ts'
import type { MarketRow } from '../services/api/queries/changed-markets.ts'
import { openCheckpointView } from '../services/poller/checkpoint-view.ts'
import {
  toCheckpoint,
  type MarketState,
  type RetiredState,
} from '../services/poller/checkpoints.ts'
import { marketDigest } from '../services/poller/feeds/market-digest.ts'
import { shortDigest } from '../services/platforms/content.ts'
import { marketTaskCount } from '../services/poller/tasks.ts'
import { searchWords } from '../services/domain/text.ts'
import { describeMachine } from './machine.ts'
import { tableHead, tableRow } from './statistics.ts'

const { values } = parseArgs({
  options: {
    markets: { type: 'string', default: '300000' },
    daily: { type: 'string', default: '7000' },
  },
})
const [count, daily] = [Number(values.markets), Number(values.daily)]
const [days, keptDays] = [120, 30]
const dayMs = 86_400_000
const marketsPerEvent = 5
const startMs = 1_790_000_000_000
const { gc } = globalThis
if (!gc) throw new Error('needs --expose-gc')

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex')
const platformOf = (index: number) => (index % 2 === 0 ? 'platform_a' : 'platform_b')
const nativeIdOf = (index: number): string =>
  index % 2 === 0 ? `0x${hashOf(`m${index}`)}` : `KXGAME${index % 977}-26NOV${index}-T${index % 83}`
const idOf = (index: number): string => `p${index % 2 === 0 ? 'a' : 'b'}_${nativeIdOf(index)}`

function stateOf(index: number): MarketState {
  const tokens = ['x', 'y'].map((outcome) => BigInt(`0x${hashOf(`${index}${outcome}`)}`).toString())
  const part = shortDigest(String(index))
  return {
    phase: 'final',
    hasBook: false,
    tokens: index % 2 === 0 ? tokens : [],
    outcomes: index % 10 === 0 ? [`Team ${index % 3001}`, `Team ${index % 2999}`] : ['Yes', 'No'],
    volume24h: 0,
    volumeTotal: index + 0.5,
    neverTraded: false,
    createdMs: startMs - index * 1000 - 86_400_000,
    closedMs: startMs - index * 1000,
    nativeId: nativeIdOf(index),
    eventNativeId: `${Math.floor(index / 2 / marketsPerEvent)}`,
    digest: marketDigest({ content: part, figures: part }, { marketFields: part }),
    listedMs: startMs,
  }
}

function retiredStateOf(index: number): RetiredState {
  const { digest, tokens, outcomes } = stateOf(index)
  return { isRetired: true, digest, tokens, outcomes, historyUntilMs: startMs }
}

/** Processor time of the measured part, without the generator (ms). */
let workMs = 0

async function timed(work: () => unknown): Promise<void> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  workMs += (user + system) / 1000
}

/**
 * `nowMs`: the time at which the view is opened; the records were appended at `startMs`. `createMap`: for the retired
 * markets.
 */
async function openView(
  of: (index: number) => MarketState | RetiredState,
  { nowMs = startMs, createMap }: { nowMs?: number; createMap?: CreateScratchMap } = {},
): Promise<unknown> {
  function* records(): Generator<LogRecord> {
    let offset = 0
    const record = (checkpoint: ReturnType<typeof toCheckpoint>): LogRecord => {
      const value = Buffer.from(JSON.stringify(checkpoint.value))
      const position = { partition: 0, offset: offset++, timestampMs: startMs }
      return { ...position, key: checkpoint.key, value } as LogRecord
    }
    for (let index = 0; index < count; index += 1) {
      const history = { untilMs: startMs, gaps: [] }
      yield record(toCheckpoint(platformOf(index), 'history', idOf(index), history))
      yield record(toCheckpoint(platformOf(index), 'market', idOf(index), of(index)))
    }
  }
  const follow: EventLog['follow'] = async (_options, handle) => {
    let batch: LogRecord[] = []
    for (const record of records()) {
      batch.push(record)
      if (batch.length < 10_000) continue
      await timed(() => handle(batch as never, signal))
      batch = []
    }
    await timed(() => handle(batch as never, signal))
    return { caughtUp: Promise.resolve(), ended: new Promise(() => undefined) } as never
  }
  const codec = {
    decode: (_: string, bytes: Buffer) => JSON.parse(String(bytes)) as never,
  } as unknown as Codec
  const { signal } = new AbortController()
  const platforms = ['platform_a', 'platform_b'] as const
  async function* read(): AsyncGenerator<LogRecord> {}
  const log = { follow, read } as unknown as EventLog
  const forgetting = { afterMs: keptDays * dayMs, now: () => nowMs }
  const options = { log, codec, topicPrefix: '', platforms, forgetting, createMap, signal }
  const view = await openCheckpointView(options)
  await view.catchUp()
  const tasks = Array.from({ length: marketTaskCount }, (_, task) => task)
  return platforms.map((platform) => [
    view,
    view.statesForPlatformTask(platform, signal),
    tasks.map((task) => view.statesForMarketsTask(platform, task, signal)),
  ])
}

function rowOf(index: number): MarketRow {
  const event = Math.floor(index / 2 / marketsPerEvent) * 2 + (index % 2)
  const question = `Will team ${index % 3001} of ${hashOf(`n${index % 9973}`).slice(0, 7)} win game ${event % 50_000} on November ${event % 30}?`
  const eventTitle = `Game ${event} of ${hashOf(`n${event % 9973}`).slice(0, 7)}`
  return {
    id: idOf(index),
    platform: platformOf(index),
    slug: index % 2 === 0 ? `will-team-${index % 3001}-win-game-${index}` : nativeIdOf(index),
    status: 'resolved',
    labels: index % 10 === 0 ? [`Team ${index % 3001}`, `Team ${index % 2999}`] : ['Yes', 'No'],
    volume_24h: '0',
    volume_total: `${index}.5`,
    created_at: startMs / 1000 - index,
    ended_at_ms: null,
    tags: ['sports', `league ${event % 97}`],
    category: 'sports',
    event_id: `p_${event}`,
    event_slug: `game-${event}`,
    event_title: eventTitle,
    words: searchWords(`${question} ${eventTitle}`),
    received_at_ms: 1,
    version: startMs * 1000 + index,
  }
}

function historyOf(index: number): FeedRow {
  return {
    feed: `trades/${idOf(index)}`,
    partition: 0,
    platform: platformOf(index),
    market_id: idOf(index),
    complete_from_ms: 0,
    complete_until_ms: startMs,
    gaps: '[]',
    version: startMs * 1000 + index,
  }
}

async function fillCatalog(): Promise<unknown> {
  const catalogs = createCatalogs()
  for (let at = 0; at < count; at += 10_000)
    await addMarkets(catalogs, at, Math.min(10_000, count - at))
  await timed(() => askLists(catalogs))
  return catalogs
}

async function addMarkets(catalogs: Catalogs, first: number, size: number, endedAtMs = startMs) {
  // as in the api: rows are parsed from one text
  const rows = (of: (index: number) => unknown): string =>
    JSON.stringify(Array.from({ length: size }, (_, i) => of(first + i)))
  const [histories, listed] = [
    rows(historyOf),
    rows((index) => ({ ...rowOf(index), ended_at_ms: endedAtMs })),
  ]
  await timed(() =>
    catalogs.update({
      markets: JSON.parse(listed) as MarketRow[],
      histories: JSON.parse(histories) as FeedRow[],
    }),
  )
}

function askLists({ markets, events }: Catalogs): void {
  const query = { sort_by: 'volume', offset: 0, limit: 20 } as const
  markets.list(query, null)
  markets.list({ ...query, sort_by: 'created_at' }, null)
  events.find({ ...query, markets: 'top' }, null)
}

function usedBytes(): number {
  gc?.()
  gc?.()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}

/** Each day as many markets end as leave. */
async function simulateMonths(): Promise<void> {
  const before = usedBytes()
  const catalogs = createCatalogs()
  let [fillMs, removalMs] = [0, 0]
  for (let day = 1; day <= days; day += 1) {
    workMs = 0
    await addMarkets(catalogs, day * daily, daily, startMs + day * dayMs)
    await timed(() => askLists(catalogs))
    fillMs += workMs
    workMs = 0
    await timed(() => removeEndedBefore(catalogs, startMs + (day - keptDays) * dayMs))
    removalMs += workMs
    if (day % keptDays > 0) continue
    const bytes = usedBytes() - before
    const kept = Math.min(day, keptDays + 1) * daily
    const times = [fillMs, removalMs].map((ms) => ms.toFixed(0))
    const memory = [(bytes / 1e6).toFixed(0), (bytes / kept).toFixed(0)]
    process.stdout.write(tableRow([day, day * daily, kept, ...memory, ...times]))
    ;[fillMs, removalMs] = [0, 0]
  }
}

async function measure(name: string, create: () => unknown): Promise<void> {
  // What the measurement before has left behind is released in the next turns of the event loop.
  await sleep(100)
  gc?.()
  gc?.()
  const before = process.memoryUsage()
  workMs = 0
  const kept = await create()
  gc?.()
  gc?.()
  const after = process.memoryUsage()
  const bytes = after.heapUsed + after.arrayBuffers - before.heapUsed - before.arrayBuffers
  process.stdout.write(
    tableRow([
      name,
      (bytes / count).toFixed(0),
      (bytes / 1e6).toFixed(0),
      (workMs / 1000).toFixed(1),
    ]),
  )
  if (kept === undefined) throw new Error('nothing to measure')
}

process.stdout.write(describeMachine())
process.stdout.write(`${daily} markets end each day and leave the api ${keptDays} days later\n`)
process.stdout.write(
  tableHead([
    'day',
    'markets entered',
    'markets in memory',
    'MB',
    'bytes a market',
    'filling, processor ms',
    'removal, processor ms',
  ]),
)
await simulateMonths()

process.stdout.write(`\n${count} ended markets\n`)
process.stdout.write(tableHead(['memory of', 'bytes a market', 'MB', 'processor s']))
await measure('poller, before they are retired', () => openView(stateOf))
await measure('poller, retired', () => openView(retiredStateOf))
const scratchFile = await openScratchFile(tmpdir())
const { createMap } = scratchFile
await measure('poller, retired, in a file', () => openView(retiredStateOf, { createMap }))
await scratchFile.close()
const laterMs = startMs + 2 * keptDays * dayMs
await measure('poller, forgotten', () => openView(retiredStateOf, { nowMs: laterMs }))
await measure('api, catalogs of markets, events and histories', fillCatalog)
