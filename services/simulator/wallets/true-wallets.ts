// What really is, about wallets: their activity and positions in the words of the unified model.
import { isClosed, isPlaceholder } from '../platform-a/state.ts'
import { payout } from '../world/market.ts'
import type { World } from '../world/world.ts'
import { trueActivity, type TrueActivity } from './true-activity.ts'
import { truePositions, type TruePosition } from './true-positions.ts'
import type { Wallets } from './wallets.ts'

export interface TrueWallet {
  readonly address: string
  /** Rows that the platform lists in all, deposits and withdrawals too. */
  readonly rows: number
}

export interface TrueHolding extends TruePosition {
  readonly isResolved: boolean
  /** What its outcome paid; null before it is resolved. */
  readonly payout: string | null
}

export interface TrueWallets {
  /** Who did anything, the busiest first. */
  wallets(): readonly TrueWallet[]
  /** Without what the model does not know (rebates, yields, deposits, withdrawals), oldest first. */
  activity(wallet: string): readonly TrueActivity[]
  /** What is still held. */
  positions(wallet: string): readonly TrueHolding[]
}

export function createTrueWallets(world: World, wallets: Wallets, now: () => number): TrueWallets {
  const activity = (wallet: string): readonly TrueActivity[] =>
    trueActivity(wallets.deedsOf(wallet, now()), world.traders)
  return {
    wallets() {
      return [...wallets.counts(now())]
        .map(([address, rows]) => ({ address, rows }))
        .sort((one, other) => other.rows - one.rows)
    },
    activity,
    positions(wallet) {
      const nowMs = now()
      const { marketById } = world.listingA(nowMs)
      // Legs without a name are not shown by the model, and the remainder never is.
      const legsOf = (nativeId: string): readonly string[] =>
        (marketById.get(nativeId)?.event.markets ?? [])
          .filter((leg) => leg.words.stand !== 'other' && !isPlaceholder(leg, nowMs))
          .map(({ id }) => id)
      return truePositions(activity(wallet), legsOf).map((position): TrueHolding => {
        const market = marketById.get(position.nativeId)
        const isResolved = market !== undefined && isClosed(market, nowMs)
        const first = market ? payout(market) : 0
        const paid = position.outcomeIndex === 0 ? first : 1 - first
        return { ...position, isResolved, payout: isResolved ? String(paid) : null }
      })
    },
  }
}
