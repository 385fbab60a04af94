// The ids of activity: of trades the same as in the trades of the market.
import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import type { Known } from './activity-rows.ts'
import { activity, known, other, redeemed, trade, wallet } from './activity-rows.ts'
import { normalizeTrade, tradeIn } from '../../normalizer/records.ts'

describe('the id', () => {
  /** The id of the same row in the market's list of trades, which has no type and no dollars. */
  const tradeId = (row: object, about: Known = known) => {
    const said = { ...row, type: undefined, usdcSize: undefined }
    return tradeIn(normalizeTrade('platform_a', 'pa_0xabc', said, about)).id
  }

  it('of a trade is that which it has among the trades of its market', () => {
    expect(activity(trade).id).toBe(tradeId(trade))
    const digits = (most: number) => fc.integer({ min: 1, max: most })
    fc.assert(
      fc.property(
        fc.record({
          price: digits(10 ** 12).map((units) => units / 10 ** 12),
          size: fc.oneof(
            digits(10 ** 15).map((units) => units / 10 ** 6),
            digits(10 ** 6).map(String),
          ),
          side: fc.constantFrom('BUY', 'SELL'),
          asset: fc.constantFrom('111', '222', '333', ''),
          outcome: fc.constantFrom('Cardinals', 'Diamondbacks', ''),
          outcomeIndex: fc.constantFrom(0, 1),
          timestamp: fc.integer({ min: 1_600_000_000, max: 1_784_326_906 }),
          proxyWallet: fc.constantFrom(wallet, trade.proxyWallet, undefined),
          transactionHash: fc.stringMatching(/^0x[0-9a-f]{8}$/),
        }),
        fc.nat({ max: 3 }),
        fc.boolean(),
        (changes, repeat, isKnown) => {
          const about = { ...(isKnown ? known : {}), repeat }
          const row = { ...trade, ...changes }
          expect(activity(row, about).id).toBe(tradeId(row, about))
        },
      ),
    )
  })

  it('of anything else is made from the words that tell it', () => {
    const rows = [
      activity({ ...other, type: 'SPLIT' }),
      activity({ ...other, type: 'MERGE' }),
      activity({ ...other, type: 'REDEEM' }),
      activity(redeemed),
      activity({ ...redeemed, asset: '111' }),
      activity({ ...redeemed, outcomeIndex: 0 }),
      activity({ ...other, type: 'SPLIT', conditionId: '0xdef' }),
      activity({ ...other, type: 'SPLIT', size: 25 }),
      activity({ ...other, type: 'SPLIT', usdcSize: 25 }),
      activity({ ...other, type: 'SPLIT', timestamp: 1784326907 }),
      activity({ ...other, type: 'SPLIT' }, { ...known, repeat: 1 }),
    ]
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length)
    for (const { id } of rows) expect(id).toMatch(/^0x9bcb-[0-9a-f]{16}$/)
  })

  it('is not the way of writing it', () => {
    const row = { ...other, type: 'SPLIT' }
    const { id } = activity(row)
    expect(activity({ ...row, size: '25.50', usdcSize: '25.500000', type: 'split' }).id).toBe(id)
    expect(activity({ ...row, title: 'renamed', slug: 'renamed', name: 'someone' }).id).toBe(id)
    expect(activity(row, {}).id).toBe(id)
  })
})
