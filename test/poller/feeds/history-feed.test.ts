// The history of one market, read in time windows.
import { expect, it } from '@jest/globals'
import type { MarketState } from '../../../services/poller/checkpoints.ts'
import { createFormatCheck, type FormatCheck } from '../../../services/poller/feeds/format-check.ts'
import { createHistoryFeed } from '../../../services/poller/feeds/history-feed.ts'
import { silentObserver } from '../../../services/poller/observer.ts'
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

/** Opens the history of a market. `trades` returns the rows of a window, newest first. */
function openFeed(
  trades: Source['trades'],
  format: Pick<FormatCheck, 'accepts' | 'check'> = { accepts: () => true, check: () => undefined },
) {
  const deps = createDeps()
  const source = { platform: 'platform_a', trades } as Partial<Source> as Source
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
    format,
    signal: never,
  })
  return {
    readOn: (): Promise<void> =>
      feed.readMarketTrades(id, {
        fromS: feed.coverageOf(id).untilMs / 1000,
        untilS: endMs / 1000,
      }),
    untilMs: (): number => feed.coverageOf(id).untilMs,
    bodies: (): string[] =>
      published.flatMap(({ topic, value }) =>
        topic === 'raw.trades' && 'repeat' in value && value.body !== null ? [value.body] : [],
      ),
  }
}

it('publishes each trade once if the first answer is older than the end of the history', async () => {
  const rows = [-5_000, -2_000, -1_000].map((beforeEndMs) => rowAt(endMs + beforeEndMs))
  const { settleLagMs } = createDeps().tuning
  let asOfMs = endMs + 1_000
  const { readOn, untilMs, bodies } = openFeed(async (_ids, { fromS, untilS }) => {
    const isInside = ({ timeMs }: TradeRow): boolean =>
      timeMs !== null && timeMs >= fromS * 1000 && timeMs < untilS * 1000
    return { rows: rows.filter(isInside), asOfMs, isComplete: true }
  })
  await readOn()
  expect(untilMs()).toBe(asOfMs - settleLagMs)
  asOfMs += settleLagMs
  await readOn()
  expect(untilMs()).toBe(endMs)
  expect(bodies()).toEqual(rows.map(({ body }) => body))
})

it('reads many trades without requesting most of them twice', async () => {
  const count = 40_000
  const startS = endMs / 1000 - 30 * 86_400
  const stepS = (30 * 86_400) / count
  let returned = 0
  const { readOn, untilMs, bodies } = openFeed(async (_ids, { fromS, untilS }, maxRows) => {
    const [from, until] = [fromS, untilS].map((s) =>
      Math.min(count, Math.max(0, Math.ceil((s - startS) / stepS))),
    ) as [number, number]
    const number = Math.min(until - from, maxRows)
    returned += number
    const rows = Array.from({ length: number }, (_, i) =>
      rowAt(1000 * Math.floor(startS + (until - 1 - i) * stepS)),
    )
    return { rows, asOfMs: endMs + 60_000, isComplete: until - from <= maxRows }
  })
  await readOn()
  expect(untilMs()).toBe(endMs)
  expect(new Set(bodies()).size).toBe(count)
  expect(bodies()).toHaveLength(count)
  expect(returned).toBeLessThan(1.5 * count)
})

it('publishes no trades of a changed format, so that they are requested again', async () => {
  const rows = Array.from({ length: 200 }, (_, i) => rowAt(endMs - 1_000 * (i + 1)))
  const format = createFormatCheck('platform_a', silentObserver)
  const answer = { rows, asOfMs: endMs + 60_000, isComplete: true }
  const { readOn, untilMs, bodies } = openFeed(async () => answer, format)
  await expect(readOn()).rejects.toThrow('none of 200 trades can be mapped')
  expect(untilMs()).toBeLessThan(endMs)
  expect(bodies()).toEqual([])
})
