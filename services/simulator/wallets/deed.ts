// What a wallet of the simulated world did: one row of platform_a's activity.
import type { MarketA } from '../world/market.ts'
import { sideOf, type Fill } from './fill.ts'

// Taken once: see random.ts.
const { floor } = Math

export type PaymentType =
  'REWARD' | 'MAKER_REBATE' | 'TAKER_REBATE' | 'YIELD' | 'DEPOSIT' | 'WITHDRAWAL'

interface DeedBase {
  readonly wallet: number
  /** Unix microseconds; the platform tells whole seconds. */
  readonly timeUs: number
  /** Where among the deeds of one instant: by event, then by number. */
  readonly event: number
  readonly n: number
}

export interface TradeDeed extends DeedBase {
  readonly type: 'TRADE'
  readonly fill: Fill
}

/** Of the wallet's tokens in one market. */
export interface TokenDeed extends DeedBase {
  readonly type: 'SPLIT' | 'MERGE' | 'CONVERSION' | 'REDEEM'
  readonly market: MarketA
  /** null: the row names none. */
  readonly outcome: 0 | 1 | null
  readonly sizeMicro: number
  /** The cash that moved, in 1e-6 dollars. */
  readonly usdcMicro: number
  /** Rows with the same one share a transaction. */
  readonly transaction: string
}

/** In dollars, without a market. */
export interface PaymentDeed extends DeedBase {
  readonly type: PaymentType
  readonly usdcMicro: number
  readonly transaction: string
}

export type Deed = TradeDeed | TokenDeed | PaymentDeed

export const ranks = { SPLIT: 0, CONVERSION: 2, MERGE: 4, REDEEM: 5 } as const

/**
 * The platform tells no more than the second: within one, what is acquired comes before what is
 * given away. A wallet's life is lived in this order, so that it can be told from the rows.
 */
export function rankOf(deed: Pick<TokenDeed, 'type'> | Pick<TradeDeed, 'type' | 'fill'>): number {
  if (deed.type === 'TRADE') return sideOf(deed.fill) === 'buy' ? 1 : 3
  return ranks[deed.type]
}

export const secondOf = (timeUs: number): number => floor(timeUs / 1_000_000)

export function byTime(one: Deed, other: Deed): number {
  return one.timeUs - other.timeUs || one.event - other.event || one.n - other.n
}
