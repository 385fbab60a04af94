// Random trade records with everything that can happen to them: ties in time, the same trade received
// again with another price, a corrected mapping, late ones, watermarks in between.
import { aWatermark, aTrade, createTradesTopic, partitions, type TradesTopic } from './records.ts'
import type { Random } from '../../simulator/random.ts'

const startMs = Date.UTC(2026, 9, 21)

export function generateTopic(random: Random, trades: number): TradesTopic {
  const topic = createTradesTopic()
  const markets = Array.from({ length: 40 }, (_, index) => `pb_MARKET-${index}`)
  let nowMs = startMs
  for (let number = 0; number < trades; number += 1) {
    nowMs += random.below(4_000)
    const isLate = random.chance(0.02)
    const age = isLate ? random.below(6 * 3_600_000) : random.below(3_000)
    // Whole seconds, so that many trades share an instant.
    const timestampMs = Math.floor((nowMs - age) / 1000) * 1000
    // A few markets have most of the trades.
    const market = markets[Math.floor(markets.length * random.next() ** 3)] ?? ''
    const trade = aTrade({
      id: `trade-${random.below(1e9)}`,
      market_id: market,
      price: String(random.below(9_999) / 10_000),
      size: String((1 + random.below(1e8)) / 1e6).replace(/e-.*/, ''),
      timestamp_ms: timestampMs,
      received_at_ms: nowMs + 500,
    })
    topic.appendTrade(trade)
    if (random.chance(0.08)) {
      const receivedAtMs =
        trade.received_at_ms + (random.chance(0.8) ? 1 : -1) * random.below(5_000)
      topic.appendTrade({
        ...trade,
        price: String(random.below(9_999) / 10_000),
        received_at_ms: receivedAtMs,
      })
    }
    if (random.chance(0.03)) topic.appendTrade({ ...trade, price: '0.123456789012345678' })
    if (random.chance(0.02)) {
      const partition = random.below(partitions)
      topic.appendWatermark(
        aWatermark({ complete_until_ms: nowMs - 10_000, received_at_ms: nowMs }),
        partition,
      )
    }
  }
  return topic
}
