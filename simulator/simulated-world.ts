// What the simulator's side of each platform reads: the world, and which of its trades and wallet actions
// are visible already.
import { fraction, mix } from './random.ts'
import type { Truth } from './truth.ts'
import type { WalletAction } from './wallets/wallet-action.ts'
import type { Wallets } from './wallets/wallets.ts'
import type { Trade } from './world/trades.ts'
import type { World } from './world/world.ts'

export interface SimulatedWorld extends Visibility {
  readonly world: World
  readonly wallets: Wallets
  readonly truth: Truth
}

export interface Visibility {
  readonly isVisible: (trade: Trade, nowMs: number) => boolean
  readonly isActionVisible: (action: WalletAction, nowMs: number) => boolean
}

/** This fraction of the trades and wallet actions becomes visible late, by up to `maxMs`. */
export interface Late {
  readonly fraction: number
  readonly maxMs: number
}

export function createVisibility(late: Late | undefined): Visibility {
  const isServed = (timeUs: number, draw: () => number, nowMs: number): boolean => {
    if (late === undefined || timeUs < (nowMs - late.maxMs) * 1000) return true
    const delayMs = fraction(draw()) < late.fraction ? fraction(mix(draw(), 1)) * late.maxMs : 0
    return timeUs / 1000 + delayMs <= nowMs
  }
  const isVisible: Visibility['isVisible'] = (trade, nowMs) =>
    isServed(trade.timeUs, () => mix(mix(trade.market.seed, trade.timeUs), trade.order), nowMs)
  return {
    isVisible,
    isActionVisible: (action, nowMs) =>
      'fill' in action
        ? isVisible(action.fill.trade, nowMs)
        : isServed(action.timeUs, () => mix(mix(action.wallet, action.event), action.n), nowMs),
  }
}
