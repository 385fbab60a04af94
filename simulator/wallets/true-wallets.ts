// The expected data about wallets: activity and positions in the common model.
import { isClosed, isPlaceholder } from '../platform-a/state.ts'
import { payout } from '../world/market.ts'
import type { World } from '../world/world.ts'
import { trueActivity, type TrueActivity } from './true-activity.ts'
import { truePositions, type TruePosition } from './true-positions.ts'
import type { Wallets } from './wallets.ts'

export interface TrueWallet {
  readonly address: string
  /** All rows that the platform lists, deposits and withdrawals included. */
  readonly rows: number
}

export interface TrueHolding extends TruePosition {
  readonly isResolved: boolean
  /** What the outcome paid; null before the market is resolved. */
  readonly payout: string | null
}

export interface TrueWallets {
  /** Wallets with any activity, those with most rows first. */
  wallets(): readonly TrueWallet[]
  /** Oldest first, without rebates, yields, deposits and withdrawals, which the common model does not have. */
  activity(wallet: string): readonly TrueActivity[]
  /** Positions that are still held. */
  positions(wallet: string): readonly TrueHolding[]
}

export function createTrueWallets(world: World, wallets: Wallets, now: () => number): TrueWallets {
  const activity = (wallet: string): readonly TrueActivity[] =>
    trueActivity(wallets.actionsOf(wallet, now()), world.traders)
  return {
    wallets() {
      return [...wallets.counts(now())]
        .map(([address, rows]) => ({ address, rows }))
        .sort((one, other) => other.rows - one.rows)
    },
    activity,
    positions(wallet) {
      const nowMs = now()
      const { marketById } = world.catalogA(nowMs)
      // The common model has no markets without a name, and never the remainder of an event.
      const legsOf = (nativeId: string): readonly string[] =>
        (marketById.get(nativeId)?.event.markets ?? [])
          .filter((leg) => leg.spec.kind !== 'other' && !isPlaceholder(leg, nowMs))
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
