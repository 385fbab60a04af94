// The candles in memory and the minutes that they leave to the tables, against candles computed from all trades.
import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { createOpenCandles, type OpenCandles } from '../../services/projector/open-candles.ts'
import { addTradesRecord, createPendingCandles } from '../../services/projector/pending-candles.ts'
import type { Trade } from '../../services/domain/trade.ts'
import { aTrade } from './records.ts'

interface Received {
  readonly market: number
  readonly minute: number
  readonly id: number
  readonly price: number
  readonly receivedMs: number
}

const startMs = Date.UTC(2026, 10, 1)

function toTrade({ market, minute, id, price, receivedMs }: Received): Trade {
  return aTrade({
    id: `trade-${id}`,
    market_id: `pb_MARKET-${market}`,
    price: (price / 100).toString(),
    size: '2.5',
    // an id has one time
    timestamp_ms: startMs + minute * 60_000 + (id % 7) * 1_000,
    received_at_ms: startMs + 86_400_000 + receivedMs,
  })
}

/** A table of trades, from which candles are computed as the statements of tables/candles.ts do. */
function createTable() {
  const trades = new Map<string, { readonly trade: Trade; readonly version: bigint }>()
  const written = new Map<string, { readonly text: string; readonly version: bigint }>()

  function candleAt(marketId: string, stepMinutes: number, bucket: number) {
    const rows = [...trades.values()]
      .filter(({ trade }) => trade.market_id === marketId)
      .filter(({ trade }) => Math.floor(trade.timestamp_ms / (60_000 * stepMinutes)) === bucket)
      .sort(
        (a, b) => a.trade.timestamp_ms - b.trade.timestamp_ms || (a.trade.id < b.trade.id ? -1 : 1),
      )
    const prices = rows.map(({ trade }) => BigInt(Math.round(Number(trade.price) * 100)))
    const units = prices.map((cents) => cents * 10n ** 16n)
    const highest = units.reduce((a, b) => (a > b ? a : b), 0n)
    const lowest = units.reduce((a, b) => (a < b ? a : b), 10n ** 18n)
    const notional = units.reduce((sum, price) => sum + price * 2_500_000n, 0n)
    const version = rows.reduce((sum, row) => sum + row.version, 0n)
    return {
      text: [units[0], units.at(-1), highest, lowest, notional, rows.length].join(' '),
      version,
    }
  }

  const keep = (key: string, row: { readonly text: string; readonly version: bigint }): void => {
    if ((written.get(key)?.version ?? 0n) <= row.version) written.set(key, row)
  }

  return {
    candleAt,
    written,
    trades,
    insert(trade: Trade, offset: number): void {
      const key = `${trade.market_id} ${trade.timestamp_ms} ${trade.id}`
      const version = (BigInt(4_398_046_511_104 - trade.received_at_ms) << 64n) + BigInt(offset)
      if ((trades.get(key)?.version ?? 0n) < version) trades.set(key, { trade, version })
    },
    async flush(open: OpenCandles, pending: ReturnType<typeof createPendingCandles>) {
      const work = await open.add(pending.trades, (marketIds, from) => {
        const minutes = [...written.keys()].map((key) => key.split(' '))
        const newest = new Map<string, number>()
        for (const [step, market = '', bucket] of minutes)
          if (step === '1' && marketIds.includes(market) && Number(bucket) >= from)
            newest.set(market, Math.max(newest.get(market) ?? 0, Number(bucket)))
        return Promise.resolve(newest)
      })
      for (const [step, candles] of [
        [1, work.minutes],
        [60, work.hours],
      ] as const)
        for (const { marketId, bucket, candle } of candles)
          keep(`${step} ${marketId} ${bucket}`, {
            text: [
              candle.open,
              candle.close,
              candle.high,
              candle.low,
              candle.notional,
              candle.trades,
            ].join(' '),
            version: candle.version,
          })
      for (const [marketId, minutes] of work.others)
        for (const minute of minutes.keys()) {
          keep(`1 ${marketId} ${minute}`, candleAt(marketId, 1, minute))
          const hour = Math.floor(minute / 60)
          keep(`60 ${marketId} ${hour}`, candleAt(marketId, 60, hour))
        }
      open.closeOldMinutes()
      return work
    },
  }
}

const received: fc.Arbitrary<Received> = fc.record({
  market: fc.integer({ min: 0, max: 2 }),
  minute: fc.integer({ min: -2, max: 3 }),
  id: fc.integer({ min: 0, max: 60 }),
  price: fc.integer({ min: 1, max: 99 }),
  receivedMs: fc.integer({ min: 0, max: 3 }),
})

/** Flushes of trades around a time that advances; a flush may begin with an empty memory. */
const flushes = fc.array(
  fc.record({
    step: fc.oneof(fc.constant(0), fc.constant(1), fc.integer({ min: 0, max: 70 })),
    isForgotten: fc.boolean(),
    trades: fc.array(received, { maxLength: 12 }),
  }),
  { maxLength: 25 },
)

describe('open candles', () => {
  it('together with the tables are the candles of all trades, with late and repeated ones', async () => {
    let fromMemory = 0
    await fc.assert(
      fc.asyncProperty(flushes, async (all) => {
        const table = createTable()
        const open = createOpenCandles()
        let [now, offset] = [120, 0]
        for (const { step, isForgotten, trades } of all) {
          now += step
          if (isForgotten) open.clear()
          const pending = createPendingCandles()
          for (const part of trades) {
            const trade = toTrade({ ...part, minute: now + part.minute })
            table.insert(trade, offset)
            const value = { trade, progress: null }
            const key = trade.market_id
            addTradesRecord(pending, { topic: 'trades', partition: 0, offset, key, value }, true)
            offset += 1
          }
          fromMemory += (await table.flush(open, pending)).minutes.length
        }
        for (const { trade } of table.trades.values())
          for (const step of [1, 60]) {
            const bucket = Math.floor(trade.timestamp_ms / (60_000 * step))
            const found = table.written.get(`${step} ${trade.market_id} ${bucket}`)
            expect(found).toEqual(table.candleAt(trade.market_id, step, bucket))
          }
      }),
      { numRuns: 300 },
    )
    expect(fromMemory).toBeGreaterThan(1_000)
  })
})
