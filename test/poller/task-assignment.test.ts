// Several pollers over one log in one process.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, describe, expect, it } from '@jest/globals'
import { openLmdbLog } from '../../services/lib/log/lmdb.ts'
import type { EventLog } from '../../services/lib/log/port.ts'
import { toCheckpoint } from '../../services/poller/checkpoints.ts'
import { toId } from '../../services/platforms/identity.ts'
import { createPoller, type Poller } from '../../services/poller/poller.ts'
import { pollerTasks } from '../../services/poller/tasks.ts'
import { createMemoryLog, jsonCodec, type MemoryLog } from './support/memory-log.ts'
import { aMarketState } from './support/market-state.ts'
import { expectTasksToMove, pollerTopics, delayedView } from './support/moving-tasks.ts'
import { platformsAt } from './support/simulated-platforms.ts'
import { openWeb } from './support/test-server.ts'
import { hungAfterMs } from '../support/waiting.ts'

const startMs = Date.UTC(2026, 10, 20, 15)

describe('pollers that share tasks', () => {
  const closers: (() => Promise<void>)[] = []
  afterEach(async () => {
    for (const close of closers.splice(0).toReversed()) await close()
  })

  it('miss nothing and repeat nothing while tasks move, also from a zombie', async () => {
    const path = await mkdtemp(join(tmpdir(), 'oddslog-sharing-'))
    closers.push(() => rm(path, { recursive: true, force: true }))
    let opening: Promise<EventLog> | null = null
    const openLog = (now: () => number): Promise<EventLog> =>
      (opening ??= openLmdbLog({ path, topics: pollerTopics, now }))
    closers.push(async () => (await opening)?.close())
    const moving = expectTasksToMove({ openLog, speed: 10, longestMs: hungAfterMs })
    await expect(moving).resolves.toBeUndefined()
  })

  it('give up tasks at once while the platforms do not answer', async () => {
    const web = await openWeb(() => ({ raw: () => undefined }))
    closers.push(() => web.close())
    const memoryLog = createMemoryLog(() => performance.now())
    // Books and histories are asked for, too.
    await fillCheckpoints(memoryLog)
    const fatal: Error[] = []
    const open = (): { readonly opened: readonly string[]; readonly poller: Poller } => {
      const { log, opened } = delayedView(memoryLog)
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
    while (first.opened.length < pollerTasks.length) await delay(20)
    while (web.asked.length < 6) await delay(20)
    const second = open()
    while (new Set(second.opened).size < pollerTasks.length / 2) await delay(20)
    await first.poller.stop()
    while (new Set(second.opened).size < pollerTasks.length) await delay(20)
    expect(first.opened).toHaveLength(pollerTasks.length)
    expect(fatal).toEqual([])
  })
})

/** What a poller leaves behind that knows of some markets, and nothing of their past. */
async function fillCheckpoints(log: MemoryLog): Promise<void> {
  const tape = { startMs, untilMs: startMs, gaps: [] }
  const writer = await log.openWriter('before')
  const records = (['platform_a', 'platform_b'] as const).flatMap((platform) => [
    toCheckpoint(platform, 'tape', '', tape),
    toCheckpoint(platform, 'walked', '', { atMs: startMs }),
    ...Array.from({ length: 100 }, (_, n) => {
      const market = { ...aMarketState, nativeId: `KX-${n}` }
      return toCheckpoint(platform, 'market', toId(platform, `KX-${n}`), market)
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
