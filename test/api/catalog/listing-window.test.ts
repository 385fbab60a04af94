// Which ended markets are in lists.
import { describe, expect, it } from '@jest/globals'
import { createListingWindow } from '../../../services/api/catalog/listing-window.ts'

const minuteMs = 60_000
const endedPerMinute = new Map([
  [7, 2],
  [9, 3],
  [8, 1],
])

describe('the listing window', () => {
  it.each([
    [6, -Infinity],
    [5, 8 * minuteMs],
    [4, 8 * minuteMs],
    [3, 9 * minuteMs],
    [2, 9 * minuteMs],
  ])(
    'contains at most %d ended markets and all of a minute or none, but always the newest minute',
    (maxEndedMarkets, expected) => {
      const window = createListingWindow({ endedMarketsMs: Infinity, maxEndedMarkets }, () => 0)
      window.limit(endedPerMinute)
      expect(window.minListedEndMs()).toBe(expected)
    },
  )

  it('begins a fixed time ago if there are not too many, and never begins earlier than before', () => {
    let nowMs = 9 * minuteMs
    const options = { endedMarketsMs: 2 * minuteMs, maxEndedMarkets: 4 }
    const window = createListingWindow(options, () => nowMs)
    expect(window.minListedEndMs()).toBe(7 * minuteMs)
    window.limit(new Map())
    expect(window.minListedEndMs()).toBe(7 * minuteMs)
    window.limit(endedPerMinute)
    window.limit(new Map([[6, 5]]))
    expect(window.minListedEndMs()).toBe(8 * minuteMs)
    window.limitAnew(new Map([[6, 5]]))
    expect(window.minListedEndMs()).toBe(7 * minuteMs)
    nowMs = 11 * minuteMs
    expect(window.minListedEndMs()).toBe(9 * minuteMs)
  })
})
