// Whose history is fetched next, and at what cost.
import { describe, expect, it } from '@jest/globals'
import type {
  HistoryState,
  MarketState,
  RetiredState,
} from '../../../services/poller/checkpoints.ts'
import { createHistoryQueue } from '../../../services/poller/feeds/history-queue.ts'
import { createRetiredMarkets } from '../../../services/poller/retired-markets.ts'
import { aMarketState } from '../support/market-state.ts'

const endMs = 1_000
const traded = (volume24h: number): MarketState => ({ ...aMarketState, volume24h })
const alone = (): boolean => false
const together = (): boolean => true

const retired: RetiredState = {
  isRetired: true,
  digest: '',
  tokens: [],
  outcomes: [],
  historyUntilMs: endMs,
}

function open(markets: Record<string, MarketState>) {
  const memory = {
    markets: new Map(Object.entries(markets)),
    changedMarkets: new Set<string>(),
    histories: new Map<string, HistoryState>(),
    retired: createRetiredMarkets(1_000),
  }
  const queue = createHistoryQueue(memory, endMs)
  return {
    queue,
    memory,
    complete: (...ids: string[]) => {
      for (const id of ids) memory.histories.set(id, { untilMs: endMs, gaps: [] })
    },
    /** As the checkpoint view stores a market. */
    store: (id: string, market: MarketState) => {
      memory.markets.set(id, market)
      memory.changedMarkets.add(id)
    },
    remove: (id: string) => {
      memory.markets.delete(id)
      memory.changedMarkets.add(id)
    },
  }
}

describe('the history queue', () => {
  it('returns the most traded markets first, in groups', () => {
    const { queue } = open({ a: traded(1), b: traded(3), c: traded(2), d: traded(0) })
    expect(queue.takeMostTradedMarkets(2, together)).toEqual(['b', 'c'])
    expect(queue.takeMostTradedMarkets(2, together)).toEqual(['a', 'd'])
    expect(queue.takeMostTradedMarkets(2, together)).toEqual([])
  })

  it('returns a market alone if its history has begun', () => {
    const { queue } = open({ a: traded(4), b: traded(3), c: traded(2), d: traded(1) })
    const isTogether = (first: string, id: string): boolean => first !== 'c' && id !== 'c'
    expect(queue.takeMostTradedMarkets(9, isTogether)).toEqual(['a', 'b'])
    expect(queue.takeMostTradedMarkets(9, isTogether)).toEqual(['c'])
    expect(queue.takeMostTradedMarkets(9, isTogether)).toEqual(['d'])
  })

  it('keeps markets apart that have no trades before the tape', () => {
    const { queue, complete } = open({
      old: traded(1),
      younger: { ...traded(9), createdMs: endMs },
      never: { ...traded(0), neverTraded: true, listedMs: endMs },
      'never until then': { ...traded(0), neverTraded: true, listedMs: endMs - 1 },
      'without native id': { ...traded(1), nativeId: '' },
    })
    const empty = queue.takeUntradedMarkets()
    expect(empty).toEqual(['younger', 'never'])
    complete(...empty)
    expect(queue.takeMostTradedMarkets(9, together)).toEqual(['old', 'never until then'])
    expect(queue.takeUntradedMarkets()).toEqual([])
  })

  it('follows what becomes of the markets', () => {
    const { queue, store, remove, complete } = open({ a: traded(1), b: traded(2), c: traded(3) })
    store('a', traded(9))
    store('new', traded(5))
    remove('c')
    store('done', traded(8))
    complete('done')
    expect(queue.takeMostTradedMarkets(9, together)).toEqual(['a', 'new', 'b'])
  })

  it('returns a market again only after it was put back', () => {
    const { queue, store, complete } = open({ a: traded(2), b: traded(1) })
    expect(queue.takeMostTradedMarkets(2, together)).toEqual(['a', 'b'])
    complete('a')
    store('b', traded(3))
    expect(queue.takeMostTradedMarkets(2, together)).toEqual([])
    expect(queue.putBackIncompleteMarkets()).toBe(1)
    expect(queue.takeMostTradedMarkets(2, together)).toEqual(['b'])
  })

  it('does not return untraded markets again before they are released', () => {
    const never = { ...traded(0), neverTraded: true, listedMs: endMs }
    const { queue, store, complete } = open({ a: never, b: never })
    expect(queue.takeUntradedMarkets()).toEqual(['a', 'b'])
    store('a', never)
    store('b', never)
    expect(queue.putBackIncompleteMarkets()).toBe(0)
    expect(queue.takeUntradedMarkets()).toEqual([])
    complete('a')
    queue.releaseCompleteMarkets(['a', 'b'])
    store('a', never)
    expect(queue.takeUntradedMarkets()).toEqual([])
  })

  it('keeps a market back that may have been forgotten, until its history was looked for in the log', () => {
    const { queue, memory, store, complete } = open({ a: { ...traded(3), createdMs: 300 } })
    memory.retired.set('retired', retired, 100)
    memory.retired.expire(5_000)
    const old = { ...traded(1), createdMs: 50 }
    store('b', old)
    store('c', { ...old, neverTraded: true, listedMs: endMs })
    store('d', { ...traded(2), createdMs: 300 })
    store('e', { ...old, createdMs: null })
    expect(queue.marketsWithHistoryToRestore()).toEqual(['b', 'c', 'e'])
    expect([queue.awaitsRestore('b'), queue.awaitsRestore('d')]).toEqual([true, false])
    expect(queue.takeUntradedMarkets()).toEqual([])
    expect(queue.takeMostTradedMarkets(9, together)).toEqual(['a', 'd'])
    complete('e')
    queue.markHistoriesRestored(['b', 'c', 'e'])
    expect(queue.marketsWithHistoryToRestore()).toEqual([])
    expect(queue.takeUntradedMarkets()).toEqual(['c'])
    expect(queue.takeMostTradedMarkets(9, together)).toEqual(['b'])
    expect(queue.putBackIncompleteMarkets()).toBe(3)
    expect(queue.marketsWithHistoryToRestore()).toEqual([])
  })

  it('visits a market once, and then only when it has changed', () => {
    let visits = 0
    const count = 5_000
    const markets = new Map(
      Array.from({ length: count }, (_, n) => [String(n), traded(n)] as const),
    )
    const histories = new Map<string, HistoryState>()
    const counting = {
      changedMarkets: new Set<string>(),
      retired: createRetiredMarkets(Infinity),
      histories,
      markets: {
        keys: () => markets.keys(),
        get(id: string) {
          visits += 1
          return markets.get(id)
        },
      } as ReadonlyMap<string, MarketState>,
    }
    const queue = createHistoryQueue(counting, endMs)
    expect(visits).toBe(count)
    for (let ids = queue.takeMostTradedMarkets(50, together); ids.length > 0;) {
      for (const id of ids) histories.set(id, { untilMs: endMs, gaps: [] })
      queue.putBackIncompleteMarkets()
      ids = queue.takeMostTradedMarkets(50, together)
    }
    for (let idle = 0; idle < 100; idle += 1) {
      expect([queue.takeUntradedMarkets(), queue.takeMostTradedMarkets(1, alone)]).toEqual([[], []])
      queue.putBackIncompleteMarkets()
    }
    expect(visits).toBe(2 * count)
  })
})
