import { describe, expect, it } from '@jest/globals'
import { parseConfig } from '../../services/config.ts'
import { describeMissingMemory } from '../../services/config/memory-needs.ts'

const gb = 1e9
const warningWith = (variables: Record<string, string>, memoryGb: number): string | null =>
  describeMissingMemory(parseConfig({ UPSTREAM: 'live', ...variables }, []), memoryGb * gb)

describe('the warning about too little memory', () => {
  it('says how many ended markets fit into the memory', () => {
    expect(warningWith({}, 3.8)).toBe(
      'all markets of the platforms need about 3.3 GB of memory, and 3.2 of 3.8 GB can be used: set LISTED_ENDED_MARKETS=164000, so that fewer ended markets are in memory',
    )
  })

  it('counts the ended markets of the poller, too, if they are not in a file', () => {
    const variables = {
      LOG_URL: 'kafka://b:9092?registry=http://r:8081',
      STORE_URL: 'http://u:p@s:8123/d',
      JWT_SECRET: 'a secret of at least 32 bytes, for tests',
      WEBHOOK_SECRET: 'another secret of at least 32 bytes',
    }
    expect(warningWith(variables, 4)).toContain('need about 3.8 GB')
  })

  it('does not come any more after its advice was followed', () => {
    expect(warningWith({ LISTED_ENDED_MARKETS: '164000' }, 3.8)).toBeNull()
    expect(warningWith({ LISTED_ENDED_MARKETS: '166000' }, 3.8)).toContain('=164000')
  })

  it('asks for more memory or fewer markets if not even the open markets fit', () => {
    expect(warningWith({}, 2)).toContain('set LISTED_ENDED_MARKETS=1000 and a smaller MAX_MARKETS')
    const fewer = { LISTED_ENDED_MARKETS: '1000', MAX_MARKETS: '10000' }
    expect(warningWith(fewer, 2.2)).toBeNull()
  })

  it.each([
    ['on a machine with enough memory', {}, 4],
    ['if only the platform with fewer markets is followed', { PLATFORMS: 'platform_a' }, 3],
    ['if markets leave the lists soon', { ENDED_MARKETS: '1' }, 3.8],
    ['with simulated platforms', { UPSTREAM: 'simulator' }, 1],
  ])('does not come %s', (_name, variables, memoryGb) => {
    expect(warningWith(variables, memoryGb)).toBeNull()
  })
})
