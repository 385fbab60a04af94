// The reported progress of fetching history: it never says complete too early.
import { describe, expect, it } from '@jest/globals'
import { toCheckpoint } from '../../services/poller/checkpoints.ts'
import { reportBackfill } from '../../services/poller/backfill-progress.ts'
import { openCheckpointView } from '../../services/poller/checkpoint-view.ts'
import { silentObserver } from '../../services/poller/observer.ts'
import type { PollerRecord } from '../../services/poller/publisher.ts'
import { partitionOf } from '../../services/lib/log/partitioner.ts'
import type { EventLog } from '../../services/lib/log/port.ts'
import { aMarketState } from './support/market-state.ts'
import { createMemoryLog, jsonCodec } from './support/memory-log.ts'

const platform = 'platform_b'
const marketOf = (nativeId: string): PollerRecord =>
  toCheckpoint(platform, 'market', `pb_${nativeId}`, { ...aMarketState, nativeId })
const historyOf = (nativeId: string, untilMs: number): PollerRecord =>
  toCheckpoint(platform, 'history', `pb_${nativeId}`, { untilMs, gaps: [] })
const tape = toCheckpoint(platform, 'tape', '', { startMs: 5_000, untilMs: 5_000, gaps: [] })
const walked = toCheckpoint(platform, 'walked', '', { atMs: 1 })

describe('the back-fill', () => {
  it('has the number of all markets after the full scan only, and is reported when it changes', async () => {
    const log = createMemoryLog(() => 0)
    const writer = await log.openWriter('test')
    const append = (...records: PollerRecord[]): Promise<void> =>
      writer.append(
        records.map(({ topic, key, value }) => ({
          topic: `pm.${topic}`,
          key,
          value: jsonCodec.encode(topic, value as never),
        })),
      )
    const stopping = new AbortController()
    const { signal } = stopping
    /** Sees at once the partitions with the tape and the walk, and no others by itself. */
    const seenAtOnce = [tape.key, walked.key].map((key) => partitionOf(key, 12))
    const seen: EventLog = {
      ...log,
      follow: (options, handle) =>
        log.follow(options, async (batch, until) => {
          const some = batch.filter(({ partition }) => seenAtOnce.includes(partition))
          if (some.length > 0) await handle(some, until)
        }),
    }
    const place = { codec: jsonCodec, topicPrefix: 'pm.', platforms: [platform] as const, signal }
    const view = await openCheckpointView({ log: seen, ...place })
    const reported: string[] = []
    const steps = [
      () => append(marketOf('KX-1'), marketOf('KX-2'), marketOf(''), tape),
      () => append(walked),
      () => undefined,
      async () => {
        await append(historyOf('KX-1', 5_000), historyOf('KX-2', 4_999))
        await view.catchUp()
      },
      () => undefined,
      async () => {
        await append(historyOf('KX-2', 5_000), marketOf('KX-3'))
        await view.catchUp()
      },
    ]
    const telling = reportBackfill({
      view,
      platforms: [platform],
      observer: {
        ...silentObserver,
        reportBackfillCounts({ isListed, marketsDone, marketsTotal }) {
          const counts = isListed ? `${marketsDone}/${marketsTotal}` : `of ${marketsTotal} so far`
          if (reported.at(-1) !== counts) reported.push(counts)
        },
      },
      steadyNow: () => 0,
      sleep: async () => {
        const step = steps.shift()
        if (!step) stopping.abort(new Error('enough'))
        signal.throwIfAborted()
        await step?.()
        await new Promise((resolve) => setImmediate(resolve))
      },
      signal,
    })
    await expect(telling).rejects.toThrow('enough')
    expect(reported).toEqual(['of 0 so far', 'of 1 so far', '0/2', '1/2', '2/3'])
  })
})
