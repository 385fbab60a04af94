import { describe, expect, it } from '@jest/globals'
import { createSimulator } from '../../simulator/simulator.ts'
import { common, missing, saturdayMs, serve, sorted } from './client.ts'

const paths = [
  '/gamma/events/keyset?closed=false&limit=500',
  '/gamma/markets/keyset?closed=true&limit=100&order=volume24hr&ascending=false',
  '/data/trades?limit=2000',
  '/trade-api/v2/events?with_nested_markets=true',
  '/trade-api/v2/markets?limit=1000',
  '/trade-api/v2/historical/trades?limit=1000',
]

describe('the simulated world', () => {
  it('is the same after a restart, whatever was asked before', async () => {
    const one = await serve()
    const other = await serve()
    try {
      const inOrder = []
      for (const path of paths) inOrder.push(await (await one.get(path)).text())
      // The other one has lived through another day, and is asked the other way round.
      other.clock.nowMs = saturdayMs - 86_400_000
      for (const path of paths) await other.get(path)
      other.clock.nowMs = saturdayMs
      const reversed = []
      for (const path of paths.toReversed()) reversed.unshift(await (await other.get(path)).text())
      expect(reversed).toEqual(inOrder)
    } finally {
      await one.close()
      await other.close()
    }
  })

  it('is another one for another seed', () => {
    const now = (): number => saturdayMs
    const ids = ['1', '2'].map((seed) =>
      createSimulator({ seed, now })
        .truth.markets()
        .map(({ nativeId }) => nativeId),
    )
    expect(ids[0]).not.toEqual(ids[1])
  })

  it('never changes the past: what traded by an instant is what was seen then', () => {
    const clock = { nowMs: saturdayMs }
    const { truth } = createSimulator({ seed: 'past', now: () => clock.nowMs })
    const traded = truth
      .markets()
      .filter(({ tradeCount, status }) => tradeCount > 20 && status === 'open')
    expect(traded.length).toBeGreaterThan(20)
    const then = new Map(traded.map(({ nativeId }) => [nativeId, sorted(truth.trades(nativeId))]))
    clock.nowMs += 36 * 3_600_000
    for (const [nativeId, before] of then) {
      const earlier = truth.trades(nativeId).slice(0, before.length)
      expect(sorted(earlier)).toEqual(before)
    }
  })

  it.each([
    [0.3, Date.UTC(2027, 0, 1, 0, 7)],
    [0.3, Date.UTC(2027, 2, 31, 23, 59)],
    [1, Date.UTC(2024, 1, 29, 13, 7)],
    [1, Date.UTC(2028, 7, 5, 5, 7)],
    [4, Date.UTC(2026, 11, 31, 20, 7)],
  ])('names everything once, at %d times its size, at %d', (size, nowMs) => {
    const { truth } = createSimulator({ seed: 'names', size, now: () => nowMs })
    const ids = truth
      .markets()
      .map(({ nativeId }) => nativeId)
      .filter((id) => id !== '')
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids.length).toBeGreaterThan(size * 200)
  })

  it('has what the two platforms have in common, and what only one has', () => {
    const markets = createSimulator({ seed: 'both', now: () => saturdayMs }).truth.markets()
    const on = (platform: string): Set<string> =>
      new Set(
        markets.filter((market) => market.platform === platform).map(({ occasion }) => occasion),
      )
    const [a, b] = [on('platform_a'), on('platform_b')]
    expect(common(a, b).length).toBeGreaterThan(20)
    expect(missing(b, a).length).toBeGreaterThan(5)
    expect(missing(a, b).length).toBeGreaterThan(5)
    const count = markets.reduce((sum, { tradeCount }) => sum + tradeCount, 0)
    expect(count).toBeGreaterThan(30_000)
    expect(count).toBeLessThan(100_000)
  })
})
