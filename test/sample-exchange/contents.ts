// What the sample exchange serves: one market with two trades of the previous hour and an order book.
import type { SampleBook, SampleMarket, SampleTrade } from './wire.ts'

export const nativeId = 'fed-december'
export const question = 'Will the Fed cut rates in December 2026?'

const hourS = 3_600
const nowS = Math.floor(Date.now() / 1000)

/** The hour of the trades. */
export const hourStartS = Math.floor(nowS / hourS) * hourS - hourS
export const hourEndS = hourStartS + hourS

const at = (seconds: number): string => new Date(seconds * 1000).toISOString()

export const openedAt = at(nowS - 86_400)
export const endsAt = at(nowS + 30 * 86_400)
export const changedAt = at(nowS - 60)

export const markets: readonly SampleMarket[] = [
  {
    id: nativeId,
    question,
    state: 'trading',
    volume: 30,
    opens: openedAt,
    ends: endsAt,
    changed: changedAt,
  },
]

export const trades: readonly SampleTrade[] = [
  { id: 't1', market: nativeId, bought: 'yes', price: '0.4', size: '10', time: at(hourStartS) },
  {
    id: 't2',
    market: nativeId,
    bought: 'no',
    price: '0.45',
    size: '20',
    time: at(hourStartS + 60),
  },
]

export const books: readonly SampleBook[] = [
  { market: nativeId, bids: [['0.5', '7']], asks: [['0.56', '3']] },
]
