import { describe, expect, it } from '@jest/globals'
import { parseConfig } from '../../services/config.ts'
import { describeMissingMemory } from '../../services/config/memory-needs.ts'

const gb = 1e9
const warningWith = (variables: Record<string, string>, memoryGb: number): string | null =>
  describeMissingMemory(parseConfig({ UPSTREAM: 'live', ...variables }, []), memoryGb * gb)

describe('the warning about too little memory', () => {
  it('says for how many days ended markets fit into the memory', () => {
    expect(warningWith({}, 4)).toBe(
      'all markets of the platforms need about 5.4 GB of memory, and 3.4 of 4.0 GB can be used: set ENDED_MARKETS=5, so that ended markets leave the memory earlier',
    )
  })

  it('does not come any more after its advice was followed', () => {
    expect(warningWith({ ENDED_MARKETS: '5' }, 4)).toBeNull()
    expect(warningWith({ ENDED_MARKETS: '6' }, 4)).toContain('set ENDED_MARKETS=5')
  })

  it('asks for more memory or fewer markets if not even the open markets fit', () => {
    expect(warningWith({}, 2)).toContain('set ENDED_MARKETS=1 and a smaller MAX_MARKETS')
    expect(warningWith({ ENDED_MARKETS: '1', MAX_MARKETS: '10000' }, 2)).toBeNull()
  })

  it.each([
    ['on a machine with enough memory', {}, 8],
    ['if only the platform with fewer markets is followed', { PLATFORMS: 'platform_a' }, 4],
    ['with simulated platforms', { UPSTREAM: 'simulator' }, 1],
  ])('does not come %s', (_name, variables, memoryGb) => {
    expect(warningWith(variables, memoryGb)).toBeNull()
  })
})
