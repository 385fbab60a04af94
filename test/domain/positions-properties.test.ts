// Positions of random wallets: held against a ledger of what they hold and of the dollars that
// they spent; and what holds whatever the facts are.
import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { fromScaled, multiplyDecimals } from '../../services/domain/money.ts'
import { toUnits } from '../../services/domain/positions-holdings.ts'
import type { PositionActivity } from '../../services/domain/positions-order.ts'
import { compareActivities } from '../../services/domain/positions-order.ts'
import { createPositionsReducer } from '../../services/domain/positions.ts'
import type { Draft } from './positions-facts.ts'
import {
  buy,
  convert,
  facts,
  reduce,
  heldIn,
  eventMarket,
  merge,
  redeem,
  reward,
  sell,
  split,
} from './positions-facts.ts'

const markets = ['a', 'b', 'c', 'd']
const eventMarketsOf = eventMarket(markets)

const amount = fc.integer({ min: 1, max: 10 ** 9 }).map((units) => fromScaled(BigInt(units), 6))
const price = fc.integer({ min: 0, max: 10 ** 12 }).map((units) => fromScaled(BigInt(units), 12))
const step = fc.record({
  type: fc.constantFrom(
    ...(['buy', 'buy', 'sell', 'split', 'merge', 'redeem', 'redeem all'] as const),
    ...(['convert', 'convert two', 'reward'] as const),
  ),
  market: fc.nat({ max: 3 }),
  outcome: fc.nat({ max: 1 }),
  amount,
  price,
  /** How much of what is held, in percent. */
  percent: fc.integer({ min: 1, max: 100 }),
})
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

/** A wallet that gives away only what it has: its facts, what it holds, and the dollars it spent. */
function live(steps: readonly Step[]) {
  const drafts: Draft[] = []
  /** In millionths, by `market/outcome`. */
  const sizes = new Map<string, bigint>()
  let spent = 0n
  const sizeOf = (market: string, outcome: number) => sizes.get(`${market}/${outcome}`) ?? 0n
  const move = (market: string, outcome: number, size: bigint) =>
    sizes.set(`${market}/${outcome}`, sizeOf(market, outcome) + size)
  const spend = (dollars: string) => (spent += toUnits(dollars))
  const text = (millionths: bigint) => fromScaled(millionths, 6)
  const least = (a: bigint, b: bigint) => (a < b ? a : b)

  for (const [i, { type, ...expected }] of steps.entries()) {
    const market = markets[expected.market]!
    const outcome = expected.outcome
    const about = { market_id: market, outcome_index: outcome }
    const bought = BigInt(Math.round(Number(expected.amount) * 1e6))
    const part = (size: bigint) => (size * BigInt(expected.percent)) / 100n
    if (type === 'buy') {
      drafts.push(buy(text(bought), expected.price, about))
      move(market, outcome, bought)
      spend(multiplyDecimals(text(bought), expected.price))
    } else if (type === 'sell') {
      const size = part(sizeOf(market, outcome))
      drafts.push(sell(text(size), expected.price, about))
      move(market, outcome, -size)
      spend(`-${multiplyDecimals(text(size), expected.price)}`)
    } else if (type === 'split') {
      drafts.push(split(text(bought), { market_id: market }))
      for (const each of [0, 1]) move(market, each, bought)
      spend(text(bought))
    } else if (type === 'merge') {
      const size = part(least(sizeOf(market, 0), sizeOf(market, 1)))
      drafts.push(merge(text(size), { market_id: market }))
      for (const each of [0, 1]) move(market, each, -size)
      spend(`-${text(size)}`)
    } else if (type === 'redeem') {
      const size = part(sizeOf(market, outcome))
      if (size === 0n) continue
      const dollars = multiplyDecimals(text(size), expected.price)
      drafts.push(redeem(text(size), dollars, about))
      move(market, outcome, -size)
      spend(`-${dollars}`)
    } else if (type === 'redeem all') {
      const held = [0, 1].filter((each) => sizeOf(market, each) > 0n)
      if (held.length === 0) continue
      drafts.push(redeem('0', expected.amount, { market_id: market }))
      for (const each of held) move(market, each, -sizeOf(market, each))
      spend(`-${expected.amount}`)
    } else if (type === 'reward') {
      drafts.push(reward(expected.amount, { market_id: null }))
    } else {
      const given = [market, ...(type === 'convert' ? [] : [markets[(expected.market + 1) % 4]!])]
      const size = part(given.map((each) => sizeOf(each, 1)).reduce(least))
      const others = markets.filter((each) => !given.includes(each))
      drafts.push(...given.map((each) => convert(each, text(size), { tx_hash: `0xc${i}` })))
      for (const each of given) move(each, 1, -size)
      for (const each of others) move(each, 0, size)
      spend(`-${text(BigInt(given.length - 1) * size)}`)
    }
  }
  return { drafts, sizes, spent }
}

/** A millionth of everything, for nothing: so that all is listed, with what it realized. */
const shown = markets.flatMap((market_id) =>
  [0, 1].map((outcome_index) => buy('0.000001', '0', { market_id, outcome_index })),
)

describe('a wallet that gives away what it has', () => {
  it('has what it bought, and its cost and profits are the dollars it spent', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 80 }), (steps) => {
        const { drafts, sizes, spent } = live(steps)
        const held = reduce(facts(...drafts, ...shown), eventMarketsOf)
        let balance = 0n
        for (const market of markets)
          for (const outcome of [0, 1]) {
            const { size, cost, realized } = held[`${market}/${outcome}`]!
            const bought = (sizes.get(`${market}/${outcome}`) ?? 0n) + 1n
            expect([market, outcome, size]).toEqual([market, outcome, fromScaled(bought, 6)])
            expect(cost.startsWith('-')).toBe(false)
            balance += toUnits(cost) - toUnits(realized)
          }
        expect(balance).toBe(spent)
      }),
      { numRuns: 500 },
    )
  })
})

/** Any facts at all, few instants and transactions, often of more than is held. */
const anyFact: fc.Arbitrary<PositionActivity> = fc.record({
  id: fc.uuid(),
  type: fc.constantFrom('TRADE', 'SPLIT', 'MERGE', 'REDEEM', 'CONVERSION', 'REWARD'),
  market_id: fc.constantFrom('a', 'b', 'c', 'unknown', null),
  outcome_index: fc.constantFrom(0, 1, 2, null),
  side: fc.constantFrom('buy', 'buy', 'sell', null),
  price: fc.option(price),
  size: fc.oneof(amount, fc.constant('0')),
  usdc_size: fc.oneof(amount, fc.constant('0')),
  tx_hash: fc.constantFrom('0x1', '0x2'),
  timestamp_ms: fc.integer({ min: 1, max: 12 }).map((second) => second * 1000),
  event_slug: fc.constantFrom('e', null),
})
const anyFacts = fc.uniqueArray(anyFact, { selector: ({ id }) => id, maxLength: 60 })

describe('whatever the facts', () => {
  it('no size is below zero, no cost either', () => {
    fc.assert(
      fc.property(anyFacts, (rows) => {
        for (const { size, cost } of Object.values(
          reduce(rows.toSorted(compareActivities), eventMarketsOf),
        )) {
          expect(toUnits(size)).toBeGreaterThan(0n)
          expect(toUnits(cost)).toBeGreaterThanOrEqual(0n)
        }
      }),
      { numRuns: 500 },
    )
  })

  it('the order of arrival does not matter', () => {
    const shuffled = anyFacts.chain((rows) =>
      fc.tuple(fc.constant(rows), fc.shuffledSubarray(rows, { minLength: rows.length })),
    )
    fc.assert(
      fc.property(shuffled, ([rows, others]) => {
        expect(reduce(others.toSorted(compareActivities), eventMarketsOf)).toEqual(
          reduce(rows.toSorted(compareActivities), eventMarketsOf),
        )
      }),
      { numRuns: 300 },
    )
  })

  it('queries in between, and repeated rows, change nothing', () => {
    fc.assert(
      fc.property(anyFacts, fc.array(fc.nat({ max: 59 })), (rows, stops) => {
        const inOrder = rows.toSorted(compareActivities)
        const positions = createPositionsReducer({ eventMarketsOf })
        for (const [i, fact] of inOrder.entries()) {
          positions.add(fact)
          if (!stops.includes(i)) continue
          expect(heldIn(positions)).toEqual(reduce(inOrder.slice(0, i + 1), eventMarketsOf))
          positions.add({ ...fact })
        }
        expect(heldIn(positions)).toEqual(reduce(inOrder, eventMarketsOf))
      }),
      { numRuns: 300 },
    )
  })
})
