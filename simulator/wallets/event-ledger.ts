// The holdings of each wallet in the markets of one event of platform_a, and every action that changed
// them. Callers ensure that a wallet holds what it gives away.
import { createActionLog, type WalletTime } from './action-log.ts'
import { payout, type EventA, type MarketA } from '../world/market.ts'
import type { WalletAction } from './wallet-action.ts'
import { outcomeOf, sideOf, type Fill } from './fill.ts'

// Destructured once: see random.ts.
const { floor, max } = Math

/** Holdings of the first and the second outcome of a market, in 1e-6 contracts. */
export type Pair = [number, number]

export interface EventLedger {
  readonly actions: ReadonlyMap<number, readonly WalletAction[]>
  /** By the market's index in the event. */
  holdingsOf(wallet: number): readonly Pair[]
  /** Wallets that hold an outcome of the market. */
  holders(leg: number): readonly number[]
  /** A sale of more than the wallet holds leaves 0. */
  trade(when: WalletTime, leg: number, fill: Fill): void
  split(when: WalletTime, leg: number, sizeMicro: number): void
  merge(when: WalletTime, leg: number, sizeMicro: number): void
  /** No of the given markets becomes Yes of all others, plus a dollar for each given market but the first. */
  convert(when: WalletTime, legs: readonly number[], sizeMicro: number): void
  /** Burns the holdings of closed markets, in one transaction. */
  redeem(when: WalletTime, legs: readonly number[], options: RedeemOptions): void
  /** Sorts the actions that were added since the last call. */
  sort(): void
}

export interface RedeemOptions {
  /** Whether outcomes that pay nothing are burned too. */
  readonly burnsWorthless: boolean
  /** Whether a redeem row of 0 is repeated, as has been recorded. */
  readonly repeatsEmptyRow: boolean
}

export function createEventLedger(event: EventA): EventLedger {
  const { markets } = event
  const holdings = new Map<number, readonly Pair[]>()
  const { actions, newTransaction, recordFill, recordTokenAction, sort } = createActionLog(event)

  function holdingsOf(wallet: number): readonly Pair[] {
    const known = holdings.get(wallet) ?? markets.map((): Pair => [0, 0])
    holdings.set(wallet, known)
    return known
  }
  const pairOf = (wallet: number, leg: number): Pair => holdingsOf(wallet)[leg] as Pair

  /** Exchanges dollars for as many contracts of both outcomes, or back. */
  function exchange(
    type: 'SPLIT' | 'MERGE',
    when: WalletTime,
    leg: number,
    sizeMicro: number,
  ): void {
    const pair = pairOf(when.wallet, leg)
    const change = type === 'SPLIT' ? sizeMicro : -sizeMicro
    pair[0] += change
    pair[1] += change
    const fields = { type, outcome: null, sizeMicro, usdcMicro: sizeMicro }
    recordTokenAction(when, leg, { ...fields, transaction: newTransaction() })
  }

  function redeemMarket(
    when: WalletTime,
    leg: number,
    options: RedeemOptions,
    transaction: string,
  ): void {
    const market = markets[leg] as MarketA
    const pair = pairOf(when.wallet, leg)
    const paid = [payout(market), 1 - payout(market)] as const
    const usdc = [floor(pair[0] * paid[0]), floor(pair[1] * paid[1])] as const
    if (hasOneRedeemRow(market)) {
      const sum = usdc[0] + usdc[1]
      const row = { type: 'REDEEM', outcome: null, sizeMicro: sum, usdcMicro: sum } as const
      recordTokenAction(when, leg, { ...row, transaction })
      if (sum === 0 && options.repeatsEmptyRow)
        recordTokenAction(when, leg, { ...row, transaction })
      pair.fill(0)
      return
    }
    for (const outcome of [0, 1] as const) {
      const sizeMicro = pair[outcome]
      if (sizeMicro === 0 || (paid[outcome] === 0 && !options.burnsWorthless)) continue
      pair[outcome] = 0
      recordTokenAction(when, leg, {
        type: 'REDEEM',
        outcome,
        sizeMicro,
        usdcMicro: usdc[outcome],
        transaction,
      })
    }
  }

  return {
    actions,
    holdingsOf,
    holders: (leg) =>
      [...holdings]
        .filter(([, pairs]) => max(...(pairs[leg] ?? [0])) > 0)
        .map(([wallet]) => wallet),
    trade(when, leg, fill) {
      const pair = pairOf(when.wallet, leg)
      const outcome = outcomeOf(fill)
      const { sizeMicro } = fill.trade
      const change = sideOf(fill) === 'buy' ? sizeMicro : -sizeMicro
      pair[outcome] = max(0, pair[outcome] + change)
      recordFill(when, fill)
    },
    split: (when, leg, sizeMicro) => exchange('SPLIT', when, leg, sizeMicro),
    merge: (when, leg, sizeMicro) => exchange('MERGE', when, leg, sizeMicro),
    convert(when, legs, sizeMicro) {
      for (const [leg, pair] of holdingsOf(when.wallet).entries()) {
        if (legs.includes(leg)) pair[1] -= sizeMicro
        else pair[0] += sizeMicro
      }
      const transaction = newTransaction()
      for (const [index, leg] of legs.entries()) {
        const usdcMicro = index === 0 ? (legs.length - 1) * sizeMicro : 0
        recordTokenAction(when, leg, {
          type: 'CONVERSION',
          outcome: null,
          sizeMicro,
          usdcMicro,
          transaction,
        })
      }
    },
    redeem(when, legs, options) {
      const transaction = newTransaction()
      for (const leg of legs) redeemMarket(when, leg, options, transaction)
    },
    sort,
  }
}

/** Until August 2026 a redemption had one row for both outcomes. Here this depends on the market. */
const hasOneRedeemRow = ({ seed }: MarketA): boolean => seed % 3 === 0
