// What wallets do in one event of platform_a: they trade as the tape says, and some of them split,
// merge and convert in between and redeem in the end, never more than they hold. It goes forward in
// time once and remembers; the deeds up to an instant are the same whenever and however often they
// are looked at.
import { fraction, hashOf, mix } from '../random.ts'
import { closedMs } from '../platform-a/state.ts'
import { isTrading, type EventA, type MarketA } from '../world/market.ts'
import type { Tape } from '../world/tape.ts'
import { isCareful, isLively, type Traders } from '../world/traders.ts'
import { rankOf, ranks, secondOf, type Deed } from './deed.ts'
import { createEventLedger, type Moment } from './event-ledger.ts'
import { outcomeOf, sideOf, type Fill } from './fill.ts'
import { createPlans, type Plan } from './plans.ts'

export interface EventLife {
  /** By wallet; of each oldest first. What comes after the instant may be there already. */
  deedsUntil(ms: number): ReadonlyMap<number, readonly Deed[]>
}

/** In 1e-6 contracts. */
const contract = 1_000_000
const wholeContracts = (sizeMicro: number): number => Math.floor(sizeMicro / contract) * contract
/** A wallet that will sell what it does not hold provides for it less than this long before. */
const foresightS = 600
/** After a trade a wallet may do more within this long. */
const aftermathS = 1800
/** Steps in which time goes on. */
const stepS = 300

interface Dated {
  readonly fill: Fill
  readonly second: number
  readonly rank: number
}

export function createEventLife(
  event: EventA,
  { tape, traders }: { readonly tape: Tape; readonly traders: Traders },
): EventLife {
  const { markets } = event
  const ledger = createEventLedger(event)
  const plans = createPlans()
  const legOf = new Map(markets.map((market, leg) => [market.number, leg]))
  const tradedLegs = [...markets.keys()].filter((leg) => marketOf(leg).tradesPerHour > 0)
  let doneS = secondOf(Math.min(...markets.map(({ life }) => life.opensMs)) * 1000) - 1
  for (const leg of tradedLegs) {
    const second = Math.ceil(closedMs(marketOf(leg)) / 1000)
    plans.add({ second, rank: Infinity, wallet: 0, kind: 'close', leg, draw: 0 })
  }

  function marketOf(leg: number): MarketA {
    return markets[leg] as MarketA
  }

  function trade({ fill, second }: Dated): void {
    const { market, isMaker } = fill
    const { timeUs, sizeMicro } = fill.trade
    const wallet = traders.numberOf(fill.trade, isMaker)
    const leg = legOf.get(market.number) ?? 0
    const draw = mix(mix(market.seed, timeUs), 101 + Number(isMaker))
    const lacking =
      sideOf(fill) === 'buy' ? 0 : sizeMicro - (ledger.held(wallet)[leg]?.[outcomeOf(fill)] ?? 0)
    if (lacking > 0 && isCareful(wallet)) provide({ wallet, timeUs }, leg, lacking, draw)
    ledger.trade({ wallet, timeUs }, leg, fill)
    if (isLively(wallet)) intend(wallet, second, leg, mix(draw, 3))
  }

  /** A split before a sale, generous often enough that the next sale needs none. */
  function provide({ wallet, timeUs }: Moment, leg: number, lacking: number, draw: number): void {
    const aheadS = fraction(draw) < 0.3 ? 0 : mix(draw, 1) % foresightS
    const opensUs = marketOf(leg).life.opensMs * 1000
    const when = { wallet, timeUs: Math.max(opensUs, timeUs - aheadS * 1_000_000) }
    const enough = wholeContracts(lacking + contract - 1)
    ledger.split(when, leg, enough * (1 + (mix(draw, 2) % 3)))
  }

  function intend(wallet: number, tradedS: number, leg: number, draw: number): void {
    const mood = fraction(draw)
    const second = tradedS + 1 + (mix(draw, 1) % aftermathS)
    const plan = { second, wallet, leg, draw }
    if (mood < 0.03) plans.add({ ...plan, rank: ranks.SPLIT, kind: 'split' })
    else if (mood < 0.1) plans.add({ ...plan, rank: ranks.MERGE, kind: 'merge' })
    else if (mood < 0.2 && event.words.negRisk)
      plans.add({ ...plan, rank: ranks.CONVERSION, kind: 'convert' })
  }

  const carryOut: Readonly<Record<Plan['kind'], (plan: Plan) => void>> = {
    split(plan) {
      const { leg, draw } = plan
      if (!isOpen(marketOf(leg), plan)) return
      const cents = draw % 3 === 0 ? mix(draw, 4) % contract : 0
      ledger.split(momentOf(plan), leg, (1 + (mix(draw, 5) % 60)) * contract + cents)
    },
    merge(plan) {
      const { wallet, leg, draw } = plan
      const most = Math.min(...(ledger.held(wallet)[leg] ?? [0]))
      const sizeMicro = draw % 2 === 0 ? most : wholeContracts(most)
      if (sizeMicro > 0 && isOpen(marketOf(leg), plan)) ledger.merge(momentOf(plan), leg, sizeMicro)
    },
    convert(plan) {
      const { wallet, draw, second } = plan
      if (tradedLegs.some((leg) => marketOf(leg).life.tradingEndsMs < (second + 1) * 1000)) return
      const noOf = (leg: number): number => ledger.held(wallet)[leg]?.[1] ?? 0
      const able = tradedLegs.filter((leg) => noOf(leg) >= contract)
      // At least one that others know of is left, to become its Yes.
      const legs = able.slice(0, Math.min(1 + (mix(draw, 6) % 3), tradedLegs.length - 1))
      if (legs.length === 0) return
      const most = Math.min(...legs.map(noOf))
      ledger.convert(momentOf(plan), legs, draw % 2 === 0 ? most : wholeContracts(most))
    },
    /** A third comes for its money within minutes, a third within hours, a third leaves it there. */
    close({ second, leg }) {
      for (const wallet of ledger.holders(leg)) {
        const draw = mix(hashOf(`redeem/${wallet}`), marketOf(leg).seed)
        const haste = fraction(draw)
        if (haste > 2 / 3) continue
        const waitS = mix(draw, 1) % (haste < 1 / 3 ? 600 : 36_000)
        const at = second + 1 + waitS
        plans.add({ second: at, rank: ranks.REDEEM, wallet, kind: 'redeem', leg, draw })
      }
    },
    /** Whatever it holds in markets of the event that are over. */
    redeem(plan) {
      const pairs = ledger.held(plan.wallet)
      const over = tradedLegs.filter(
        (leg) =>
          closedMs(marketOf(leg)) <= plan.second * 1000 && Math.max(...(pairs[leg] ?? [0])) > 0,
      )
      ledger.redeem(momentOf(plan), over, {
        burnsWorthless: plan.draw % 2 === 1,
        repeatsNothing: plan.draw % 4 === 0,
      })
    },
  }

  /** In the order in which wallets live: see deed.ts. */
  function fillsUntil(untilS: number): readonly Dated[] {
    return tradedLegs
      .flatMap((leg) => {
        const market = marketOf(leg)
        return tape
          .ofMarket(market, (doneS + 1) * 1_000_000, (untilS + 1) * 1_000_000)
          .flatMap((found) => [false, true].map((isMaker) => ({ trade: found, market, isMaker })))
      })
      .map((fill): Dated => ({
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

  function carryOutUntil(second: number, rank: number): void {
    for (let plan = plans.next(second, rank); plan; plan = plans.next(second, rank))
      carryOut[plan.kind](plan)
  }

  return {
    deedsUntil(ms) {
      const neededS = Math.floor(ms / 1000) + foresightS
      if (neededS > doneS) {
        const untilS = Math.ceil(neededS / stepS) * stepS
        for (const dated of fillsUntil(untilS)) {
          carryOutUntil(dated.second, dated.rank)
          trade(dated)
        }
        carryOutUntil(untilS, Infinity)
        doneS = untilS
        ledger.sort()
      }
      return ledger.deeds
    },
  }
}

/** Somewhere in the second that was planned. */
const momentOf = ({ wallet, second, draw }: Plan): Moment => ({
  wallet,
  timeUs: second * 1_000_000 + (draw % 1_000_000),
})

const isOpen = (market: MarketA, { second }: Plan): boolean =>
  isTrading(market, second * 1000) && isTrading(market, second * 1000 + 999)
