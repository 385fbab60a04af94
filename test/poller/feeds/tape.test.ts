// The claims of a tape: how far they come when the platform's clock, and with it the tape, stands.
import { describe, expect, it } from '@jest/globals'
import { createHubMemory } from '../../../services/poller/checkpoints.ts'
import { createListingPublisher } from '../../../services/poller/feeds/listing-publisher.ts'
import { createPublishedTrades } from '../../../services/poller/feeds/published-trades.ts'
import { followTape } from '../../../services/poller/feeds/tape.ts'
import { createPlatformA } from '../../../services/poller/platforms/platform-a.ts'
import type { Source } from '../../../services/poller/platforms/source.ts'
import { createPublisher } from '../../../services/poller/publisher.ts'
import { createMemoryLog, jsonCodec } from '../support/memory-log.ts'
import { createDeps, nowMs as startMs } from '../support/source.ts'

/** The poller runs for a minute; the platform's clock only for `movingMs`. Ends of what is claimed. */
async function claimedWith(movingMs: number): Promise<readonly number[]> {
  const deps = createDeps()
  const { now, tuning, observer } = deps
  const memory = createHubMemory()
  memory.tape = { startMs, untilMs: startMs, gaps: [] }
  const platformA = createPlatformA(
    { gammaUrl: 'http://a', clobUrl: 'http://a', dataUrl: 'http://a' },
    deps,
  )
  const source: Source = {
    ...platformA,
    nowMs: () => Math.min(now(), startMs + movingMs),
    trades: () => Promise.resolve({ rows: [], isWhole: true }),
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
  const all = { ...common, now, sleep, random: deps.random }
  const listings = createListingPublisher(all)
  const published = createPublishedTrades()
  await expect(followTape({ ...all, listings, published })).rejects.toThrow('aborted')
  await platformA.close()
  const records = log.values('raw.trades').filter(({ partition }) => partition === 0)
  return records.map(({ value }) => value.progress?.complete_until_ms ?? 0)
}

describe('the claims of a tape', () => {
  it.each([10_000, 11_000, 12_000, 13_000, 14_000])(
    'come as far as its rows are settled when it stands still after %i ms',
    async (movingMs) => {
      const claims = await claimedWith(movingMs)
      expect(claims.at(-1)).toBe(startMs + movingMs - 5_000)
      expect(claims).toEqual([...new Set(claims)].toSorted((a, b) => a - b))
    },
  )
})
