// Conversions in an event of three or four markets, worked out by hand.
import { describe, expect, it } from '@jest/globals'
import { createPositionsReducer } from '../../services/domain/positions.ts'
import { buy, convert, facts, reduce, heldIn, eventMarket, sell } from './positions-facts.ts'

const buyNo = (market: string, size: string, price: string) =>
  buy(size, price, { market_id: market, outcome_index: 1 })
const showNo = (market: string) => buyNo(market, '1', '0')
const four = eventMarket(['a', 'b', 'c', 'd'])

describe('No of one market', () => {
  it('becomes Yes of all the others, which carry its cost in equal parts', () => {
    // 10 No at 0.6 cost 6: 2 for each of b, c, d
    expect(reduce(facts(buyNo('a', '10', '0.6'), convert('a', '10')), four)).toEqual({
      'b/0': { size: '10', cost: '2', realized: '0' },
      'c/0': { size: '10', cost: '2', realized: '0' },
      'd/0': { size: '10', cost: '2', realized: '0' },
    })
  })

  it('is given at its average cost, and realizes nothing', () => {
    // 10 at 0.6 and 10 at 0.9, on average 0.75: 4 of them cost 3, 1 for each
    const held = reduce(
      facts(buyNo('a', '10', '0.6'), buyNo('a', '10', '0.9'), convert('a', '4')),
      four,
    )
    expect(held['a/1']).toEqual({ size: '16', cost: '12', realized: '0' })
    expect(held['b/0']).toEqual({ size: '4', cost: '1', realized: '0' })
  })

  it('adds to the Yes that is there, and leaves Yes of its own and No of the others alone', () => {
    const held = reduce(
      facts(
        buy('5', '0.1', { market_id: 'a' }),
        buy('5', '0.2', { market_id: 'b' }),
        buyNo('c', '5', '0.5'),
        buyNo('a', '3', '1'),
        convert('a', '3'),
      ),
      four,
    )
    expect(held).toEqual({
      'a/0': { size: '5', cost: '0.5', realized: '0' },
      'b/0': { size: '8', cost: '2', realized: '0' },
      'c/0': { size: '3', cost: '1', realized: '0' },
      'c/1': { size: '5', cost: '2.5', realized: '0' },
      'd/0': { size: '3', cost: '1', realized: '0' },
    })
  })

  it('the parts of a cost that three do not divide are together the cost, however listed', () => {
    for (const listed of [four, eventMarket(['c', 'a', 'd', 'b'])]) {
      const held = reduce(facts(buyNo('a', '1', '0.1'), convert('a', '1')), listed)
      expect(Object.values(held).map(({ cost }) => cost)).toEqual([
        '0.033333333333333333333333',
        '0.033333333333333333333334',
        '0.033333333333333333333333',
      ])
    }
  })
})

describe('No of several markets', () => {
  it('also brings a dollar each, but for one', () => {
    // cost 8 + 7 = 15, received 1 × 10: 5 is left, 2.5 for each of c, d
    const rows = facts(
      buyNo('a', '10', '0.8'),
      buyNo('b', '10', '0.7'),
      convert('a', '10'),
      convert('b', '10'),
    )
    expect(reduce(rows, four)).toEqual({
      'c/0': { size: '10', cost: '2.5', realized: '0' },
      'd/0': { size: '10', cost: '2.5', realized: '0' },
    })
  })

  it('that brings more than it cost makes the Yes free and a profit on the first No', () => {
    // cost 4 + 5 = 9, received 10: 1 is realized
    const rows = facts(
      buyNo('a', '10', '0.4'),
      buyNo('b', '10', '0.5'),
      convert('a', '10'),
      convert('b', '10'),
      showNo('a'),
      showNo('b'),
    )
    expect(reduce(rows, four)).toEqual({
      'a/1': { size: '1', cost: '0', realized: '1' },
      'b/1': { size: '1', cost: '0', realized: '0' },
      'c/0': { size: '10', cost: '0', realized: '0' },
      'd/0': { size: '10', cost: '0', realized: '0' },
    })
  })

  it('the first is the first in the order of the rows', () => {
    const rows = facts(
      buyNo('a', '10', '0.4'),
      buyNo('b', '10', '0.5'),
      convert('b', '10'),
      convert('a', '10'),
      showNo('a'),
      showNo('b'),
    )
    const held = reduce(rows, four)
    expect([held['a/1']?.realized, held['b/1']?.realized]).toEqual(['0', '1'])
  })

  it('of sizes that differ: each gives its own, the Yes is the smallest', () => {
    // cost 5 + 2.4 = 7.4, received 4: 3.4 is left, 1.7 for each
    const rows = facts(
      buyNo('a', '10', '0.5'),
      buyNo('b', '10', '0.6'),
      convert('a', '10'),
      convert('b', '4'),
    )
    expect(reduce(rows, four)).toEqual({
      'b/1': { size: '6', cost: '3.6', realized: '0' },
      'c/0': { size: '4', cost: '1.7', realized: '0' },
      'd/0': { size: '4', cost: '1.7', realized: '0' },
    })
  })

  it('done twice in one transaction is one of twice the size', () => {
    const twice = facts(
      buyNo('a', '10', '0.8'),
      buyNo('b', '10', '0.7'),
      ...['a', 'b', 'a', 'b'].map((market) => convert(market, '5')),
    )
    const once = facts(
      buyNo('a', '10', '0.8'),
      buyNo('b', '10', '0.7'),
      convert('a', '10'),
      convert('b', '10'),
    )
    expect(reduce(twice, four)).toEqual(reduce(once, four))
  })

  it.each([
    ['0.8', '0.7', '4.2'],
    ['0.1', '0.2', '1.2'], // the dollars would be an unknown profit, which is not reported
  ])('of all markets, at %s and %s: the cost goes with the No, for want of a Yes', (a, b, left) => {
    const rows = facts(
      buyNo('a', '10', a),
      buyNo('b', '10', b),
      convert('a', '10'),
      convert('b', '4'),
      showNo('a'),
      showNo('b'),
    )
    expect(reduce(rows, eventMarket(['a', 'b']))).toEqual({
      'a/1': { size: '1', cost: '0', realized: '0' },
      'b/1': { size: '7', cost: left, realized: '0' },
    })
  })
})

describe('more than is held', () => {
  it('takes what is there; the Yes is what the row says', () => {
    // 2 No at 0.6 cost 1.2, 0.4 for each of b, c, d
    const rows = facts(buyNo('a', '2', '0.6'), convert('a', '10'), showNo('a'))
    expect(reduce(rows, four)).toEqual({
      'a/1': { size: '1', cost: '0', realized: '0' },
      'b/0': { size: '10', cost: '0.4', realized: '0' },
      'c/0': { size: '10', cost: '0.4', realized: '0' },
      'd/0': { size: '10', cost: '0.4', realized: '0' },
    })
  })
})

describe('the event', () => {
  it('unknown: the No leaves at its cost, and nothing else moves', () => {
    const rows = facts(buyNo('a', '10', '0.6'), convert('a', '4'))
    expect(reduce(rows)).toEqual({ 'a/1': { size: '6', cost: '3.6', realized: '0' } })
  })

  it('has the markets that were there by then', () => {
    const grown = eventMarket([
      { id: 'a', createdAt: 1 },
      { id: 'b', createdAt: 2 }, // in the second of the conversion
      { id: 'c', createdAt: 3 },
      { id: 'd', createdAt: null },
    ])
    const held = reduce(facts(buyNo('a', '10', '0.6'), convert('a', '10')), grown)
    expect(Object.keys(held)).toEqual(['b/0', 'd/0'])
    expect(held['b/0']?.cost).toBe('3')
  })

  it('two of them in one transaction are two conversions', () => {
    const two = eventMarket(['a', 'b'], ['x', 'y', 'z'])
    const rows = facts(
      buyNo('a', '10', '0.8'),
      buyNo('x', '10', '0.6'),
      convert('a', '10'),
      convert('x', '10'),
    )
    expect(reduce(rows, two)).toEqual({
      'b/0': { size: '10', cost: '8', realized: '0' },
      'y/0': { size: '10', cost: '3', realized: '0' },
      'z/0': { size: '10', cost: '3', realized: '0' },
    })
  })

  it.each([
    ['last', ['a', 'b', 'new']],
    ['first', ['new', 'a', 'b']],
  ])('of a market not listed yet is the one that its row names: %s', (_, order) => {
    // cost 8 + 7 + 9, received 20: 4 is left for c, d
    const expected = { event_slug: 'who-wins' }
    const rows = facts(
      buyNo('a', '10', '0.8'),
      buyNo('b', '10', '0.7'),
      buyNo('new', '10', '0.9'),
      ...order.map((market) => convert(market, '10', expected)),
    )
    expect(reduce(rows, four)).toEqual({
      'c/0': { size: '10', cost: '2', realized: '0' },
      'd/0': { size: '10', cost: '2', realized: '0' },
    })
  })
})

describe('the rows of a transaction', () => {
  const rows = facts(
    buyNo('a', '10', '0.8'),
    buyNo('b', '10', '0.7'),
    convert('a', '10'),
    convert('b', '10'),
    convert('b', '1', { tx_hash: '0xd' }),
  )

  it('count together, and those of another do not', () => {
    // the second transaction has no No left to give: 1 Yes each, for nothing
    expect(reduce(rows, four)).toEqual({
      'a/0': { size: '1', cost: '0', realized: '0' },
      'c/0': { size: '11', cost: '2.5', realized: '0' },
      'd/0': { size: '11', cost: '2.5', realized: '0' },
    })
  })

  it('come before what else the transaction does: the Yes that it sells is there', () => {
    // cost 6: 2 for the Yes of b, sold for 3
    const sameTime = { timestamp_ms: 9000, tx_hash: '0xc' }
    const rows = facts(
      buyNo('a', '10', '0.6'),
      convert('a', '10', sameTime),
      sell('10', '0.3', { market_id: 'b', ...sameTime }),
      buy('1', '0', { market_id: 'b', timestamp_ms: 10_000 }),
    )
    expect(reduce(rows, four)['b/0']).toEqual({ size: '1', cost: '0', realized: '1' })
  })

  it('of one second, and of one hash in two seconds, do not count together', () => {
    const bought = [buyNo('a', '9', '0.4'), buyNo('b', '9', '0.5')]
    // no dollars: 3.6 is the cost of three Yes, 1.2 each; 4.5 that of three others, 1.5 each
    const apart = {
      'a/0': { size: '9', cost: '1.5', realized: '0' },
      'b/0': { size: '9', cost: '1.2', realized: '0' },
      'c/0': { size: '18', cost: '2.7', realized: '0' },
      'd/0': { size: '18', cost: '2.7', realized: '0' },
    }
    const at = (timestamp_ms: number, tx_hash: string) => ({ timestamp_ms, tx_hash })
    for (const [first, second] of [
      [at(9000, '0xc'), at(9000, '0xd')],
      [at(9000, '0xc'), at(10_000, '0xc')],
    ]) {
      const rows = facts(...bought, convert('a', '9', first), convert('b', '9', second))
      expect(reduce(rows, four)).toEqual(apart)
    }
  })

  it('count together, too, when somebody asks in between', () => {
    const positions = createPositionsReducer({ eventMarketsOf: four })
    for (const fact of rows.slice(0, 3)) positions.add(fact)
    // so far it looks like No of one: 8 for b, c, d
    expect(heldIn(positions)['c/0']?.size).toBe('10')
    expect(heldIn(positions)).toEqual(heldIn(positions))
    for (const fact of rows.slice(3)) positions.add(fact)
    expect(heldIn(positions)).toEqual(reduce(rows, four))
  })
})
