// Something that a wallet of the simulated world did: one row of platform_a's activity.
import type { MarketA } from '../world/market.ts'
import { sideOf, type Fill } from './fill.ts'

// Destructured once: see random.ts.
const { floor } = Math

export type PaymentType =
  'REWARD' | 'MAKER_REBATE' | 'TAKER_REBATE' | 'YIELD' | 'DEPOSIT' | 'WITHDRAWAL'

interface ActionBase {
  readonly wallet: number
  /** Unix microseconds; the platform returns whole seconds. */
  readonly timeUs: number
  /** Order among actions with the same time: by event, then by number. */
  readonly event: number
  readonly n: number
}

export interface TradeAction extends ActionBase {
  readonly type: 'TRADE'
  readonly fill: Fill
}

/** A change of the wallet's holdings in one market. */
export interface TokenAction extends ActionBase {
  readonly type: 'SPLIT' | 'MERGE' | 'CONVERSION' | 'REDEEM'
  readonly market: MarketA
  /** null: the row names no outcome. */
  readonly outcome: 0 | 1 | null
  readonly sizeMicro: number
  /** The cash that changed hands, in 1e-6 dollars. */
  readonly usdcMicro: number
  /** Rows with the same value belong to one transaction. */
  readonly transaction: string
}

/** A payment in dollars, without a market. */
export interface PaymentAction extends ActionBase {
  readonly type: PaymentType
  readonly usdcMicro: number
  readonly transaction: string
}

export type WalletAction = TradeAction | TokenAction | PaymentAction

export const ranks = { SPLIT: 0, CONVERSION: 2, MERGE: 4, REDEEM: 5 } as const

/**
 // * Order within a second, because the platform returns no finer times: what acquires contracts comes
 // before what gives them away. Wallets act in this order, so positions can be derived from the rows.
 */
export function rankOf(
  action: Pick<TokenAction, 'type'> | Pick<TradeAction, 'type' | 'fill'>,
): number {
  if (action.type === 'TRADE') return sideOf(action.fill) === 'buy' ? 1 : 3
  return ranks[action.type]
}

export const secondOf = (timeUs: number): number => floor(timeUs / 1_000_000)

export function byTime(one: WalletAction, other: WalletAction): number {
  return one.timeUs - other.timeUs || one.event - other.event || one.n - other.n
}
