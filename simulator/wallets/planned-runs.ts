// What a wallet does at the planned time, if it still can: never more than it holds.
import { fraction, hashOf, mix } from '../random.ts'
import { closedMs } from '../platform-a/state.ts'
import { isTrading, type MarketA } from '../world/market.ts'
import type { WalletTime } from './action-log.ts'
import type { EventLedger } from './event-ledger.ts'
import type { PlannedAction, PlannedActions } from './planned-actions.ts'
import { ranks } from './wallet-action.ts'

/** In 1e-6 contracts. */
export const contract = 1_000_000
export const wholeContracts = (sizeMicro: number): number =>
  Math.floor(sizeMicro / contract) * contract

export function createPlannedRuns({
  ledger,
  planned,
  markets,
  tradedLegs,
}: {
  readonly ledger: EventLedger
  readonly planned: PlannedActions
  readonly markets: readonly MarketA[]
  /** Indexes of the markets that have trades. */
  readonly tradedLegs: readonly number[]
}): Readonly<Record<PlannedAction['kind'], (action: PlannedAction) => void>> {
  const marketOf = (leg: number): MarketA => markets[leg] as MarketA
  return {
    split(action) {
      const { leg, draw } = action
      if (!isOpen(marketOf(leg), action)) return
      const cents = draw % 3 === 0 ? mix(draw, 4) % contract : 0
      ledger.split(walletTimeOf(action), leg, (1 + (mix(draw, 5) % 60)) * contract + cents)
    },
    merge(action) {
      const { wallet, leg, draw } = action
      const maxSize = Math.min(...(ledger.holdingsOf(wallet)[leg] ?? [0]))
      const sizeMicro = draw % 2 === 0 ? maxSize : wholeContracts(maxSize)
      if (sizeMicro > 0 && isOpen(marketOf(leg), action))
        ledger.merge(walletTimeOf(action), leg, sizeMicro)
    },
    convert(action) {
      const { wallet, draw, second } = action
      if (tradedLegs.some((leg) => marketOf(leg).lifecycle.tradingEndsMs < (second + 1) * 1000))
        return
      const noOf = (leg: number): number => ledger.holdingsOf(wallet)[leg]?.[1] ?? 0
      const convertible = tradedLegs.filter((leg) => noOf(leg) >= contract)
      // At least one traded market is not converted, so that its Yes is received.
      const legs = convertible.slice(0, Math.min(1 + (mix(draw, 6) % 3), tradedLegs.length - 1))
      if (legs.length === 0) return
      const maxSize = Math.min(...legs.map(noOf))
      ledger.convert(walletTimeOf(action), legs, draw % 2 === 0 ? maxSize : wholeContracts(maxSize))
    },
    /** A third of the holders redeem within minutes, a third within hours, a third never. */
    close({ second, leg }) {
      for (const wallet of ledger.holders(leg)) {
        const draw = mix(hashOf(`redeem/${wallet}`), marketOf(leg).seed)
        const chance = fraction(draw)
        if (chance > 2 / 3) continue
        const waitS = mix(draw, 1) % (chance < 1 / 3 ? 600 : 36_000)
        const at = second + 1 + waitS
        planned.add({ second: at, rank: ranks.REDEEM, wallet, kind: 'redeem', leg, draw })
      }
    },
    /** Redeems everything that the wallet holds in closed markets of the event. */
    redeem(action) {
      const pairs = ledger.holdingsOf(action.wallet)
      const closedLegs = tradedLegs.filter(
        (leg) =>
          closedMs(marketOf(leg)) <= action.second * 1000 && Math.max(...(pairs[leg] ?? [0])) > 0,
      )
      ledger.redeem(walletTimeOf(action), closedLegs, {
        burnsWorthless: action.draw % 2 === 1,
        repeatsEmptyRow: action.draw % 4 === 0,
      })
    },
  }
}

/** Some time within the planned second. */
const walletTimeOf = ({ wallet, second, draw }: PlannedAction): WalletTime => ({
  wallet,
  timeUs: second * 1_000_000 + (draw % 1_000_000),
})

const isOpen = (market: MarketA, { second }: PlannedAction): boolean =>
  isTrading(market, second * 1000) && isTrading(market, second * 1000 + 999)
