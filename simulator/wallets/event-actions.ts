// What wallets do in one event of platform_a: they trade as the tape says; some of them also split,
// merge and convert, and redeem in the end, never more than they hold. The actions are computed once,
// forward in time, and cached, so the actions up to a given time are always the same.
import { fraction, hashOf, mix } from '../random.ts'
import { closedMs } from '../platform-a/state.ts'
import { isTrading, type EventA, type MarketA } from '../world/market.ts'
import type { Tape } from '../world/tape.ts'
import { coversSales, usesTokenActions, type Traders } from '../world/traders.ts'
import { rankOf, ranks, secondOf, type WalletAction } from './wallet-action.ts'
import { createEventLedger, type WalletTime } from './event-ledger.ts'
import { outcomeOf, sideOf, type Fill } from './fill.ts'
import { createPlannedActions, type PlannedAction } from './planned-actions.ts'

export interface EventActions {
  /** By wallet, oldest first. May contain actions after `ms`. */
  actionsUntil(ms: number): ReadonlyMap<number, readonly WalletAction[]>
}

/** In 1e-6 contracts. */
const contract = 1_000_000
const wholeContracts = (sizeMicro: number): number => Math.floor(sizeMicro / contract) * contract
/** A wallet that is about to sell what it does not hold splits at most this long before. */
const splitAheadS = 600
/** After a trade a wallet may plan more actions within this time. */
const planWithinS = 1800
/** Actions are computed in steps of this length. */
const stepS = 300

interface OrderedFill {
  readonly fill: Fill
  readonly second: number
  readonly rank: number
}

export function createEventActions(
  event: EventA,
  { tape, traders }: { readonly tape: Tape; readonly traders: Traders },
): EventActions {
  const { markets } = event
  const ledger = createEventLedger(event)
  const planned = createPlannedActions()
  const legOf = new Map(markets.map((market, leg) => [market.number, leg]))
  const tradedLegs = [...markets.keys()].filter((leg) => marketOf(leg).tradesPerHour > 0)
  let doneS = secondOf(Math.min(...markets.map(({ lifecycle }) => lifecycle.opensMs)) * 1000) - 1
  for (const leg of tradedLegs) {
    const second = Math.ceil(closedMs(marketOf(leg)) / 1000)
    planned.add({ second, rank: Infinity, wallet: 0, kind: 'close', leg, draw: 0 })
  }

  function marketOf(leg: number): MarketA {
    return markets[leg] as MarketA
  }

  function trade({ fill, second }: OrderedFill): void {
    const { market, isMaker } = fill
    const { timeUs, sizeMicro } = fill.trade
    const wallet = traders.numberOf(fill.trade, isMaker)
    const leg = legOf.get(market.number) ?? 0
    const draw = mix(mix(market.seed, timeUs), 101 + Number(isMaker))
    const missing =
      sideOf(fill) === 'buy'
        ? 0
        : sizeMicro - (ledger.holdingsOf(wallet)[leg]?.[outcomeOf(fill)] ?? 0)
    if (missing > 0 && coversSales(wallet)) splitBeforeSale({ wallet, timeUs }, leg, missing, draw)
    ledger.trade({ wallet, timeUs }, leg, fill)
    if (usesTokenActions(wallet)) planMore(wallet, second, leg, mix(draw, 3))
  }

  /** A split before a sale; often of more than is needed, so that the next sale needs none. */
  function splitBeforeSale(
    { wallet, timeUs }: WalletTime,
    leg: number,
    missing: number,
    draw: number,
  ): void {
    const aheadS = fraction(draw) < 0.3 ? 0 : mix(draw, 1) % splitAheadS
    const opensUs = marketOf(leg).lifecycle.opensMs * 1000
    const when = { wallet, timeUs: Math.max(opensUs, timeUs - aheadS * 1_000_000) }
    const enough = wholeContracts(missing + contract - 1)
    ledger.split(when, leg, enough * (1 + (mix(draw, 2) % 3)))
  }

  function planMore(wallet: number, tradedS: number, leg: number, draw: number): void {
    const chance = fraction(draw)
    const second = tradedS + 1 + (mix(draw, 1) % planWithinS)
    const action = { second, wallet, leg, draw }
    if (chance < 0.03) planned.add({ ...action, rank: ranks.SPLIT, kind: 'split' })
    else if (chance < 0.1) planned.add({ ...action, rank: ranks.MERGE, kind: 'merge' })
    else if (chance < 0.2 && event.spec.negRisk)
      planned.add({ ...action, rank: ranks.CONVERSION, kind: 'convert' })
  }

  const run: Readonly<Record<PlannedAction['kind'], (action: PlannedAction) => void>> = {
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

  /** Sorted as wallets act within a second: see wallet-action.ts. */
  function fillsUntil(untilS: number): readonly OrderedFill[] {
    return tradedLegs
      .flatMap((leg) => {
        const market = marketOf(leg)
        return tape
          .ofMarket(market, (doneS + 1) * 1_000_000, (untilS + 1) * 1_000_000)
          .flatMap((found) => [false, true].map((isMaker) => ({ trade: found, market, isMaker })))
      })
      .map((fill): OrderedFill => ({
        fill,
        second: secondOf(fill.trade.timeUs),
        rank: rankOf({ type: 'TRADE', fill }),
      }))
      .sort(
        (one, other) =>
          one.second - other.second ||
          one.rank - other.rank ||
          one.fill.trade.timeUs - other.fill.trade.timeUs ||
          one.fill.market.number - other.fill.market.number ||
          one.fill.trade.order - other.fill.trade.order ||
          one.fill.trade.fill - other.fill.trade.fill ||
          Number(one.fill.isMaker) - Number(other.fill.isMaker),
      )
  }

  function runPlannedUntil(second: number, rank: number): void {
    for (let action = planned.next(second, rank); action; action = planned.next(second, rank))
      run[action.kind](action)
  }

  return {
    actionsUntil(ms) {
      const neededS = Math.floor(ms / 1000) + splitAheadS
      if (neededS > doneS) {
        const untilS = Math.ceil(neededS / stepS) * stepS
        for (const ordered of fillsUntil(untilS)) {
          runPlannedUntil(ordered.second, ordered.rank)
          trade(ordered)
        }
        runPlannedUntil(untilS, Infinity)
        doneS = untilS
        ledger.sort()
      }
      return ledger.actions
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
