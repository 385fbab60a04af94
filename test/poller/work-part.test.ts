// Which part of a platform's limits a process takes: together never more than all of them.
import { describe, expect, it } from '@jest/globals'
import { marketShareCount, shares, type Share } from '../../services/poller/shares.ts'
import { createWorkPart } from '../../services/poller/work-part.ts'
import { createRandom } from './support/clock.ts'

const weights = [
  { hub: 1, markets: 1 },
  { hub: 1, markets: 3 },
  { hub: 0, markets: 1 },
]
const platforms = ['platform_a', 'platform_b'] as const

describe('the part of the work', () => {
  it.each(platforms)('is all of it for who is alone, exactly, on %s', (platform) => {
    const part = createWorkPart(platform, new Set(shares))
    for (const one of weights) expect(part(one)).toBe(1)
  })

  it('is none without a share, and follows what is held', () => {
    const held = new Set<Share>()
    const part = createWorkPart('platform_b', held)
    expect(part({ hub: 1, markets: 3 })).toBe(0)
    for (const share of shares) if (share.kind === 'hub') held.add(share)
    expect(part({ hub: 1, markets: 3 })).toBe(0.25)
    for (const share of shares.slice(1, 7)) held.add(share)
    expect(part({ hub: 1, markets: 3 })).toBe(0.25 + 0.375)
    held.clear()
    expect(part({ hub: 1, markets: 3 })).toBe(0)
  })

  it.each([1, 2, 3])('of all processes together is all of it (seed %i)', (seed) => {
    const random = createRandom(seed)
    const holders = Array.from({ length: 4 }, () => new Set<Share>())
    for (const share of shares) holders[Math.floor(random() * 4)]?.add(share)
    for (const platform of platforms)
      for (const one of weights) {
        const parts = holders.map((held) => createWorkPart(platform, held)(one))
        expect(parts.reduce((sum, part) => sum + part, 0)).toBeCloseTo(1, 9)
      }
  })
})

describe('the shares', () => {
  it('are one of each platform and one of each partition of its markets', () => {
    expect(shares).toHaveLength(marketShareCount + platforms.length)
    expect(new Set(shares.map(({ name }) => name)).size).toBe(shares.length)
  })

  it.each([
    ['by halves', (index: number) => (index < shares.length / 2 ? 0 : 1)],
    ['in turns', (index: number) => index % 2],
  ])('of two members give each a hub, dealt %s', (_, memberOf) => {
    const hubs = [...shares.entries()].filter(([, share]) => share.kind === 'hub')
    expect(new Set(hubs.map(([index]) => memberOf(index)))).toEqual(new Set([0, 1]))
  })
})
