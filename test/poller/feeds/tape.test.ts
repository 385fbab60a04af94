// The watermarks of a tape: how far they move when the platform's clock, and with it the tape, stops.
import { describe, expect, it } from '@jest/globals'
import { createPlatformMemory } from '../../../services/poller/checkpoints.ts'
import { createPublishedRows } from '../../../services/poller/windows/published-rows.ts'
import { followTape } from '../../../services/poller/feeds/tape.ts'
import { createPlatformA } from '../../../services/platforms/platform-a/source/source.ts'
import type { Source } from '../../../services/platforms/source.ts'
import { createPublisher } from '../../../services/poller/publisher.ts'
import { createMemoryLog, jsonCodec } from '../support/memory-log.ts'
import { createDeps, nowMs as startMs } from '../support/source.ts'

/** The watermarks, when the poller runs for a minute and the platform's clock only for `movingMs`. */
async function watermarksWith(movingMs: number): Promise<readonly number[]> {
  const deps = createDeps()
  const { now, tuning, observer } = deps
  const memory = createPlatformMemory()
  memory.tape = { startMs, untilMs: startMs, gaps: [] }
  const platformA = createPlatformA(
    { gammaUrl: 'http://a', clobUrl: 'http://a', dataUrl: 'http://a' },
    deps,
  )
  const source: Source = {
    ...platformA,
    nowMs: () => Math.min(now(), startMs + movingMs),
    tape: () => Promise.resolve({ rows: [], asOfMs: source.nowMs(), isComplete: true }),
  }
  const log = createMemoryLog(now)
  const writer = await log.openWriter('poller')
  const publisher = createPublisher({ writer, codec: jsonCodec, topicPrefix: 'pm.', observer })
  const ending = new AbortController()
  const common = { source, memory, publisher, tuning, observer, signal: ending.signal }
  const sleep = async (ms: number, signal: AbortSignal): Promise<void> => {
    if (now() >= startMs + 60_000) ending.abort()
    await deps.sleep(ms, signal)
  }
  const { random } = deps
  const all = { ...common, now, steadyNow: now, sleep, random }
  const lookups = { addTrades: () => new Set<never>(), lookUpFromMs: null }
  const published = createPublishedRows()
  await expect(
    followTape({ ...all, lookups, published, restored: Promise.resolve() }),
  ).rejects.toThrow('aborted')
  await platformA.close()
  const records = log.values('raw.trades').filter(({ partition }) => partition === 0)
  return records.map(({ value }) => value.progress?.complete_until_ms ?? 0)
}

describe('the watermarks of a tape', () => {
  it.each([10_000, 11_000, 12_000, 13_000, 14_000])(
    'reach the settle lag when the clock stops after %i ms',
    async (movingMs) => {
      const watermarks = await watermarksWith(movingMs)
      expect(watermarks.at(-1)).toBe(startMs + movingMs - 5_000)
      expect(watermarks).toEqual([...new Set(watermarks)].toSorted((a, b) => a - b))
    },
  )
})
