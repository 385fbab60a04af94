// Rows of activity that nothing can be made of, each for a reason.
import { describe, expect, it } from '@jest/globals'
import { known, map, other, redeemed, reward, trade, wallet } from './activity-rows.ts'
import { resultOf, normalizeActivity, receivedAtMs } from '../../normalizer/records.ts'

describe('bad rows', () => {
  const future = receivedAtMs / 1000 + 86_401
  const everyType = {
    TRADE: trade,
    SPLIT: { ...other, type: 'SPLIT' },
    MERGE: { ...other, type: 'MERGE' },
    REDEEM: redeemed,
    REWARD: reward,
    CONVERSION: { ...other, type: 'CONVERSION' },
  }
  const types = Object.entries(everyType)

  it.each(types)('%s: as it is, is good', (_, row) => {
    expect(resultOf(map(row))).toBe('emit wallet-activity')
    expect(resultOf(map({ ...row, type: row.type.toLowerCase() }))).toBe('emit wallet-activity')
    expect(resultOf(map({ ...row, proxyWallet: undefined }))).toBe('emit wallet-activity')
  })

  describe.each(types)('%s', (_, row) => {
    it.each<[object, string]>([
      [{ proxyWallet: '0x1' }, 'wrong_wallet'],
      [{ type: undefined }, 'missing_field'],
      [{ type: '' }, 'missing_field'],
      [{ type: 7 }, 'missing_field'],
      [{ transactionHash: '' }, 'missing_field'],
      [{ transactionHash: undefined }, 'missing_field'],
      [{ timestamp: 0 }, 'bad_time'],
      [{ timestamp: future }, 'bad_time'],
      [{ timestamp: 1784326906000 }, 'bad_time'],
      [{ timestamp: 'now' }, 'bad_time'],
      [{ timestamp: undefined }, 'bad_time'],
      [{ size: -5 }, 'bad_size'],
      [{ size: 1e12 }, 'bad_size'],
      [{ size: 'much' }, 'bad_size'],
      [{ size: null }, 'bad_size'],
      [{ size: undefined }, 'bad_size'],
      [{ usdcSize: -1 }, 'bad_size'],
      [{ usdcSize: 'much' }, 'bad_size'],
      [{ usdcSize: [] }, 'bad_size'],
    ])('%p: %s', (changes, reason) => {
      expect(resultOf(map({ ...row, ...changes }))).toBe(`dead letter ${reason}`)
    })
  })

  it.each(types.filter(([type]) => type !== 'REDEEM'))('%s of nothing', (_, row) => {
    expect(resultOf(map({ ...row, size: 0 }))).toBe('dead letter bad_size')
  })

  it.each(types.filter(([type]) => type !== 'REWARD'))('%s in no market', (_, row) => {
    expect(resultOf(map({ ...row, conditionId: '' }))).toBe('dead letter missing_field')
    expect(resultOf(map({ ...row, conditionId: undefined }))).toBe('dead letter missing_field')
  })

  it.each(types.filter(([type]) => !['TRADE', 'SPLIT', 'MERGE'].includes(type)))(
    '%s without a field that has its dollars',
    (_, row) => {
      expect(resultOf(map({ ...row, usdcSize: undefined }))).toBe('dead letter bad_size')
    },
  )

  it.each<[object, string]>([
    [{ price: 1.01 }, 'bad_price'],
    [{ price: null }, 'bad_price'],
    [{ side: '' }, 'bad_side'],
    [{ side: 'HOLD' }, 'bad_side'],
    [{ asset: '9', outcome: '', outcomeIndex: 999 }, 'unknown_outcome'],
    [{ asset: '', outcome: '', outcomeIndex: 999 }, 'unknown_outcome'],
  ])('a trade with %p: %s', (changes, reason) => {
    expect(resultOf(map({ ...trade, ...changes }))).toBe(`dead letter ${reason}`)
  })

  it('platform_b has no wallets', () => {
    const outcome = normalizeActivity(wallet, trade, { ...known, platform: 'platform_b' })
    expect(resultOf(outcome)).toBe('dead letter no_wallets')
  })
})
