// The books of one event of platform_a: what each wallet holds of its markets, and every deed that
// changed it. Whoever gives something away must have it: that is the caller's to see to.
import { hexOf } from '../random.ts'
import { payout, type EventA, type MarketA } from '../world/market.ts'
import { byTime, type Deed, type TokenDeed } from './deed.ts'
import { outcomeOf, sideOf, type Fill } from './fill.ts'

// Taken once: see random.ts.
const { floor, max } = Math

/** Of the first and the second outcome of a market, in 1e-6 contracts. */
export type Pair = [number, number]

/** Who does something, and when: Unix microseconds. */
export interface Moment {
  readonly wallet: number
  readonly timeUs: number
}

export interface EventLedger {
  readonly deeds: ReadonlyMap<number, readonly Deed[]>
  /** By the market's place in the event. */
  held(wallet: number): readonly Pair[]
  /** Wallets that hold something of a market. */
  holders(leg: number): readonly number[]
  /** A sale of more than is held leaves nothing. */
  trade(when: Moment, leg: number, fill: Fill): void
  split(when: Moment, leg: number, sizeMicro: number): void
  merge(when: Moment, leg: number, sizeMicro: number): void
  /** No of some markets becomes Yes of all others, and a dollar for each but the first. */
  convert(when: Moment, legs: readonly number[], sizeMicro: number): void
  /** Burns what is held of markets that are over, in one transaction. */
  redeem(when: Moment, legs: readonly number[], tidiness: Tidiness): void
  /** Brings the deeds since the last time into the order of their times. */
  sort(): void
}

export interface Tidiness {
  /** Is what is worth nothing burned too? */
  readonly burnsWorthless: boolean
  /** Rows of nothing have been seen more than once, word for word. */
  readonly repeatsNothing: boolean
}

export function createEventLedger(event: EventA): EventLedger {
  const { markets } = event
  const holdings = new Map<number, readonly Pair[]>()
  const deeds = new Map<number, Deed[]>()
  const unsorted = new Set<Deed[]>()
  const number = Number(event.id)
  let count = 0
  let transactions = 0

  function held(wallet: number): readonly Pair[] {
    const known = holdings.get(wallet) ?? markets.map((): Pair => [0, 0])
    holdings.set(wallet, known)
    return known
  }
  const pairOf = (wallet: number, leg: number): Pair => held(wallet)[leg] as Pair

  function note(deed: Deed): void {
    const list = deeds.get(deed.wallet) ?? []
    deeds.set(deed.wallet, list)
    list.push(deed)
    unsorted.add(list)
  }

  const newTransaction = (): string => `0x${hexOf(`deed/${markets[0]?.id}/${transactions++}`, 64)}`

  type Facts = Pick<TokenDeed, 'type' | 'outcome' | 'sizeMicro' | 'usdcMicro' | 'transaction'>
  function act(when: Moment, leg: number, facts: Facts): void {
    note({ ...when, ...facts, market: markets[leg] as MarketA, event: number, n: count++ })
  }

  /** As many of both outcomes for as many dollars, or back. */
  function exchange(type: 'SPLIT' | 'MERGE', when: Moment, leg: number, sizeMicro: number): void {
    const pair = pairOf(when.wallet, leg)
    const change = type === 'SPLIT' ? sizeMicro : -sizeMicro
    pair[0] += change
    pair[1] += change
    const transaction = newTransaction()
    act(when, leg, { type, outcome: null, sizeMicro, usdcMicro: sizeMicro, transaction })
  }

  function redeemMarket(when: Moment, leg: number, tidiness: Tidiness, transaction: string): void {
    const market = markets[leg] as MarketA
    const pair = pairOf(when.wallet, leg)
    const paid = [payout(market), 1 - payout(market)] as const
    const usdc = [floor(pair[0] * paid[0]), floor(pair[1] * paid[1])] as const
    if (isRedeemedWhole(market)) {
      const sum = usdc[0] + usdc[1]
      const row = { type: 'REDEEM', outcome: null, sizeMicro: sum, usdcMicro: sum } as const
      act(when, leg, { ...row, transaction })
      if (sum === 0 && tidiness.repeatsNothing) act(when, leg, { ...row, transaction })
      pair.fill(0)
      return
    }
    for (const outcome of [0, 1] as const) {
      const sizeMicro = pair[outcome]
      if (sizeMicro === 0 || (paid[outcome] === 0 && !tidiness.burnsWorthless)) continue
      pair[outcome] = 0
      act(when, leg, { type: 'REDEEM', outcome, sizeMicro, usdcMicro: usdc[outcome], transaction })
    }
  }

  return {
    deeds,
    held,
    holders: (leg) =>
      [...holdings].filter(([, pairs]) => max(...(pairs[leg] ?? [0])) > 0).map(([who]) => who),
    trade(when, leg, fill) {
      const pair = pairOf(when.wallet, leg)
      const outcome = outcomeOf(fill)
      const { sizeMicro } = fill.trade
      const change = sideOf(fill) === 'buy' ? sizeMicro : -sizeMicro
      pair[outcome] = max(0, pair[outcome] + change)
      note({ ...when, type: 'TRADE', event: number, n: count++, fill })
    },
    split: (when, leg, sizeMicro) => exchange('SPLIT', when, leg, sizeMicro),
    merge: (when, leg, sizeMicro) => exchange('MERGE', when, leg, sizeMicro),
    convert(when, legs, sizeMicro) {
      for (const [leg, pair] of held(when.wallet).entries()) {
        if (legs.includes(leg)) pair[1] -= sizeMicro
        else pair[0] += sizeMicro
      }
      const transaction = newTransaction()
      for (const [place, leg] of legs.entries()) {
        const usdcMicro = place === 0 ? (legs.length - 1) * sizeMicro : 0
        act(when, leg, { type: 'CONVERSION', outcome: null, sizeMicro, usdcMicro, transaction })
      }
    },
    redeem(when, legs, tidiness) {
      const transaction = newTransaction()
      for (const leg of legs) redeemMarket(when, leg, tidiness, transaction)
    },
    sort() {
      for (const list of unsorted) list.sort(byTime)
      unsorted.clear()
    },
  }
}

/** As all were until August 2026: one row for both outcomes. Here it depends on the market. */
const isRedeemedWhole = ({ seed }: MarketA): boolean => seed % 3 === 0
