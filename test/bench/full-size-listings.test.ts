// The closed forms of the simulated platforms of the real size agree with each other.
import { describe, expect, it } from '@jest/globals'
import { createListings } from '../../bench/full-size/listings.ts'

const plan = { openEvents: 100, marketsPerEvent: 3, lifetimeMs: 7_200_000, tradesPerS: 2 }
const listings = createListings(plan)
const nowMs = Date.UTC(2026, 10, 23, 12, 0, 0, 123)
const fromMs = nowMs - 3 * plan.lifetimeMs
const tape = listings.tape(fromMs, nowMs)
const allMarkets = Array.from(
  { length: (listings.newestAt(nowMs) + 1) * plan.marketsPerEvent },
  (_, market) => market,
).slice(-6 * plan.openEvents * plan.marketsPerEvent)

describe('the tape', () => {
  it('is in order, and has the planned number of trades', () => {
    expect(tape.every(({ ms }, n) => n === 0 || (tape[n - 1]?.ms ?? Infinity) <= ms)).toBe(true)
    const planned = (plan.tradesPerS * (nowMs - fromMs)) / 1000
    expect(Math.abs(tape.length - planned)).toBeLessThan(planned / 100)
  })

  it('has the trades of each market, and only those', () => {
    const own = allMarkets.flatMap((market) => listings.tradesOf(market, fromMs, nowMs))
    const keys = (trades: typeof tape) =>
      trades.map(({ market, number, ms }) => `${market}/${number}/${ms}`).toSorted()
    expect(keys(own)).toEqual(keys(tape))
  })

  it('has trades only of markets that are open', () => {
    const closed = tape.filter(({ market, ms }) => !listings.isOpen(listings.eventOf(market), ms))
    expect(closed).toEqual([])
  })
})

describe('the volume of a market', () => {
  it('is the sum of its trades', () => {
    for (const market of allMarkets) {
      const trades = listings.tradesOf(market, fromMs, nowMs)
      const volume = listings.traded(market, fromMs, nowMs)
      const cents = trades.reduce((sum, trade) => sum + trade.priceCents * trade.size, 0)
      expect(volume.trades).toBe(trades.length)
      expect(volume.contracts).toBe(trades.reduce((sum, { size }) => sum + size, 0))
      expect(volume.dollars).toBeCloseTo(cents / 100, 6)
    }
  })
})

describe('ranks', () => {
  it('are each that of one open event', () => {
    const events = Array.from({ length: plan.openEvents }, (_, rank) => {
      const event = listings.eventOfRank(rank, nowMs)
      expect(listings.rankOf(event)).toBe(rank)
      expect(listings.isOpen(event, nowMs)).toBe(true)
      return event
    })
    expect(new Set(events).size).toBe(plan.openEvents)
  })
})
