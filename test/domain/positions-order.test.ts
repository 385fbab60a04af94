import { expect, it } from '@jest/globals'
import type { PositionActivity } from '../../services/domain/positions-order.ts'
import { compareActivities, compareTexts } from '../../services/domain/positions-order.ts'
import {
  buy,
  convert,
  facts,
  reduce,
  merge,
  redeem,
  reward,
  sell,
  split,
} from './positions-facts.ts'

const at = { timestamp_ms: 1000, tx_hash: '0x1' }

it('within a second, what is acquired comes before what is given away', () => {
  const inOrder = facts(
    split('1', at),
    buy('1', '0.5', at),
    convert('m', '1', at),
    sell('1', '0.5', at),
    merge('1', at),
    redeem('1', '1', at),
    reward('1', at),
  )
  const ids = inOrder.map(({ id }) => id)
  expect(
    [...inOrder]
      .reverse()
      .toSorted(compareActivities)
      .map(({ id }) => id),
  ).toEqual(ids)
})

it('time goes before type, type before transaction, transaction before id', () => {
  const [fact] = facts(buy('1', '0.5', at)) as [PositionActivity]
  const inOrder = [
    { ...fact, timestamp_ms: 999, type: 'REDEEM', tx_hash: '0x9', id: '9' },
    { ...fact, id: '1' },
    { ...fact, id: '2' },
    { ...fact, tx_hash: '0xa', id: '0' },
    { ...fact, type: 'MERGE', tx_hash: '0x0', id: '0' },
  ] as const
  expect([...inOrder].reverse().toSorted(compareActivities)).toEqual(inOrder)
  expect(compareActivities(fact, { ...fact })).toBe(0)
})

it('texts go by code unit: upper case first', () => {
  expect(['b', 'a', 'B', ''].toSorted(compareTexts)).toEqual(['', 'B', 'a', 'b'])
})

it('a purchase and a sale of one second are a profit, in any order of arrival', () => {
  const rows = facts(sell('10', '0.6', at), buy('10', '0.4', at), buy('1', '0'))
  expect(reduce(rows.toSorted(compareActivities))['m/0']?.realized).toBe('2')
})
