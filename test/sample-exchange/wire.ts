// The sample exchange: a made-up third platform with markets, trades and books, and no wallets. These are
// the objects that it serves.
import { createDigestRules } from '../../services/platforms/content.ts'

/** Any field may be missing or of another type: what reads it checks it. */
export interface SampleMarket {
  readonly id?: unknown
  readonly question?: unknown
  /** trading, ended or settled. */
  readonly state?: unknown
  /** Of a settled market: yes or no. */
  readonly result?: unknown
  readonly volume?: unknown
  readonly opens?: unknown
  readonly ends?: unknown
  readonly changed?: unknown
}

export const marketDigestRules = createDigestRules({ ignored: ['changed'], figures: ['volume'] })

export interface SampleTrade {
  readonly id?: unknown
  readonly market?: unknown
  /** What the taker bought: yes or no, each at its own price. */
  readonly bought?: unknown
  readonly price?: unknown
  readonly size?: unknown
  readonly time?: unknown
}

/** Orders for Yes; levels are pairs of price and size. */
export interface SampleBook {
  readonly market?: unknown
  readonly bids?: unknown
  readonly asks?: unknown
}

export const states = { trading: 'open', ended: 'closed', settled: 'resolved' } as const

export function stateOf(market: SampleMarket): keyof typeof states | null {
  return (
    Object.keys(states).find((state): state is keyof typeof states => state === market.state) ??
    null
  )
}
