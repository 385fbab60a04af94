// Which histories are read, and how often.
import { describe, expect, it } from '@jest/globals'
import { createConcurrencyLimit } from '../../../services/lib/run/concurrency-limit.ts'
import type { HistoryState, MarketState } from '../../../services/poller/checkpoints.ts'
import { followHistory, type HistoryOptions } from '../../../services/poller/feeds/history.ts'
import { createRetiredMarkets } from '../../../services/poller/retired-markets.ts'
import type { Source } from '../../../services/platforms/source.ts'
import { aMarketState } from '../support/market-state.ts'
import { createMemoryLog, jsonCodec } from '../support/memory-log.ts'
import { createDeps, nowMs } from '../support/source.ts'

const endMs = nowMs - 3_600_000

/** The options of a task with the market pa_0x1. */
function createOptions(
  trades: Source['trades'],
  changes: Partial<HistoryOptions> & Pick<HistoryOptions, 'signal'>,
) {
  const deps = createDeps()
  const source: Partial<Source> = {
    platform: 'platform_a',
    marketsPerTradeRequest: 1,
    nowMs: deps.now,
    trades,
  }
  const memory = {
    markets: new Map<string, MarketState>([['pa_0x1', aMarketState]]),
    changedMarkets: new Set<string>(),
    retired: createRetiredMarkets(Infinity),
    histories: new Map<string, HistoryState>(),
    books: new Map(),
  }
  const options: HistoryOptions = {
    ...deps,
    source: source as Source,
    memory,
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
    requests: { ids: () => [], has: () => false, markComplete: () => undefined },
    endMs,
    steadyNow: deps.now,
    ...changes,
  }
  return { deps, memory, options }
}

describe('the history', () => {
  it('of a requested market is read once between two pauses if responses do not say when they were made', async () => {
    const ending = new AbortController()
    const fromS: number[] = []
    /** Two loops pause, so several pauses can follow one read. */
    const readsUntilPause = new Set<number>()
    const { deps, options } = createOptions(
      (_ids, window) => {
        fromS.push(window.fromS)
        return Promise.resolve({ rows: [], asOfMs: -Infinity, isComplete: true })
      },
      {
        requests: { ids: () => ['pa_0x1'], has: () => true, markComplete: () => undefined },
        async sleep(ms) {
          const reads = fromS.filter((one) => one === fromS[0]).length
          readsUntilPause.add(reads)
          if (reads === 2) ending.abort(new Error('enough'))
          await deps.sleep(ms, ending.signal)
        },
        signal: ending.signal,
      },
    )
    await expect(followHistory(options)).rejects.toThrow('enough')
    expect([...readsUntilPause]).toEqual([1, 2])
  })

  it('of a new market without trades is published while another history is being read', async () => {
    const ending = new AbortController()
    const { signal } = ending
    const published: string[] = []
    const { deps, memory, options } = createOptions(
      () => {
        memory.markets.set('pa_0x2', { ...aMarketState, neverTraded: true, listedMs: endMs })
        memory.changedMarkets.add('pa_0x2')
        return new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason as Error))
        })
      },
      {
        publisher: {
          async publish(_platform, records) {
            published.push(...records.map(({ key }) => key))
            ending.abort(new Error('enough'))
          },
          waitUntilDrained: () => Promise.resolve(),
        },
        sleep: (ms) => deps.sleep(ms, signal),
        signal,
      },
    )
    await expect(followHistory(options)).rejects.toThrow('enough')
    expect(published).toContain('platform_a/history/pa_0x2')
    expect(memory.histories.get('pa_0x2')).toEqual({ untilMs: endMs, gaps: [] })
  })
})
