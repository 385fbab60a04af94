// The rules of positions, each with an example that was calculated by hand.
import { describe, expect, it } from '@jest/globals'
import { createPositionsReducer } from '../../services/domain/positions.ts'
import type { Draft } from './positions-facts.ts'
import {
  buy,
  facts,
  reduce,
  heldIn,
  merge,
  redeem,
  reward,
  sell,
  split,
} from './positions-facts.ts'

const second = { outcome_index: 1 }

describe('trades', () => {
  it('bought at the price as traded; the cash that moved is another matter', () => {
    // 10 × 0.4 + 30 × 0.6 = 4 + 18
    expect(reduce(facts(buy('10', '0.4', { usdc_size: '4.1' }), buy('30', '0.6')))).toEqual({
      'm/0': { size: '40', cost: '22', realized: '0' },
    })
  })

  it('sold at average cost', () => {
    // 40 cost 22, on average 0.55: 10 of them 5.5, sold for 10 × 0.7 = 7
    expect(reduce(facts(buy('10', '0.4'), buy('30', '0.6'), sell('10', '0.7')))).toEqual({
      'm/0': { size: '30', cost: '16.5', realized: '1.5' },
    })
  })

  it('a third of the cost is rounded at the 24th digit, and the last share takes the rest', () => {
    // 3 cost 1; one of them 0.333…, sold for 0.5
    const held = reduce(facts(buy('2', '0.4'), buy('1', '0.2'), sell('1', '0.5')))
    expect(held).toEqual({
      'm/0': {
        size: '2',
        cost: '0.666666666666666666666667',
        realized: '0.166666666666666666666667',
      },
    })
    // all three sold for 0.5 each brought 0.5
    const all = facts(
      buy('2', '0.4'),
      buy('1', '0.2'),
      sell('1', '0.5'),
      sell('1', '0.5'),
      sell('1', '0.5'),
      buy('1', '0'),
    )
    expect(reduce(all)['m/0']).toEqual({ size: '1', cost: '0', realized: '0.5' })
  })

  it('of more than is held moves only what is held: the rest was acquired out of sight', () => {
    // 10 sold for 6, not 50 for 30
    expect(reduce(facts(buy('10', '0.4'), sell('50', '0.6'), buy('1', '0.1')))).toEqual({
      'm/0': { size: '1', cost: '0.1', realized: '2' },
    })
    expect(reduce(facts(sell('50', '0.6'), buy('1', '0.1')))['m/0']?.realized).toBe('0')
  })

  it('of two outcomes, and of two markets, have nothing to do with each other', () => {
    const elsewhere = { market_id: 'n' }
    expect(
      reduce(facts(buy('1', '0.4'), buy('2', '0.5', second), buy('3', '0.6', elsewhere))),
    ).toEqual({
      'm/0': { size: '1', cost: '0.4', realized: '0' },
      'm/1': { size: '2', cost: '1', realized: '0' },
      'n/0': { size: '3', cost: '1.8', realized: '0' },
    })
  })

  it('of a market with three outcomes', () => {
    expect(Object.keys(reduce(facts(buy('1', '0.4', { outcome_index: 2 }))))).toEqual(['m/2'])
  })

  it('with every digit that a size and a price have', () => {
    // 123456789012.654321 × 0.860000001148123456, multiplied out
    expect(reduce(facts(buy('123456789012.654321', '0.860000001148123456')))['m/0']?.cost).toBe(
      '106172838692.626351327871506759853376',
    )
  })

  it('with more digits than there is room for are rounded, not refused', () => {
    expect(reduce(facts(buy('1', `0.${'3'.repeat(30)}`)))['m/0']?.cost).toBe(`0.${'3'.repeat(24)}`)
  })

  it('that cost nothing', () => {
    expect(reduce(facts(buy('10', '0'), sell('4', '0.25')))).toEqual({
      'm/0': { size: '6', cost: '0', realized: '1' },
    })
  })

  it('what was realized stays while nothing is held, and is there when it is bought again', () => {
    const gone = facts(buy('10', '0.4'), sell('10', '0.6'))
    expect(reduce(gone)).toEqual({})
    const again = facts(buy('10', '0.4'), sell('10', '0.6'), buy('1', '0.3'))
    expect(reduce(again)).toEqual({ 'm/0': { size: '1', cost: '0.3', realized: '2' } })
  })
})

describe('split and merge', () => {
  it('a dollar is one of each outcome, at 0.5', () => {
    expect(reduce(facts(split('7')))).toEqual({
      'm/0': { size: '7', cost: '3.5', realized: '0' },
      'm/1': { size: '7', cost: '3.5', realized: '0' },
    })
  })

  it('one of each outcome is a dollar: both are sold at 0.5', () => {
    // first: 10 at 0.4, 4 sold at 0.5: +0.4; second: 10 at 0.3, +0.8
    expect(reduce(facts(buy('10', '0.4'), buy('10', '0.3', second), merge('4')))).toEqual({
      'm/0': { size: '6', cost: '2.4', realized: '0.4' },
      'm/1': { size: '6', cost: '1.8', realized: '0.8' },
    })
  })

  it('a merge of what was split leaves nothing', () => {
    expect(reduce(facts(split('7'), merge('7')))).toEqual({})
    expect(reduce(facts(split('7'), merge('7'), buy('1', '0.2')))['m/0']?.realized).toBe('0')
  })

  it('a merge of more than is held takes what is there, of each outcome', () => {
    // first: 2 held, sold for 1; second: none held
    const held = reduce(
      facts(buy('2', '0.4'), merge('9'), buy('1', '0.1'), buy('1', '0.1', second)),
    )
    expect(held).toEqual({
      'm/0': { size: '1', cost: '0.1', realized: '0.2' },
      'm/1': { size: '1', cost: '0.1', realized: '0' },
    })
  })
})

describe('redeem of an outcome', () => {
  it('is a sale for what was paid', () => {
    // 10 at 0.4 paid 1 each; the other outcome nothing: −3
    const rows = facts(
      buy('10', '0.4'),
      buy('10', '0.3', second),
      redeem('10', '10', { outcome_index: 0 }),
      redeem('10', '0', second),
    )
    expect(reduce(rows)).toEqual({})
    const after = reduce([...rows, ...facts(buy('1', '0'), buy('1', '0', second)).map(later)])
    expect([after['m/0']?.realized, after['m/1']?.realized]).toEqual(['6', '-3'])
  })

  it('of a part leaves the rest', () => {
    expect(reduce(facts(buy('10', '0.4'), redeem('4', '4', { outcome_index: 0 })))).toEqual({
      'm/0': { size: '6', cost: '2.4', realized: '2.4' },
    })
  })

  it('of more than is held counts its proceeds in proportion', () => {
    // 3 of 12 held: 12 × 3/12 = 3, which cost 1.2
    const rows = facts(buy('3', '0.4'), redeem('12', '12', { outcome_index: 0 }), buy('1', '0'))
    expect(reduce(rows)['m/0']).toEqual({ size: '1', cost: '0', realized: '1.8' })
  })

  it('of nothing held moves nothing', () => {
    for (const size of ['12', '0']) {
      const rows = facts(redeem(size, '12', { outcome_index: 0 }), buy('1', '0'))
      expect(reduce(rows)['m/0']?.realized).toBe('0')
    }
  })

  it('leaves the other outcome alone', () => {
    const held = reduce(facts(split('5'), redeem('5', '5', { outcome_index: 0 })))
    expect(held).toEqual({ 'm/1': { size: '5', cost: '2.5', realized: '0' } })
  })
})

describe('redeem of a market, as the platform reported it until August 2026', () => {
  /** What each outcome realized: shown by buying a little of it afterwards. */
  const realizedBy = (...rows: readonly Draft[]) => {
    const shown = [0, 1, 2].map((outcome_index) => buy('1', '0', { outcome_index }))
    const held = reduce(facts(...rows, ...shown))
    return [0, 1, 2].map((index) => held[`m/${index}`]?.realized)
  }

  it('closes every outcome', () => {
    expect(reduce(facts(split('5'), buy('3', '0.2'), redeem('8', '8')))).toEqual({})
  })

  it('pays the one outcome that is held, whatever the sizes', () => {
    // 10 at 0.4 paid 10; 10 paid 7.5 (a fair price of 0.75)
    expect(realizedBy(buy('10', '0.4'), redeem('10', '10'))).toEqual(['6', '0', '0'])
    expect(realizedBy(buy('10', '0.4', second), redeem('10', '7.5'))).toEqual(['0', '3.5', '0'])
  })

  it('pays the outcome whose size is what was paid', () => {
    // first 10 at 0.4, nothing; second 6 at 0.3, paid 6
    const rows = [buy('10', '0.4'), buy('6', '0.3', second)]
    expect(realizedBy(...rows, redeem('6', '6'))).toEqual(['-4', '4.2', '0'])
    expect(realizedBy(...rows, redeem('10', '10'))).toEqual(['6', '-1.8', '0'])
  })

  it('pays in proportion to the sizes where they do not tell', () => {
    // both 10 (each cost 5) and 10 paid; 9 and 3 (cost 3.6 and 0.6), 6 paid: 4.5 and 1.5
    expect(realizedBy(split('10'), redeem('10', '10'))).toEqual(['0', '0', '0'])
    expect(realizedBy(buy('9', '0.4'), buy('3', '0.2', second), redeem('12', '6'))).toEqual([
      '0.9',
      '0.9',
      '0',
    ])
  })

  it('the parts are together what was paid, to the last digit', () => {
    // a dollar for three outcomes of one each
    const rows = [0, 1, 2].map((outcome_index) => buy('1', '0', { outcome_index }))
    expect(realizedBy(...rows, redeem('3', '1'))).toEqual([
      '0.333333333333333333333333',
      '0.333333333333333333333334',
      '0.333333333333333333333333',
    ])
  })

  it('of a market that lost: rows of size 0 that pay 0', () => {
    expect(realizedBy(buy('10', '0.4'), redeem('0', '0'))).toEqual(['-4', '0', '0'])
  })

  it('of nothing held moves nothing', () => {
    expect(realizedBy(redeem('10', '10'))).toEqual(['0', '0', '0'])
    expect(realizedBy(buy('1', '0.5'), sell('1', '0.5'), redeem('10', '10'))).toEqual([
      '0',
      '0',
      '0',
    ])
  })
})

describe('what moves no position', () => {
  it('a reward, with or without a market', () => {
    expect(reduce(facts(reward('5'), reward('5', { market_id: null })))).toEqual({})
  })

  it('a trade without the traded outcome', () => {
    expect(
      reduce(
        facts(
          buy('5', '0.5', { outcome_index: null }),
          buy('5', '0.5', { side: null }),
          buy('5', '0.5', { price: null }),
          buy('5', '0.5', { market_id: null }),
        ),
      ),
    ).toEqual({})
  })
})

describe('the stream', () => {
  it('rejects a row out of order', () => {
    const [first, then] = facts(buy('1', '0.5'), sell('1', '0.5'))
    const positions = createPositionsReducer({ eventMarketsOf: () => [] })
    positions.add(then!)
    expect(() => positions.add(first!)).toThrow(RangeError)
  })

  it('takes the same fact once', () => {
    const rows = facts(buy('1', '0.5'), sell('0.25', '0.5'))
    expect(reduce(rows.flatMap((fact) => [fact, fact]))).toEqual(reduce(rows))
  })

  it('continues after a query', () => {
    const positions = createPositionsReducer({ eventMarketsOf: () => [] })
    const [first, then] = facts(buy('10', '0.5'), sell('4', '0.5'))
    positions.add(first!)
    expect(heldIn(positions)['m/0']?.size).toBe('10')
    positions.add(then!)
    expect(heldIn(positions)['m/0']?.size).toBe('6')
  })

  it('answers by market id, then outcome index', () => {
    const rows = facts(
      buy('1', '0.5', { market_id: 'z' }),
      buy('1', '0.5', { market_id: 'a', outcome_index: 10 }),
      buy('1', '0.5', { market_id: 'a', outcome_index: 9 }),
      buy('1', '0.5', { market_id: 'B' }),
    )
    expect(Object.keys(reduce(rows))).toEqual(['B/0', 'a/9', 'a/10', 'z/0'])
  })
})

/** The same fact long after. */
function later<T extends { readonly timestamp_ms: number }>(fact: T): T {
  return { ...fact, timestamp_ms: fact.timestamp_ms + 1_000_000 }
}
