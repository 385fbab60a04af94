import { describe, expect, it } from '@jest/globals'
import { joinQuestion, splitQuestion } from '../../services/domain/question.ts'
import { toFirstOutcomeSide, toPriceFields } from '../../services/domain/trade.ts'

describe('a trade in terms of the first outcome', () => {
  it.each([
    [0, '0.3', 'buy', '0.3', 'buy'],
    [0, '0.3', 'sell', '0.3', 'sell'],
    [1, '0.3', 'buy', '0.7', 'sell'],
    [1, '0.3', 'sell', '0.7', 'buy'],
  ] as const)('outcome %i at %s, %s: %s, %s', (index, traded, side, price, firstSide) => {
    expect(toPriceFields(index, traded, side)).toEqual({
      price,
      side: firstSide,
      outcome_index: index,
      outcome_price: traded,
    })
    expect(toFirstOutcomeSide(index, firstSide)).toBe(side)
  })
})

describe('a question of title and subtitle', () => {
  it.each([
    { title: 'Who wins?', subtitle: 'Roy Cooper' },
    { title: 'Who wins?', subtitle: null },
    { title: 'Who wins?', subtitle: 'A — B' },
  ])('%j is split as it was joined', (parts) => {
    expect(splitQuestion(joinQuestion(parts))).toEqual(parts)
  })
})
