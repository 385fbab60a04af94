// How many requests of the rate limits a request counts as.
import { describe, expect, it } from '@jest/globals'
import { createCostCounter, describeCost, maxCost } from '../../services/api/request-cost.ts'

describe('the cost of a request', () => {
  const costOf = createCostCounter({
    query: 'query-search',
    cost: { base: 1, portions: { limit: 50, offset: 1_000, tag: 5, q: 4 } },
  })

  it.each([
    ['', 1],
    ['q=rain', 1],
    ['q=rain%20in%20new%20york', 1],
    ['q=heavy%20rain%20in%20new%20york', 2],
    ['q=rain%20rain%20rain%20rain%20rain', 1],
    ['limit=50', 1],
    ['limit=51', 2],
    ['limit=100', 2],
    ['limit=%2B100', 2],
    ['offset=1000', 1],
    ['offset=1001', 2],
    ['tag=a,b,c,d,e', 1],
    ['tag=a,b,c,d,e,,f', 2],
    ['limit=100&offset=2500&tag=1,2,3,4,5,6&q=a%20b%20c%20d%20e', 6],
    ['status=open&platform=platform_a&sort_by=created_at', 1],
  ])('%s is %d', (search, cost) => {
    expect(costOf(new URLSearchParams(search))).toBe(cost)
  })

  it.each([
    ['a limit above the maximum counts as the maximum', 'limit=1000000', 2],
    ['no number counts as absent', 'limit=x&offset=1e9', 1],
    ['a negative number, too', 'limit=-100&offset=-1', 1],
    ['and an empty one', 'limit=&offset=&tag=&q=', 1],
    ['an enormous one costs the maximum', `offset=${'9'.repeat(400)}`, maxCost],
  ])('%s', (_name, search, cost) => {
    expect(costOf(new URLSearchParams(search))).toBe(cost)
  })

  it('counts the values of a list, repeated or separated by commas', () => {
    const ofList = createCostCounter({
      query: 'query-matches',
      cost: { base: 2, portions: { platform_a_market_slug: 2 } },
    })
    const name = 'platform_a_market_slug'
    expect(ofList(new URLSearchParams(`${name}=a,b`))).toBe(2)
    expect(ofList(new URLSearchParams(`${name}=a,b&${name}=c`))).toBe(3)
  })

  it('counts the ids of 1,000 markets as four portions', () => {
    const ofIds = createCostCounter({
      query: 'query-markets',
      cost: { base: 1, portions: { ids: 250 } },
    })
    const ids = Array.from({ length: 1_000 }, (_, i) => `pa_${i}`)
    expect(ofIds(new URLSearchParams({ ids: ids.slice(0, 250).join() }))).toBe(1)
    expect(ofIds(new URLSearchParams({ ids: ids.join() }))).toBe(4)
  })

  it('counts the items of a list in the body, up to what the body may have', () => {
    const ofBody = createCostCounter({
      body: { schema: 'prices-request', maxBytes: 1 },
      cost: { base: 1, portions: { requests: 20 }, max: 50 },
    })
    const requests = (count: number) => ({ requests: Array.from({ length: count }, () => ({})) })
    const costs = [0, 1, 20, 21, 40, 1_000, 5_000].map((count) =>
      ofBody(new URLSearchParams(), requests(count)),
    )
    expect(costs).toEqual([1, 1, 1, 2, 2, 50, 50])
    for (const invalid of [undefined, null, 5, 'x', [], {}, { requests: 'x'.repeat(1_000) }])
      expect(ofBody(new URLSearchParams('requests=1'), invalid)).toBe(1)
  })

  it('is one for a route without a rule', () => {
    expect(createCostCounter({})(new URLSearchParams('limit=500&q=a'))).toBe(1)
  })

  it('rejects a rule for a parameter that the route does not have', () => {
    const cost = { base: 1, portions: { nonsense: 1 } }
    expect(() => createCostCounter({ query: 'query-price', cost })).toThrow('nonsense')
  })
})

describe('the description', () => {
  it.each([
    [undefined, 'Counts as 1 request in the rate limits.'],
    [{ base: 5, portions: {} }, 'Counts as 5 requests in the rate limits.'],
    [
      { base: 1, portions: { requests: 20 }, max: 50 },
      'Counts as 1 request in the rate limits, and as 1 more for each further 20 items of `requests` (50 at most).',
    ],
    [
      { base: 1, portions: { limit: 50, q: 4, tag: 5 } },
      'Counts as 1 request in the rate limits, and as 1 more for each further 50 rows of `limit`, 4 words of `q`, 5 values of `tag` (20 at most).',
    ],
  ])('%j', (cost, text) => {
    expect(describeCost(cost)).toBe(text)
  })
})
