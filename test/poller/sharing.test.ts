// Pollers that share the work over one log of one process.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, describe, expect, it } from '@jest/globals'
import { openLmdbLog } from '../../services/platform/log/lmdb.ts'
import type { EventLog } from '../../services/platform/log/port.ts'
import { toCheckpoint, type MarketState } from '../../services/poller/checkpoints.ts'
import { toMarketId } from '../../services/poller/feeds/market-id.ts'
import { createPoller, type Poller } from '../../services/poller/poller.ts'
import { shares } from '../../services/poller/shares.ts'
import { createMemoryLog, jsonCodec, type MemoryLog } from './support/memory-log.ts'
import { expectSharesToMove, pollerTopics, watched } from './support/moving-shares.ts'
import { platformsAt } from './support/simulated.ts'
import { openWeb } from './support/web.ts'

const startMs = Date.UTC(2026, 10, 20, 15)

describe('pollers that share the work', () => {
  const closers: (() => Promise<void>)[] = []
  afterEach(async () => {
    for (const close of closers.splice(0).toReversed()) await close()
  })

  it('miss nothing and repeat nothing while shares move, also from one taken for dead', async () => {
    const path = await mkdtemp(join(tmpdir(), 'oddslog-sharing-'))
    closers.push(() => rm(path, { recursive: true, force: true }))
    let opening: Promise<EventLog> | null = null
    const openLog = (now: () => number): Promise<EventLog> =>
      (opening ??= openLmdbLog({ path, topics: pollerTopics, now }))
    closers.push(async () => (await opening)?.close())
    const moving = expectSharesToMove({ openLog, speed: 10, longestMs: 160_000 })
    await expect(moving).resolves.toBeUndefined()
  }, 180_000)

  it('give shares away at once while the platforms do not answer', async () => {
    const web = await openWeb(() => ({ raw: () => undefined }))
    closers.push(() => web.close())
    const memoryLog = createMemoryLog(() => performance.now())
    // Books and histories are asked for, too.
    await fillCheckpoints(memoryLog)
    const fatal: Error[] = []
    const open = (): { readonly opened: readonly string[]; readonly poller: Poller } => {
      const { log, opened } = watched(memoryLog)
      // Requests time out after a minute.
      const poller = createPoller({
        platforms: platformsAt(web.url),
        log,
        codec: jsonCodec,
        topicPrefix: 'pm.',
        now: () => startMs + performance.now(),
        onFatal: (error) => fatal.push(error),
      })
      closers.push(() => poller.stop())
      poller.start()
      return { opened, poller }
    }
    const first = open()
    while (first.opened.length < shares.length) await delay(20)
    while (web.asked.length < 6) await delay(20)
    const second = open()
    while (new Set(second.opened).size < shares.length / 2) await delay(20)
    await first.poller.stop()
    while (new Set(second.opened).size < shares.length) await delay(20)
    expect(first.opened).toHaveLength(shares.length)
    expect(fatal).toEqual([])
  }, 40_000)
})

/** What a poller leaves behind that knows of some markets, and nothing of their past. */
async function fillCheckpoints(log: MemoryLog): Promise<void> {
  const tape = { startMs, untilMs: startMs, gaps: [] }
  const facts = { phase: 'open', hasBook: true, tokens: ['1'], outcomes: ['Yes'], createdMs: null }
  const writer = await log.openWriter('before')
  const records = (['platform_a', 'platform_b'] as const).flatMap((platform) => [
    toCheckpoint(platform, 'tape', '', tape),
    toCheckpoint(platform, 'walked', '', { atMs: startMs }),
    ...Array.from({ length: 100 }, (_, n) => {
      const market = { ...facts, nativeId: `KX-${n}` } as unknown as MarketState
      return toCheckpoint(platform, 'market', toMarketId(platform, `KX-${n}`), market)
    }),
  ])
  await writer.append(
    records.map(({ topic, key, value }) => ({
      topic: `pm.${topic}`,
      key,
      value: jsonCodec.encode(topic, value as never),
    })),
  )
}
