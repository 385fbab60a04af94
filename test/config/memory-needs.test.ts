import { describe, expect, it } from '@jest/globals'
import { parseConfig } from '../../services/config.ts'
import { describeMissingMemory } from '../../services/config/memory-needs.ts'

const gb = 1e9
const warningWith = (variables: Record<string, string>, memoryGb: number): string | null =>
  describeMissingMemory(parseConfig({ UPSTREAM: 'live', ...variables }, []), memoryGb * gb)

describe('the warning about too little memory', () => {
  it('says how many ended markets fit into the memory', () => {
    expect(warningWith({}, 2.8)).toBe(
      'all markets of the platforms need about 2.4 GB of memory, and 2.4 of 2.8 GB can be used: set LISTED_ENDED_MARKETS=131000, so that fewer ended markets are in memory',
    )
  })

  it('counts the ended markets of the poller, too, if they are not in a file', () => {
    const variables = {
      LOG_URL: 'kafka://b:9092?registry=http://r:8081',
      STORE_URL: 'http://u:p@s:8123/d',
      JWT_SECRET: 'a secret of at least 32 bytes, for tests',
      WEBHOOK_SECRET: 'another secret of at least 32 bytes',
    }
    expect(warningWith(variables, 3.5)).toContain('need about 3.2 GB')
  })

  it('does not come any more after its advice was followed', () => {
    expect(warningWith({ LISTED_ENDED_MARKETS: '131000' }, 2.8)).toBeNull()
    expect(warningWith({ LISTED_ENDED_MARKETS: '133000' }, 2.8)).toContain('=131000')
  })

  it('asks for more memory or fewer markets if not even the open markets fit', () => {
    expect(warningWith({}, 2)).toContain('set LISTED_ENDED_MARKETS=1000 and a smaller MAX_MARKETS')
    const fewer = { LISTED_ENDED_MARKETS: '1000', MAX_MARKETS: '10000' }
    expect(warningWith(fewer, 1.5)).toBeNull()
  })

  it.each([
    ['on a machine with enough memory', {}, 3],
    ['if only the platform with fewer markets is followed', { PLATFORMS: 'platform_a' }, 2.1],
    ['if markets leave the lists soon', { ENDED_MARKETS: '1' }, 2.8],
    ['with simulated platforms', { UPSTREAM: 'simulator' }, 1],
  ])('does not come %s', (_name, variables, memoryGb) => {
    expect(warningWith(variables, memoryGb)).toBeNull()
  })
})
