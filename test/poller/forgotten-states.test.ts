// What the checkpoint view of a process forgets: retired markets and events, some time after they were written. A
// restarted process does not load them either.
import { describe, expect, it } from '@jest/globals'
import { openCheckpointView } from '../../services/poller/checkpoint-view.ts'
import {
  createPlatformStates,
  toCheckpoint,
  type RetiredState,
  type CheckpointStates,
} from '../../services/poller/checkpoints.ts'
import { readHistoriesFromLog } from '../../services/poller/feeds/restore-histories.ts'
import {
  createRetiredMarkets,
  isKnownMarket,
  mayBeForgotten,
} from '../../services/poller/retired-markets.ts'
import { marketTaskOf } from '../../services/poller/tasks.ts'
import { aMarketState } from './support/market-state.ts'
import { createMemoryLog, jsonCodec } from './support/memory-log.ts'
import { never } from './support/source.ts'

const platform = 'platform_a'
const id = 'pa_0x1'
const day = 86_400_000
const afterMs = 30 * day
const history = { fromMs: 5, untilMs: 1_000, gaps: [] }
const retired: RetiredState = {
  isRetired: true,
  digest: 'd',
  tokens: [],
  outcomes: [],
  historyFromMs: 5,
  historyUntilMs: 1_000,
}

function open() {
  let nowMs = 100 * day
  const log = createMemoryLog(() => nowMs)

  async function append<K extends keyof CheckpointStates>(
    kind: K,
    of: string,
    state: CheckpointStates[K],
  ) {
    const writer = await log.openWriter('test')
    const { topic, key, value } = toCheckpoint(platform, kind, of, state)
    await writer.append([
      { topic: `pm.${topic}`, key, value: jsonCodec.encode(topic, value as never) },
    ])
    await new Promise((resolve) => setImmediate(resolve))
  }

  async function start() {
    const view = await openCheckpointView({
      log,
      codec: jsonCodec,
      topicPrefix: 'pm.',
      platforms: [platform],
      forgetting: { afterMs, now: () => nowMs },
      signal: never,
    })
    await view.catchUp()
    const memory = view.statesForPlatformTask(platform, never, createPlatformStates(afterMs))
    const markets = view.statesForMarketsTask(platform, marketTaskOf(id), never)
    const { tasks } = view.of(platform)
    const task = tasks[marketTaskOf(id)]
    const sizes = () => [
      memory.retired.size,
      Number(memory.events.get('pa_e1') !== undefined),
      task?.histories.size,
      task?.books.size,
    ]
    return { view, memory, markets, sizes }
  }

  async function appendAll(): Promise<void> {
    await append('book', id, { stamp: 's' })
    await append('history', id, history)
    await append('event', 'pa_e1', { digest: 'e' })
    await append('market', id, retired)
  }
  return { log, append, appendAll, start, advance: (ms: number) => void (nowMs += ms) }
}

describe('the state of a retired market, and that of an event', () => {
  it('is forgotten after the time, in a running and in a restarted process', async () => {
    const { append, appendAll, start, advance } = open()
    await appendAll()
    const running = await start()
    expect(running.sizes()).toEqual([1, 1, 0, 0])
    advance(afterMs - day)
    await append('changes', '', { sinceMs: 1 })
    expect(running.sizes()).toEqual([1, 1, 0, 0])
    advance(7 * day)
    await append('changes', '', { sinceMs: 2 })
    const restarted = await start()
    for (const { memory, markets, sizes, view } of [running, restarted]) {
      expect(sizes()).toEqual([0, 0, 0, 0])
      expect(markets.histories.size).toBe(0)
      expect(isKnownMarket(memory, id)).toBe(false)
      expect(memory.retired.expiredBeforeMs).toBeGreaterThan(100 * day)
      await view.stop()
    }
  })

  it('is kept if it was written again', async () => {
    const { append, appendAll, start, advance } = open()
    await appendAll()
    advance(20 * day)
    await append('market', id, retired)
    await append('event', 'pa_e1', { digest: 'e' })
    advance(20 * day)
    const { view, sizes } = await start()
    expect(sizes()).toEqual([1, 1, 0, 0])
    await view.stop()
  })

  it('does not remove the history of a market that has come back, or it is read from the log', async () => {
    const { append, appendAll, start, advance } = open()
    await appendAll()
    advance(40 * day)
    await append('market', id, aMarketState)
    await append('history', id, history)
    const { view, markets } = await start()
    const market = markets.markets.get(id)
    const isRestored = markets.histories.has(id)
    expect(market && (isRestored || mayBeForgotten(market, markets.retired))).toBe(true)
    await view.stop()
  })

  it('is not that of a market that was created after the last forgotten one was retired', async () => {
    const { append, appendAll, start, advance } = open()
    await appendAll()
    advance(40 * day)
    await append('market', 'pa_0x2', aMarketState)
    const { view, memory } = await start()
    const { expiredBeforeMs } = memory.retired
    expect(mayBeForgotten({ createdMs: 100 * day }, memory.retired)).toBe(true)
    expect(mayBeForgotten({ createdMs: expiredBeforeMs }, memory.retired)).toBe(false)
    expect(mayBeForgotten({ createdMs: null }, createRetiredMarkets(afterMs))).toBe(false)
    await view.stop()
  })
})

describe('the history of a forgotten market', () => {
  it('is read from the log, in its newest state', async () => {
    const { log, append, appendAll } = open()
    await appendAll()
    await append('history', id, { untilMs: 2_000, gaps: [] })
    await append('history', 'pa_0x2', history)
    const place = {
      log,
      codec: jsonCodec,
      topicPrefix: 'pm.',
      source: { platform },
      signal: never,
    } as const
    expect(await readHistoriesFromLog([id, 'pa_0x3'], place)).toEqual(
      new Map([[id, { untilMs: 2_000, gaps: [] }]]),
    )
  })
})
