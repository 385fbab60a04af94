// The beginning of a retired market's history. Records about the market and about its history are in different
// partitions, so they may be read in any order.
import { describe, expect, it } from '@jest/globals'
import { openCheckpointView } from '../../services/poller/checkpoint-view.ts'
import {
  toCheckpoint,
  type HistoryState,
  type MarketState,
  type RetiredState,
} from '../../services/poller/checkpoints.ts'
import { marketTaskOf } from '../../services/poller/tasks.ts'
import { aMarketState } from './support/market-state.ts'
import { createMemoryLog, jsonCodec } from './support/memory-log.ts'
import { never } from './support/source.ts'

const platform = 'platform_a'
const id = 'pa_0x1'
const untilMs = 1_000_000
const retired: RetiredState = {
  isRetired: true,
  digest: 'd',
  tokens: [],
  outcomes: [],
  historyFromMs: 500_000,
  historyUntilMs: untilMs,
}
const history = (fromMs: number | undefined, gaps: HistoryState['gaps'] = []): HistoryState => ({
  ...(fromMs === undefined ? {} : { fromMs }),
  untilMs,
  gaps,
})

async function open() {
  const log = createMemoryLog(() => 0)
  const writer = await log.openWriter('test')
  const view = await openCheckpointView({
    log,
    codec: jsonCodec,
    topicPrefix: 'pm.',
    platforms: [platform],
    signal: never,
  })
  const append = async (kind: 'market' | 'history', state: object): Promise<void> => {
    const { topic, key, value } = toCheckpoint(
      platform,
      kind,
      id,
      state as MarketState & HistoryState,
    )
    const bytes = jsonCodec.encode(topic, value as never)
    await writer.append([{ topic: `pm.${topic}`, key, value: bytes }])
    await view.catchUp()
  }
  const { platformWide, tasks } = view.of(platform)
  return {
    view,
    append,
    retiredFrom: () => platformWide.retired.get(id)?.historyFromMs,
    historyNow: () => tasks[marketTaskOf(id)]?.histories.get(id),
  }
}

describe.each([
  ['the history first', ['history', 'market'] as const],
  ['the market first', ['market', 'history'] as const],
])('with %s', (_order, kinds) => {
  async function openWith(state: HistoryState) {
    const world = await open()
    for (const kind of kinds) await world.append(kind, kind === 'market' ? retired : state)
    return world
  }

  it.each([
    ['an earlier time', 200_000, 200_000],
    ["the market's beginning", undefined, undefined],
    ['a later time', 700_000, 500_000],
  ])('is the earlier one of both: %s', async (_what, fromMs, expected) => {
    const { view, append, retiredFrom, historyNow } = await openWith(history(fromMs))
    expect(retiredFrom()).toBe(expected)
    await append('market', aMarketState)
    expect(historyNow()).toEqual(history(expected))
    await view.stop()
  })

  it('is not that of a history with gaps', async () => {
    const gaps = [{ from_ms: 0, until_ms: 500_000, reason: 'unreachable' }]
    const { view, retiredFrom } = await openWith(history(undefined, gaps))
    expect(retiredFrom()).toBe(500_000)
    await view.stop()
  })
})
