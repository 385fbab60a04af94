import { describe, expect, it } from '@jest/globals'
import {
  endsWithRowsOfSecond,
  rowsOfOldestSecond,
} from '../../../services/platforms/platform-a/source/pages.ts'

const row = (key: string, second: number | null) => ({
  key,
  timeMs: second === null ? null : second * 1000,
  marketNativeId: 'm',
  needsMarket: false,
})
const [d, c, b, a] = [row('d', 9), row('c', 8), row('b', 7), row('a', 7)]

describe('the oldest second of a page', () => {
  it.each([
    ['two rows', [d, c, b, a], [b, a]],
    ['identical rows', [d, a, a], [a, a]],
    ['no newer second: it may begin before the page', [b, a], null],
    ['another order', [a, b, c, d], null],
    ['a row without a time', [d, row('x', null), a], null],
    ['no rows', [], null],
  ])('%s', (_what, page, expected) => {
    expect(rowsOfOldestSecond(page)).toEqual(expected)
  })
})

describe('the end of a list that grows', () => {
  it.each([
    ['the same rows', [b, a], true],
    ['in another order', [a, b], true],
    ['after newer rows that were shifted', [row('e', 9), c, b, a], true],
    ['one row less', [a], false],
    ['one identical row more', [b, a, a], false],
    ['an older row', [b, a, row('z', 6)], false],
    ['only newer rows', [d, c], false],
    ['no rows', [], false],
    ['another order of seconds', [b, a, c], false],
  ])('%s', (_what, page, expected) => {
    expect(endsWithRowsOfSecond(page, [b, a])).toBe(expected)
  })
})
