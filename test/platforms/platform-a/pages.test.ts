import { describe, expect, it } from '@jest/globals'
import { isEndOf } from '../../../services/platforms/platform-a/source/pages.ts'

const row = (key: string, second: number) => ({
  key,
  timeMs: second * 1000,
  marketNativeId: 'm',
  needsMarket: false,
})

/** Newest first. */
const page = [row('d', 9), row('c', 8), row('b', 7), row('a', 7)]

describe('the end of a list that has grown while it was read', () => {
  it.each([
    ['the oldest row', [row('a', 7)], true],
    ['the oldest rows, in any order', [row('a', 7), row('b', 7)], true],
    ['one of several oldest rows', [row('b', 7)], true],
    ['no rows: the list had ended before', [], false],
    ['a new row', [row('a', 7), row('z', 6)], false],
    ['a row that is not the oldest', [row('c', 8)], false],
    ['the whole page: the platform may have returned it twice', page, false],
  ])('%s', (_what, rows, expected) => {
    expect(isEndOf(page, rows)).toBe(expected)
  })

  it('is not the end of nothing', () => {
    expect(isEndOf([], [row('a', 7)])).toBe(false)
  })
})
