// A platform that lists more markets than MAX_MARKETS.
import { describe, expect, it } from '@jest/globals'
import { toMarket } from '../../../services/platforms/platform-a/source/snapshots.ts'
import type { SnapshotGroup } from '../../../services/platforms/source.ts'
import { createPlatformMemory } from '../../../services/poller/checkpoints.ts'
import { createMarketLimit } from '../../../services/poller/feeds/market-limit.ts'
import { aMarketState } from '../support/market-state.ts'

const market = (n: number, volume24hr = 0) =>
  toMarket(JSON.stringify({ id: `${n}`, conditionId: `0x${n}`, active: true, volume24hr }))
const group = (...markets: SnapshotGroup['markets']): SnapshotGroup => ({
  event: null,
  markets,
  url: '',
  receivedAtMs: 0,
})
const list = {
  name: 'open',
  kind: 'open',
  pageSize: 1,
  page: () => Promise.reject(new Error()),
} as const

function open(known: number) {
  const memory = createPlatformMemory()
  for (let n = 0; n < known; n += 1) memory.markets.set(`pa_0x${n}`, aMarketState)
  const counted: unknown[] = []
  const logged: unknown[] = []
  const limit = createMarketLimit({
    platform: 'platform_a',
    memory,
    tuning: { maxMarkets: 3 },
    observer: {
      count: (what, labels, by) => void counted.push([what, labels, by]),
      log: (_level, _message, fields) => void logged.push(fields),
    },
  })
  return { limit, counted, logged }
}

describe('the limit of markets', () => {
  it('leaves out nothing below the limit', () => {
    const { limit, counted } = open(2)
    expect(limit.keep([group(market(8)), group(market(9))])).toHaveLength(2)
    limit.report(list)
    expect(counted).toEqual([])
  })

  it('keeps known and traded markets at the limit, and counts the others once', () => {
    const { limit, counted, logged } = open(3)
    const kept = limit.keep([
      group(market(0), market(7), market(8, 12.5)),
      group(market(9)),
      group(),
    ])
    const ids = kept.map(({ markets }) => markets.map(({ id }) => id))
    expect(ids).toEqual([['pa_0x0', 'pa_0x8'], []])
    limit.report(list)
    limit.report(list)
    expect(counted).toEqual([['left_out', { platform: 'platform_a', reason: 'limit' }, 2]])
    expect(logged).toEqual([{ platform: 'platform_a', list: 'open', left_out: 2 }])
  })
})
