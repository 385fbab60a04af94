import { describe, expect, it } from '@jest/globals'
import { decimalOf, part, plus, whole } from '../../simulator/wallets/ratio.ts'
import type { TrueActivity } from '../../simulator/wallets/true-activity.ts'
import { truePositions } from '../../simulator/wallets/true-positions.ts'

let n = 0
function row(type: TrueActivity['type'], facts: Partial<TrueActivity>): TrueActivity {
  n += 1
  return {
    id: `id-${n}`,
    wallet: '0x0',
    type,
    nativeId: 'x',
    outcomeIndex: null,
    outcome: null,
    side: null,
    price: null,
    size: '0',
    usdcSize: '0',
    txHash: `tx-${n}`,
    timestampMs: n * 1000,
    marketSlug: 'x',
    eventSlug: 'event',
    title: 'X?',
    ...facts,
  }
}

const trade =
  (side: 'buy' | 'sell') =>
  (size: string, price: string, outcomeIndex: 0 | 1 = 0, nativeId = 'x'): TrueActivity =>
    row('TRADE', { side, size, price, outcomeIndex, nativeId })
const [buy, sell] = [trade('buy'), trade('sell')]
const split = (size: string, nativeId = 'x'): TrueActivity => row('SPLIT', { size, nativeId })
const merge = (size: string): TrueActivity => row('MERGE', { size })
const convert = (size: string, ...markets: readonly string[]): readonly TrueActivity[] =>
  markets.map((nativeId) =>
    row('CONVERSION', { nativeId, size, txHash: `convert-${n}`, timestampMs: 1e9 + n * 1000 }),
  )
/** One transaction: its rows share hash and time. */
function together(rows: readonly TrueActivity[]): readonly TrueActivity[] {
  const [first] = rows
  return rows.map((one) => ({
    ...one,
    txHash: first?.txHash ?? '',
    timestampMs: first?.timestampMs ?? 0,
  }))
}

/** Market, outcome, size, average price, value at cost, realized. */
function positions(rows: readonly TrueActivity[], legs: readonly string[] = ['x']) {
  return truePositions(rows, () => legs).map((one) => [
    one.nativeId,
    one.outcomeIndex,
    one.size,
    one.avgPrice,
    one.initialValue,
    one.realizedPnl,
  ])
}

describe('positions are folded by average cost', () => {
  it('buys add up, sales take their share of the cost', () => {
    // 10 at 0.4 and 5 at 0.7: 7.5 for 15. 6 sold at 0.6 bring 3.6 and cost 3.
    expect(positions([buy('10', '0.4'), buy('5', '0.7'), sell('6', '0.6')])).toEqual([
      ['x', 0, '9', '0.5', '4.5', '0.6'],
    ])
  })

  it('thirds stay exact until they are written', () => {
    // 3 cost 1; a third of that leaves twice.
    const rows = [buy('1', '0.2'), buy('2', '0.4'), sell('1', '0.5'), sell('1', '0.5')]
    expect(positions(rows)).toEqual([['x', 0, '1', '0.333333333333', '0.333333', '0.333333']])
  })

  it('more sold than held: the rest moves nothing', () => {
    expect(positions([buy('4', '0.5'), sell('10', '0.9'), buy('1', '0.3')])).toEqual([
      ['x', 0, '1', '0.3', '0.3', '1.6'],
    ])
    expect(positions([sell('10', '0.9')])).toEqual([])
  })

  it('a split is both at a half, a merge sells both at a half', () => {
    // Yes: 10 for 5 and 10 for 2, of 20 at 0.35 six go at 0.5. No: 10 for 5, six go at cost.
    expect(positions([split('10'), buy('10', '0.2'), merge('6')])).toEqual([
      ['x', 0, '14', '0.35', '4.9', '0.9'],
      ['x', 1, '4', '0.5', '2', '0'],
    ])
    expect(positions([buy('2', '0.2'), merge('6')])).toEqual([])
  })

  it('a redeemed outcome is sold for what was paid, in proportion if less was held', () => {
    const redeem = (size: string, usdcSize: string, outcomeIndex: 0 | 1): TrueActivity =>
      row('REDEEM', { size, usdcSize, outcomeIndex })
    expect(positions([split('10'), redeem('10', '10', 0)])).toEqual([
      ['x', 1, '10', '0.5', '5', '0'],
    ])
    // 4 of 8 are known to have been bought: they bring 4.
    expect(positions([buy('4', '0.25'), redeem('8', '8', 0), buy('1', '0.1')])).toEqual([
      ['x', 0, '1', '0.1', '0.1', '3'],
    ])
  })

  it('a combined redemption closes both outcomes', () => {
    const redeem = (usdcSize: string): TrueActivity => row('REDEEM', { size: usdcSize, usdcSize })
    const after = (rows: readonly TrueActivity[]): unknown[][] =>
      positions([...rows, buy('1', '0.1', 0), buy('1', '0.1', 1)]).map((one) => one.slice(1))
    // Only one is held: all is its own.
    expect(after([buy('8', '0.5', 1), redeem('8')])).toEqual([
      [0, '1', '0.1', '0.1', '0'],
      [1, '1', '0.1', '0.1', '4'],
    ])
    // Of two the one whose size was paid.
    expect(after([split('6'), buy('2', '0.5', 0), redeem('8')])).toEqual([
      [0, '1', '0.1', '0.1', '4'],
      [1, '1', '0.1', '0.1', '-3'],
    ])
    // Neither, as when a market is void: by size. 9 for 6 + 3 times a half.
    expect(after([split('3'), buy('3', '0.2', 0), redeem('4.5')])).toEqual([
      [0, '1', '0.1', '0.1', '0.9'],
      [1, '1', '0.1', '0.1', '0'],
    ])
    // Worth nothing.
    expect(after([buy('8', '0.5', 1), redeem('0'), redeem('0')])).toEqual([
      [0, '1', '0.1', '0.1', '0'],
      [1, '1', '0.1', '0.1', '-4'],
    ])
  })

  it('a conversion carries the cost of No over to Yes of the others', () => {
    // 6 of 10 No go at 0.8: 4.8 over two legs.
    expect(positions([buy('10', '0.8', 1), ...convert('6', 'x')], ['x', 'y', 'z'])).toEqual([
      ['x', 1, '4', '0.8', '3.2', '0'],
      ['y', 0, '6', '0.4', '2.4', '0'],
      ['z', 0, '6', '0.4', '2.4', '0'],
    ])
  })

  it('several at once bring a dollar each but the first', () => {
    // 5 No of x at 0.9 and 5 of y at 0.7 are 8; 5 come back; 3 for z.
    const rows = [buy('6', '0.9', 1, 'x'), buy('5', '0.7', 1, 'y')]
    expect(positions([...rows, ...together(convert('5', 'x', 'y'))], ['x', 'y', 'z'])).toEqual([
      ['x', 1, '1', '0.9', '0.9', '0'],
      ['z', 0, '5', '0.6', '3', '0'],
    ])
    // 5 at 0.3 and 5 at 0.2 are 2.5; 5 come back: 2.5 were made, on the first.
    const cheap = [buy('6', '0.3', 1, 'x'), buy('5', '0.2', 1, 'y')]
    expect(positions([...cheap, ...together(convert('5', 'x', 'y'))], ['x', 'y', 'z'])).toEqual([
      ['x', 1, '1', '0.3', '0.3', '2.5'],
      ['z', 0, '5', '0', '0', '0'],
    ])
  })

  it('a conversion in an event that nobody knows leaves at its cost', () => {
    expect(positions([buy('10', '0.8', 1), ...convert('6', 'x')], [])).toEqual([
      ['x', 1, '4', '0.8', '3.2', '0'],
    ])
  })

  it('rewards move nothing', () => {
    const reward = row('REWARD', { nativeId: null, size: '5', usdcSize: '5' })
    expect(positions([buy('1', '0.5'), reward])).toEqual([['x', 0, '1', '0.5', '0.5', '0']])
  })
})

describe('fractions', () => {
  it.each([
    [1n, 3n, 6, '0.333333'],
    [1n, 20n, 1, '0.1'],
    [-1n, 20n, 1, '-0.1'],
    [-49n, 1000n, 1, '0'],
    [5n, 10_000_000n, 6, '0.000001'],
    [-49n, 100_000_000n, 6, '0'],
    [700n, 7n, 6, '100'],
  ])('%d/%d to %d digits is %s', (top, bottom, digits, text) => {
    expect(decimalOf({ n: top, d: bottom }, digits)).toBe(text)
  })

  it('add up', () => {
    const third = part(whole(1n), 1n, 3n)
    expect(decimalOf(plus(plus(third, third), third), 6)).toBe('1')
    expect(decimalOf(plus(third, part(whole(1n), 1n, 6n)), 6)).toBe('0.5')
  })
})
