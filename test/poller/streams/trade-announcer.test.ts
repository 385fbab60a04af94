// Which trades of a stream are published.
import { expect, it } from '@jest/globals'
import { silentObserver } from '../../../services/poller/observer.ts'
import type { PollerRecord } from '../../../services/poller/publisher.ts'
import { createRetiredMarkets } from '../../../services/poller/retired-markets.ts'
import { createTradeAnnouncer } from '../../../services/poller/streams/trade-announcer.ts'
import { aMarketState } from '../support/market-state.ts'

function open() {
  let nowMs = 1e12
  const records: PollerRecord[] = []
  const counts: string[] = []
  const markets = new Map([['pa_m', { ...aMarketState, tokens: ['1', '2'] }]])
  let finish: () => void = () => undefined
  const announcer = createTradeAnnouncer({
    platform: 'platform_a',
    url: 'wss://a',
    platformNowMs: () => nowMs,
    marketsOf: (id) =>
      id.startsWith('pa_') ? { markets, retired: createRetiredMarkets(Infinity) } : undefined,
    async publish(published) {
      records.push(...published)
      await new Promise<void>((resolve) => {
        finish = resolve
      })
    },
    observer: {
      ...silentObserver,
      count: (what, { result = '' }) => void counts.push(`${what} ${result}`),
    },
  })
  return {
    records,
    counts,
    pass: (ms: number) => (nowMs += ms),
    /** Ends the append under way. */
    finish: async () => {
      finish()
      await new Promise(setImmediate)
    },
    announce: async (key: string, { id = 'pa_m', delayMs = 0 } = {}): Promise<void> => {
      const timeMs = nowMs - delayMs
      const frame = { body: `{"key":"${key}"}`, id, sentAtMs: timeMs, event: null }
      announcer.announce(frame, { key, timeMs }, 7)
      await new Promise(setImmediate)
    },
  }
}

it('a trade is published at once, byte for byte, with the facts about its market', async () => {
  const { announce, records } = open()
  await announce('t1')
  expect(records).toEqual([
    {
      topic: 'raw.provisional-trades',
      key: 'pa_m',
      value: {
        platform: 'platform_a',
        market_id: 'pa_m',
        url: 'wss://a',
        received_at_ms: 7,
        sent_at_ms: 1e12,
        body: '{"key":"t1"}',
        tokens: ['1', '2'],
        outcomes: ['Yes', 'No'],
        withdrawal: null,
      },
    },
  ])
})

it('trades that are received during an append are published together after it', async () => {
  const { announce, records, finish } = open()
  for (const key of ['t1', 't2', 't3']) await announce(key)
  expect(records).toHaveLength(1)
  await finish()
  expect(records).toHaveLength(3)
})

it('a repeated trade, one from long ago or from the future, and one of an unknown market are not published', async () => {
  const { announce, records, counts, pass, finish } = open()
  await announce('t1')
  await finish()
  pass(60_000)
  await announce('t1')
  await announce('t2', { delayMs: 60_001 })
  await announce('t3', { delayMs: -60_001 })
  await announce('t4', { id: 'pa_unknown' })
  await announce('t5', { id: 'pb_of_another_task' })
  expect(records).toHaveLength(1)
  expect(counts).toEqual([
    'provisional_trades announced',
    'provisional_trades repeated',
    'provisional_trades untimely',
    'provisional_trades untimely',
  ])
})
