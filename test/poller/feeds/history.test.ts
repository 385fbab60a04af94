// Which histories are read, and how often.
import { expect, it } from '@jest/globals'
import { createConcurrencyLimit } from '../../../services/lib/run/concurrency-limit.ts'
import { followHistory } from '../../../services/poller/feeds/history.ts'
import { createRetiredMarkets } from '../../../services/poller/retired-markets.ts'
import type { Source } from '../../../services/platforms/source.ts'
import { aMarketState } from '../support/market-state.ts'
import { createMemoryLog, jsonCodec } from '../support/memory-log.ts'
import { createDeps, nowMs } from '../support/source.ts'

it('reads a requested history once between two pauses if responses do not say when they were made', async () => {
  const deps = createDeps()
  const ending = new AbortController()
  const fromS: number[] = []
  /** Two loops pause, so several pauses can follow one read. */
  const readsUntilPause = new Set<number>()
  const source: Partial<Source> = {
    platform: 'platform_a',
    marketsPerTradeRequest: 1,
    nowMs: deps.now,
    trades(_ids, window) {
      fromS.push(window.fromS)
      return Promise.resolve({ rows: [], asOfMs: -Infinity, isComplete: true })
    },
  }
  const following = followHistory({
    ...deps,
    source: source as Source,
    memory: {
      markets: new Map([['pa_0x1', aMarketState]]),
      changedMarkets: new Set(),
      retired: createRetiredMarkets(Infinity),
      histories: new Map(),
      books: new Map(),
    },
    publisher: { publish: () => Promise.resolve(), waitUntilDrained: () => Promise.resolve() },
    shared: {
      limit: createConcurrencyLimit(() => 1),
      groupSize: 1,
      witnesses: { read: (request) => request() },
      format: { accepts: () => true, isReadable: () => true, check: () => undefined },
    },
    log: createMemoryLog(deps.now),
    codec: jsonCodec,
    topicPrefix: 'pm.',
    partition: 0,
    missing: { audits: new Map(), isCaughtUp: true },
    tape: () => null,
    requests: { ids: () => ['pa_0x1'], has: () => true, markComplete: () => undefined },
    endMs: nowMs - 3_600_000,
    steadyNow: deps.now,
    async sleep(ms) {
      const reads = fromS.filter((one) => one === fromS[0]).length
      readsUntilPause.add(reads)
      if (reads === 2) ending.abort(new Error('enough'))
      await deps.sleep(ms, ending.signal)
    },
    signal: ending.signal,
  })
  await expect(following).rejects.toThrow('enough')
  expect([...readsUntilPause]).toEqual([1, 2])
})
