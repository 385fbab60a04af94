import { describe, expect, it } from '@jest/globals'
import type { Candle, OrderBook, Trade } from '../../clients/typescript/src/client.ts'
import {
  mergeTrades,
  nextPrice,
  toDepth,
  toQualitySegments,
  withCandle,
} from '../../console/series.ts'

const tradeOf = (id: string, timestampMs: number, price = 0.5): Trade => ({
  id,
  market_id: 'pa_1',
  platform: 'platform_a',
  price,
  size: 1,
  side: 'buy',
  timestamp_ms: timestampMs,
  native_trade_id: id,
  outcome: 'Yes',
  outcome_price: price,
})

const candleOf = (startTs: number, close = 0.5): Candle => ({
  start_ts: startTs,
  open: close,
  high: close,
  low: close,
  close,
  volume: 3,
  notional: 1,
  outcome_notional: 1,
  trade_count: 1,
  is_final: false,
})

describe('trades', () => {
  const trade = (id: string) => tradeOf(id, 1)

  it('are there once, newest first, as far as there is room', () => {
    const merged = mergeTrades(
      [tradeOf('b', 2), tradeOf('a', 1)],
      [tradeOf('c', 3), tradeOf('b', 2)],
      2,
    )
    expect(merged.map(({ id }) => id)).toEqual(['c', 'b'])
  })

  it('are in the order of the API if they have the same time, however they arrive', () => {
    const sameTime = [trade('b'), trade('c'), trade('a')]
    for (const known of [sameTime, sameTime.toReversed()])
      expect(mergeTrades(known, [trade('d')], 3).map(({ id }) => id)).toEqual(['d', 'c', 'b'])
  })

  it('are replaced by a later one with the same id', () => {
    expect(mergeTrades([tradeOf('a', 1, 0.4)], [tradeOf('a', 1, 0.6)], 5)[0]?.price).toBe(0.6)
  })
})

describe('candles', () => {
  const starts = (candles: readonly Candle[]): readonly number[] =>
    candles.map(({ start_ts: startTs }) => startTs)

  it('replace the one with the same start', () => {
    const candles = withCandle([candleOf(0), candleOf(60)], candleOf(60, 0.7), 60)
    expect(candles.map(({ close }) => close)).toEqual([0.5, 0.7])
  })

  it('are filled with the last price up to a later one', () => {
    const candles = withCandle([candleOf(0, 0.4)], candleOf(180, 0.7), 60)
    expect(starts(candles)).toEqual([0, 60, 120, 180])
    expect(candles[1]).toMatchObject({ open: 0.4, close: 0.4, volume: 0, trade_count: 0 })
  })

  it('take their place among later ones', () => {
    expect(starts(withCandle([candleOf(0), candleOf(120)], candleOf(60), 60))).toEqual([0, 60, 120])
    expect(starts(withCandle([], candleOf(60), 60))).toEqual([60])
  })
})

describe('depth', () => {
  const level = (price: number, size: number) => ({ price, size, platform: 'platform_a' as const })
  const book: Pick<OrderBook, 'bids' | 'asks'> = {
    bids: [level(0.4, 10), level(0.42, 5), level(0.3, 99)],
    asks: [level(0.5, 4), level(0.45, 20)],
  }

  it('begins with the best price and adds up', () => {
    const { bids, asks } = toDepth(book, 2)
    expect(bids.map(({ price, total }) => [price, total])).toEqual([
      [0.42, 5],
      [0.4, 15],
    ])
    expect(asks.map(({ price, total }) => [price, total])).toEqual([
      [0.45, 20],
      [0.5, 24],
    ])
    expect(asks[1]?.share).toBe(1)
    expect(bids[0]?.share).toBeCloseTo(5 / 24)
  })

  it('of an empty book is empty', () => {
    expect(toDepth({ bids: [], asks: [] }, 5)).toEqual({ bids: [], asks: [] })
  })
})

describe('the quality of candles', () => {
  const candles = [0, 60, 120, 180, 240].map((startTs) => ({ start_ts: startTs }))
  const complete = {
    complete_until_ms: 200_000,
    gaps: [],
    has_more_gaps: false,
    history_not_requested: null,
  }

  it('is complete up to the bucket that contains the watermark', () => {
    expect(toQualitySegments(candles, 60, complete)).toEqual([
      { quality: 'complete', from: 0, until: 3 },
      { quality: 'pending', from: 3, until: 5 },
    ])
  })

  it('is that of a gap where a gap overlaps the bucket', () => {
    const gaps = [{ from_ms: 119_999, until_ms: 120_000, reason: 'volume' }]
    expect(toQualitySegments(candles, 60, { ...complete, gaps })).toEqual([
      { quality: 'complete', from: 0, until: 1 },
      { quality: 'gap', from: 1, until: 2 },
      { quality: 'complete', from: 2, until: 3 },
      { quality: 'pending', from: 3, until: 5 },
    ])
  })

  it('is never complete without a watermark', () => {
    expect(toQualitySegments(candles, 60, null)).toEqual([
      { quality: 'pending', from: 0, until: 5 },
    ])
  })
})

describe('a live price', () => {
  it('has its direction from the price before', () => {
    const first = nextPrice(undefined, 0.6, 1_000, 0.5)
    expect(first.direction).toBe('up')
    expect(nextPrice(first, 0.55, 2_000, 0.5).direction).toBe('down')
    expect(nextPrice(first, 0.6, 2_000, 0.5).direction).toBe('same')
  })

  it('is not replaced by an older one', () => {
    const known = nextPrice(undefined, 0.6, 2_000, undefined)
    expect(nextPrice(known, 0.1, 1_000, undefined)).toBe(known)
  })
})
