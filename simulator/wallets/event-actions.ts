// What wallets do in one event of platform_a: they trade as the tape says; some of them also split,
// merge and convert, and redeem in the end, never more than they hold. The actions are computed once,
// forward in time, and cached, so the actions up to a given time are always the same.
import { fraction, mix } from '../random.ts'
import { closedMs } from '../platform-a/state.ts'
import type { EventA, MarketA } from '../world/market.ts'
import type { Tape } from '../world/tape.ts'
import { coversSales, usesTokenActions, type Traders } from '../world/traders.ts'
import { ranks, secondOf, type WalletAction } from './wallet-action.ts'
import type { WalletTime } from './action-log.ts'
import { createEventLedger } from './event-ledger.ts'
import { outcomeOf, sideOf } from './fill.ts'
import { orderedFills, type OrderedFill } from './ordered-fills.ts'
import { createPlannedActions } from './planned-actions.ts'
import { contract, createPlannedRuns, wholeContracts } from './planned-runs.ts'

export interface EventActions {
  /** By wallet, oldest first. May contain actions after `ms`. */
  actionsUntil(ms: number): ReadonlyMap<number, readonly WalletAction[]>
}

/** A wallet that is about to sell what it does not hold splits at most this long before. */
const splitAheadS = 600
/** After a trade a wallet may plan more actions within this time. */
const planWithinS = 1800
/** Actions are computed in steps of this length. */
const stepS = 300

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

  const run = createPlannedRuns({ ledger, planned, markets, tradedLegs })

  function runPlannedUntil(second: number, rank: number): void {
    for (let action = planned.next(second, rank); action; action = planned.next(second, rank))
      run[action.kind](action)
  }

  return {
    actionsUntil(ms) {
      const neededS = Math.floor(ms / 1000) + splitAheadS
      if (neededS > doneS) {
        const untilS = Math.ceil(neededS / stepS) * stepS
        for (const ordered of orderedFills(tape, tradedLegs.map(marketOf), doneS, untilS)) {
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
