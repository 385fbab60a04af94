// Measures how many records the poller appends for markets that are listed again and again: the scans of the
// open lists, over the simulated platforms of bench/full-size with 100 trades a second each. The time is
// simulated, and `part` of the markets and trades are listed. Numbers per day are for all markets.
//   npm run bench:changes -- [--minutes 25] [--part 0.1]
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openLocalCodec } from '../services/lib/codec/local.ts'
import * as a from '../services/platforms/platform-a/source/snapshots.ts'
import * as b from '../services/platforms/platform-b/source/snapshots.ts'
import { elementTexts, memberText } from '../services/platforms/upstream/json-slices.ts'
import type { SnapshotGroup, Source } from '../services/platforms/source.ts'
import { createPlatformStates } from '../services/poller/checkpoints.ts'
import { createSnapshotPublisher } from '../services/poller/feeds/snapshot-publisher.ts'
import { silentObserver } from '../services/poller/observer.ts'
import { defaultTuning } from '../services/poller/tuning.ts'
import { createPlatformA } from './full-size/platform-a.ts'
import { createPlatformB } from './full-size/platform-b.ts'
import type { PlatformRequest, PlatformResponse } from './full-size/route.ts'
import { describeMachine } from './machine.ts'
import { tableHead, tableRow } from './statistics.ts'

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '25' },
    part: { type: 'string', default: '0.1' },
  },
})
const part = Number(values.part)
const untilMs = Number(values.minutes) * 60_000
/** Records of the first scans, which publish all markets, do not count. */
const countFromMs = Math.min(11 * 60_000, untilMs / 2)
const startMs = Date.UTC(2026, 10, 20)
const trades = 100 * part

/** The time from one scan to the next: a minute, and the requests of a scan at the allowed rate. */
const platforms = [
  {
    platform: 'platform_a',
    periodMs: 63_000,
    path: '/gamma/events/keyset',
    query: 'closed=false&limit=100',
    cursor: ['after_cursor', 'next_cursor'],
    toSnapshotGroup: a.toSnapshotGroup,
    respond: createPlatformA(84_000 * part, trades).respond,
  },
  {
    platform: 'platform_b',
    periodMs: 78_000,
    path: '/trade-api/v2/events',
    query: 'status=open&with_nested_markets=true&limit=100',
    cursor: ['cursor', 'cursor'],
    toSnapshotGroup: b.toSnapshotGroup,
    respond: createPlatformB(196_000 * part, trades).respond,
  },
] as const

type Platform = (typeof platforms)[number]
type Respond = (request: PlatformRequest) => PlatformResponse | null

function* pagesOf({ respond, path, query, cursor }: Platform, nowMs: number): Generator<string> {
  const parameters = new URLSearchParams(query)
  for (;;) {
    const request = { path, query: parameters, body: '', nowMs }
    const text = (respond as Respond)(request)?.text ?? '{}'
    yield text
    const next = memberText(text, cursor[1])
    if (next === null || next === '""') return
    parameters.set(cursor[0], JSON.parse(next) as string)
  }
}

const directory = await mkdtemp(join(tmpdir(), 'oddslog-changes-'))
const codec = await openLocalCodec({ path: join(directory, 'schemas') })

async function measure(one: Platform): Promise<void> {
  const counts = new Map<string, { records: number; bytes: number }>()
  let isCounting = false
  const publisher = {
    publish: async (
      _: string,
      records: readonly { topic: string; key: string; value: object }[],
    ) => {
      await Promise.resolve()
      if (!isCounting) return
      for (const { topic, key, value } of records) {
        const isEvent = topic === 'raw.markets' && key.startsWith('event/')
        const name = isEvent ? 'raw.markets, events' : topic
        const count = counts.get(name) ?? { records: 0, bytes: 0 }
        counts.set(name, count)
        count.records += 1
        count.bytes += key.length + codec.encode(topic as never, value as never).length
      }
    },
    waitUntilDrained: () => Promise.resolve(),
  }
  let elapsedMs = 0
  const snapshots = createSnapshotPublisher({
    source: { platform: one.platform } as Source,
    memory: createPlatformStates(),
    publisher,
    missing: { audits: new Map() },
    tuning: { ...defaultTuning, figuresTopCount: defaultTuning.figuresTopCount * part },
    observer: silentObserver,
    now: () => startMs,
    steadyNow: () => startMs + elapsedMs,
    signal: new AbortController().signal,
  })
  let listed = 0
  let readUs = 0
  for (let atMs = 0; atMs < untilMs; atMs += one.periodMs) {
    isCounting = atMs >= countFromMs
    elapsedMs = atMs
    const receivedAtMs = startMs + atMs
    for (const text of pagesOf(one, receivedAtMs)) {
      const events = elementTexts(memberText(text, 'events') ?? '[]')
      const before = process.cpuUsage()
      const groups: SnapshotGroup[] = events.map((event) =>
        one.toSnapshotGroup(event, { url: one.path, receivedAtMs }),
      )
      const read = process.cpuUsage(before)
      readUs += read.user + read.system
      await snapshots.publish(groups)
      listed += groups.reduce((sum, { markets }) => sum + markets.length, 0)
    }
  }
  const perDay = 86_400_000 / (untilMs - countFromMs) / part
  for (const [topic, { records, bytes }] of counts) {
    process.stdout.write(
      tableRow([
        one.platform,
        topic,
        Math.round(records * perDay),
        ((bytes * perDay) / 1e9).toFixed(2),
        Math.round(bytes / records),
        (readUs / listed).toFixed(0),
      ]),
    )
  }
  if (counts.size === 0)
    process.stdout.write(tableRow([one.platform, '-', 0, 0, 0, (readUs / listed).toFixed(0)]))
}

process.stdout.write(describeMachine())
process.stdout.write(
  tableHead([
    'platform',
    'topic',
    'records a day',
    'GB a day',
    'bytes a record',
    'µs to read a market',
  ]),
)
for (const one of platforms) await measure(one)
await rm(directory, { recursive: true })
