// From the metrics of a service to the facts of `ops status`.
import { beforeEach, expect, it } from '@jest/globals'
import { mergeMetrics } from '../../../services/compose/processes/merge-metrics.ts'
import { createMetrics, type Metrics } from '../../../services/lib/telemetry/metrics.ts'
import { parseSamples, type Sample } from '../../../services/ops/status/samples.ts'
import { toServiceFacts } from '../../../services/ops/status/service-facts.ts'

let metrics: Metrics
beforeEach(() => {
  metrics = createMetrics()
})

const atMs = Date.parse('2026-11-26T14:00:00Z')
const ofPlatform = { platform: 'platform_a', class: 'tape' }

async function read(): Promise<readonly Sample[]> {
  return parseSamples(await metrics.registry.metrics())
}

/** The metrics of two processes: of a poller that started 100 s ago, and of one that started an hour ago. */
async function readMerged(): Promise<readonly Sample[]> {
  const name = 'process_start_time_seconds'
  const startedAt = (ageS: number): string => `# HELP ${name} x\n${name} ${atMs / 1000 - ageS}\n`
  metrics.registry.removeSingleMetric(name)
  const poller = await metrics.registry.metrics()
  return parseSamples(
    mergeMetrics([
      ['poller', poller + startedAt(100)],
      ['supervisor', startedAt(3_600)],
    ]),
  )
}

it('metrics become the requests of each class: since the start, and since the last reading', async () => {
  const count = (outcome: string, by: number): void =>
    metrics.pollerRequests.inc({ ...ofPlatform, route: 'trades', outcome }, by)
  metrics.pollerReserved.set({ ...ofPlatform, limit: 'data' }, 8)
  metrics.pollerReserved.set({ ...ofPlatform, limit: 'gamma' }, 2)
  metrics.pollerWanted.inc(ofPlatform, 300)
  metrics.pollerWaiting.set(ofPlatform, 7)
  metrics.pollerFresh.set(ofPlatform, atMs / 1000 - 5)
  metrics.tapeCompleteUntil.set({ platform: 'platform_a' }, atMs / 1000 - 4)
  metrics.platformClock.set({ platform: 'platform_a' }, 2)
  metrics.backfillMarkets.set({ platform: 'platform_a', state: 'done' }, 10)
  metrics.backfillMarkets.set({ platform: 'platform_a', state: 'missing' }, 1)
  metrics.pollerAnomalies.inc({ kind: 'no_stream', platform: 'platform_a', reason: 'A_KEY' })
  count('ok', 180)
  count('429', 20)
  const first = { atMs, samples: await readMerged() }
  const since = toServiceFacts(first, null, {})
  expect(since.counted_over_ms).toBe(100_000)
  expect(since.platforms).toEqual([
    {
      platform: 'platform_a',
      polls_tape: true,
      complete_until_ms: atMs - 4_000,
      clock_difference_ms: 2_000,
      histories: { done: 10, missing: 1 },
      requests: [
        {
          class: 'tape',
          allowed_per_second: 10,
          wanted_per_second: 3,
          sent_per_second: 2,
          refused_per_second: 0.2,
          waiting: 7,
          current_as_of_ms: atMs - 5_000,
        },
      ],
      stream_lacks: ['A_KEY'],
      errors: [{ outcome: '429', requests: 20 }],
    },
  ])
  count('ok', 10)
  const second = { atMs: atMs + 2_000, samples: await readMerged() }
  const watched = toServiceFacts(second, first, {})
  expect(watched.platforms[0]?.requests[0]).toMatchObject({
    wanted_per_second: 0,
    sent_per_second: 5,
    refused_per_second: 0,
  })
  const afterRestart = toServiceFacts(second, { ...first, atMs: atMs - 200_000 }, {})
  expect(afterRestart.counted_over_ms).toBe(102_000)
})

it('metrics become the disk, with a forecast if it fills', async () => {
  expect(toServiceFacts({ atMs, samples: await read() }, null, {}).disk).toBeNull()
  metrics.diskBytes.set({ state: 'free' }, 1_000)
  metrics.diskBytes.set({ state: 'total' }, 4_000)
  const disk = { free_bytes: 1_000, total_bytes: 4_000 }
  const unknown = toServiceFacts({ atMs, samples: await read() }, null, {}).disk
  expect(unknown).toEqual({ ...disk, fill_bytes_per_second: null, full_in_ms: null })
  metrics.diskFill.set(2)
  const filling = toServiceFacts({ atMs, samples: await read() }, null, {}).disk
  expect(filling).toEqual({ ...disk, fill_bytes_per_second: 2, full_in_ms: 500_000 })
  metrics.diskFill.set(-2)
  const shrinking = toServiceFacts({ atMs, samples: await read() }, null, {}).disk
  expect(shrinking).toEqual({ ...disk, fill_bytes_per_second: -2, full_in_ms: null })
})

it('metrics become the topics that retention may not shorten', async () => {
  metrics.retentionHeldBack.set({ topic: 'books' }, 12)
  metrics.retentionHeldBack.set({ topic: 'raw.books' }, 0)
  const { held_back } = toServiceFacts({ atMs, samples: await read() }, null, {})
  expect(held_back).toEqual([{ topic: 'books', records: 12 }])
})

it('metrics are parsed with labels that have quotes, braces and line breaks', () => {
  const text = '# HELP a b\n# TYPE a gauge\na{x="1",y="q\\"}{\\\\ \\n"} 1.5e3\nb 2\n'
  expect(parseSamples(text)).toEqual([
    { name: 'a', labels: { x: '1', y: 'q"}{\\ \n' }, value: 1_500 },
    { name: 'b', labels: {}, value: 2 },
  ])
})
