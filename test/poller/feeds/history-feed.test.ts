// The history of one market, read in time windows.
import { expect, it } from '@jest/globals'
import type { MarketState } from '../../../services/poller/checkpoints.ts'
import { createHistoryFeed } from '../../../services/poller/feeds/history-feed.ts'
import { createRetiredMarkets } from '../../../services/poller/retired-markets.ts'
import type { PollerRecord } from '../../../services/poller/publisher.ts'
import type { Source, TradeRow } from '../../../services/platforms/source.ts'
import { createDeps, never, nowMs } from '../support/source.ts'

const id = 'pa_0x1'
const endMs = nowMs

function rowAt(timeMs: number): TradeRow {
  const key = `trade at ${timeMs - endMs}`
  return { marketNativeId: '0x1', key, timeMs, body: key, url: 'u', receivedAtMs: nowMs }
}

it('publishes each trade once if the first answer is older than the end of the history', async () => {
  const deps = createDeps()
  const rows = [-5_000, -2_000, -1_000].map((beforeEndMs) => rowAt(endMs + beforeEndMs))
  let asOfMs = endMs + 1_000
  const source = {
    platform: 'platform_a',
    trades: (_ids, { fromS, untilS }) => {
      const isInside = ({ timeMs }: TradeRow): boolean =>
        timeMs !== null && timeMs >= fromS * 1000 && timeMs < untilS * 1000
      return Promise.resolve({ rows: rows.filter(isInside), asOfMs, isComplete: true })
    },
  } as Partial<Source> as Source
  const market = { nativeId: '0x1', createdMs: null, tokens: [], outcomes: [] }
  const published: PollerRecord[] = []
  const feed = createHistoryFeed({
    ...deps,
    source,
    memory: {
      markets: new Map([[id, market as Partial<MarketState> as MarketState]]),
      changedMarkets: new Set(),
      retired: createRetiredMarkets(Infinity),
      histories: new Map(),
      books: new Map(),
    },
    publisher: {
      publish: (_platform, records) => Promise.resolve(void published.push(...records)),
      waitUntilDrained: () => Promise.resolve(),
    },
    endMs,
    steadyNow: deps.now,
    witnesses: { read: (request) => request() },
    signal: never,
  })
  const readOn = (): Promise<void> =>
    feed.readMarket(id, { fromS: feed.coverageOf(id).untilMs / 1000, untilS: endMs / 1000 })
  await readOn()
  expect(feed.coverageOf(id).untilMs).toBe(asOfMs - deps.tuning.settleLagMs)
  asOfMs += deps.tuning.settleLagMs
  await readOn()
  expect(feed.coverageOf(id).untilMs).toBe(endMs)
  const bodies = published.flatMap(({ topic, value }) =>
    topic === 'raw.trades' && 'repeat' in value && value.body !== null ? [value.body] : [],
  )
  expect(bodies).toEqual(rows.map(({ body }) => body))
})
