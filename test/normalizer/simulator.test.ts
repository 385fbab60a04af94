// The simulator writes the platforms' formats and knows the truth behind each body: what the
// normalizer reads out of the bodies must be that truth.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createSimulator } from '../../simulator/simulator.ts'
import type { TrueMarket } from '../../simulator/truth.ts'
import {
  bookIn,
  resultOf,
  marketIn,
  normalizeBook,
  normalizeListed,
  normalizeTrade,
  receivedAtMs,
  tradeIn,
} from './records.ts'

type Json = Record<string, unknown>
type Generation = NonNullable<Parameters<typeof createSimulator>[0]['numberFormat']>

describe.each<Generation>(['fixed-point', 'cents'])('%s', (generation) => {
  const seed = 'normalizer'
  const simulator = createSimulator({
    seed,
    now: () => receivedAtMs,
    numberFormat: generation,
    activity: 0.05,
  })
  let server: Awaited<ReturnType<typeof simulator.listen>>
  let markets: ReadonlyMap<string, TrueMarket>

  beforeAll(async () => {
    server = await simulator.listen({ port: 0, host: '127.0.0.1' })
    markets = new Map(simulator.truth.markets().map((market) => [market.nativeId, market]))
  })
  afterAll(() => server.close())

  async function get(path: string): Promise<Json> {
    const response = await fetch(`${server.url}${path}`)
    if (!response.ok) throw new Error(`${path}: ${response.status}`)
    return (await response.json()) as Json
  }

  /** Every event of a list with its markets, mapped as the poller publishes them. */
  async function mapList(platform: 'platform_a' | 'platform_b', path: string) {
    const mapped: { row: Json; outcome: ReturnType<typeof normalizeListed> }[] = []
    let cursor = ''
    do {
      const page = await get(`${path}${cursor}`)
      for (const { markets: rows = [], ...event } of page['events'] as Json[])
        for (const row of rows as Json[])
          mapped.push({ row, outcome: normalizeListed(platform, 'market', row, event) })
      const next = (page['next_cursor'] ?? page['cursor'] ?? '') as string
      const name = platform === 'platform_a' ? 'after_cursor' : 'cursor'
      cursor = next === '' ? '' : `&${name}=${encodeURIComponent(next)}`
    } while (cursor !== '')
    return mapped
  }

  async function expectTruth(platform: 'platform_a' | 'platform_b', path: string): Promise<void> {
    const mapped = await mapList(platform, path)
    expect(mapped.length).toBeGreaterThan(10)
    for (const { row, outcome } of mapped) {
      const id = row[platform === 'platform_a' ? 'conditionId' : 'ticker'] as string
      const truth = markets.get(id)
      if (id === '') expect(resultOf(outcome)).toBe('drop empty_condition_id')
      else if (truth?.isPlaceholder || row['negRiskOther'] === true)
        expect(resultOf(outcome)).toBe('drop placeholder')
      else if (truth?.isParlay) expect(resultOf(outcome)).toBe('drop parlay')
      else {
        const market = marketIn(outcome)
        expect([id, market.status]).toEqual([id, truth?.status])
        const given = platform === 'platform_a' ? row['question'] : truth?.question
        expect(market.question.startsWith(given as string)).toBe(true)
        expect(market.outcomes.map(({ label }) => label)).toEqual(truth?.outcomes)
        if (market.status === 'resolved' && truth?.payout !== null)
          expect(Number(market.outcomes[0]?.listed_price)).toBe(truth?.payout)
      }
    }
  }

  it('markets of platform_a', async () => {
    const list = '/gamma/events/keyset?limit=100'
    for (const closed of ['false', 'true'])
      await expectTruth('platform_a', `${list}&closed=${closed}`)
  })

  it('markets of platform_b', async () => {
    const list = '/trade-api/v2/events?limit=100&with_nested_markets=true'
    for (const status of ['open', 'settled'])
      await expectTruth('platform_b', `${list}&status=${status}`)
  })

  it('trades', () => {
    let seen = 0
    for (const { nativeId, platform, isParlay } of markets.values()) {
      if (isParlay) continue
      const id = `${platform === 'platform_a' ? 'pa' : 'pb'}_${nativeId}`
      const truth = simulator.truth.trades(nativeId)
      // The token of the first outcome is that of any row with index 0.
      const first = truth.find(({ row }) => row['outcomeIndex'] === 0)?.row
      const second = truth.find(({ row }) => row['outcomeIndex'] === 1)?.row
      const tokens = [first?.['asset'] ?? 'none', second?.['asset'] ?? 'none'] as string[]
      const outcomes = [first?.['outcome'] ?? 'none', second?.['outcome'] ?? 'none'] as string[]
      for (const { row, price, side, size, timestampMs, nativeId: native } of truth) {
        const known = platform === 'platform_a' && first !== undefined && second !== undefined
        if (platform === 'platform_a' && !known) continue
        const trade = tradeIn(normalizeTrade(platform, id, row, known ? { tokens, outcomes } : {}))
        expect([trade.price, trade.side, trade.size, trade.timestamp_ms]).toEqual([
          price,
          side,
          size,
          timestampMs,
        ])
        expect(trade.native_trade_id).toBe(native)
        seen++
      }
    }
    expect(seen).toBeGreaterThan(1000)
  })

  it('books of platform_b', async () => {
    const open = [...markets.values()].filter(
      (market) => market.platform === 'platform_b' && market.status === 'open' && !market.isParlay,
    )
    let seen = 0
    for (const { nativeId } of open.slice(0, 50)) {
      const truth = simulator.truth.book(nativeId, receivedAtMs)
      if (truth === null) continue
      const path = `/trade-api/v2/markets/${encodeURIComponent(nativeId)}/orderbook`
      const { bids, asks } = bookIn(normalizeBook('platform_b', `pb_${nativeId}`, await get(path)))
      // Before 2026 the platform wrote whole contracts.
      const written = ([price, size]: readonly [string, string]) => [
        price,
        generation === 'cents' ? String(Math.round(Number(size))) : size,
      ]
      expect(bids.map(({ price, size }) => [price, size])).toEqual(truth.bids.map(written))
      expect(asks.map(({ price, size }) => [price, size])).toEqual(truth.asks.map(written))
      seen++
    }
    expect(seen).toBeGreaterThan(5)
  })
})
