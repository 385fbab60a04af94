// When an ended market is requested for the last time.
import { describe, expect, it } from '@jest/globals'
import type { MarketState } from '../../../services/poller/checkpoints.ts'
import { finalRefreshDueMs } from '../../../services/poller/feeds/final-refresh.ts'

const hour = 3_600_000
const day = 24 * hour
const endedMs = Date.UTC(2026, 10, 1, 12)
const tuning = { finalRefreshMs: 25 * hour, settleFollowMs: 7 * day }

const market = (known: Partial<MarketState>): MarketState => ({
  phase: 'final',
  hasBook: false,
  tokens: [],
  outcomes: ['Yes', 'No'],
  volume24h: 5,
  volumeTotal: 10,
  neverTraded: false,
  createdMs: null,
  closedMs: endedMs,
  nativeId: 'n',
  eventNativeId: null,
  digest: 'd',
  listedMs: endedMs + hour,
  ...known,
})

describe('the final refresh of a market', () => {
  it.each<[string, Partial<MarketState>, number]>([
    ['an hour and a day after its end', {}, endedMs + 25 * hour],
    ['also if its result is not final', { phase: 'settling' }, endedMs + 25 * hour],
    ['also if it has no volume: corrections', { volume24h: 0 }, endedMs + 25 * hour],
    ['never while it is open', { phase: 'open' }, Infinity],
    ['never without an id to ask by', { nativeId: '' }, Infinity],
    ['not again, once it was heard', { volume24h: 0, listedMs: endedMs + 25 * hour }, Infinity],
    ['not again, once it was asked for', { volume24h: 0, askedMs: endedMs + 25 * hour }, Infinity],
    [
      'not of one that was long over when it was met',
      { volume24h: 0, listedMs: endedMs + 900 * day },
      Infinity,
    ],
    [
      'again while its volume is not let go of',
      { listedMs: endedMs + 26 * hour },
      endedMs + 51 * hour,
    ],
    ['from the newest question on', { askedMs: endedMs + 2 * day }, endedMs + 3 * day + hour],
    ['but not for ever', { askedMs: endedMs + 7 * day }, Infinity],
    [
      'even if nobody asked for a month: we were not there',
      { listedMs: endedMs - 2 * hour, closedMs: endedMs - 2.5 * hour + 500 },
      endedMs - 2.5 * hour + 500 + 25 * hour,
    ],
    [
      'counted from when it was heard of, where nothing is told',
      { closedMs: null, listedMs: endedMs + 5 * hour },
      endedMs + 30 * hour,
    ],
    [
      'counted from when it was heard of, where the end told is a plan',
      { closedMs: endedMs + 90 * day, listedMs: endedMs + 5 * hour },
      endedMs + 30 * hour,
    ],
  ])('is due %s', (_, known, dueMs) => {
    expect(finalRefreshDueMs(market(known), tuning)).toBe(dueMs)
  })
})
