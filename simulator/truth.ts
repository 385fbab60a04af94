// The expected data in the common model, for tests that compare what a pipeline serves with what the
// simulated world contains. Computed from the world, not from the responses of the simulator.
import { DOLLAR, priceText, sizeText } from './decimals.ts'
import { isBlockTrade, tradeId, wireTrade as wireTradeB } from './platform-b/trades.ts'
import { settledUs, statusOf as statusOnB } from './platform-b/objects.ts'
import { wireTrade as wireTradeA } from './platform-a/trade-row.ts'
import { stateOf } from './platform-a/state.ts'
import { createTrueWallets, type TrueWallets } from './wallets/true-wallets.ts'
import type { Wallets } from './wallets/wallets.ts'
import { bookAt, type Level } from './world/book.ts'
import { payout, type Market, type MarketA, type MarketB } from './world/market.ts'
import type { Odds } from './world/odds.ts'
import type { Traders } from './world/traders.ts'
import type { Trade } from './world/trades.ts'
import type { World } from './world/world.ts'

export interface TrueMarket {
  readonly platform: 'platform_a' | 'platform_b'
  /** Condition id or ticker. */
  readonly nativeId: string
  readonly eventId: string
  /** Key of the real-world occasion; markets of both platforms about the same occasion share it. */
  readonly occasion: string
  readonly question: string
  readonly outcomes: readonly [string, string]
  readonly isPlaceholder: boolean
  readonly isParlay: boolean
  readonly status: 'open' | 'closed' | 'resolved'
  /** What the first outcome paid; null until the market is resolved. */
  readonly payout: 0 | 0.5 | 1 | null
  /** Unix seconds of the resolution; null until then. */
  readonly resolvedS: number | null
  readonly tradeCount: number
}

export interface TrueTrade {
  /** Unix milliseconds with the platform's precision: whole seconds on platform_a. */
  readonly timestampMs: number
  /** Price of the first outcome. */
  readonly price: string
  /** Price of the traded outcome. */
  readonly outcomePrice: string
  /** The taker's side, in terms of the first outcome. */
  readonly side: 'buy' | 'sell'
  readonly size: string
  /** platform_b's trade id; the transaction hash on platform_a. */
  readonly nativeId: string
  readonly isBlockTrade: boolean
  /** The row in the platform's format. */
  readonly row: Readonly<Record<string, unknown>>
}

export interface TrueBook {
  /** Price and size of each level for the first outcome, best first. */
  readonly bids: readonly (readonly [string, string])[]
  readonly asks: readonly (readonly [string, string])[]
}

/** Two markets that ask the same question on both platforms. */
export interface TrueMatch {
  /** Condition id. */
  readonly platformA: string
  readonly platformB: string
  /** Whether platform_b's Yes pays with platform_a's first outcome or with its second. */
  readonly polarity: 'same' | 'inverted'
}

export interface Truth extends TrueWallets {
  /** All markets that are listed now. */
  markets(): readonly TrueMarket[]
  /** All trades of a listed market up to now, oldest first; none for an unknown market. */
  trades(nativeId: string): readonly TrueTrade[]
  /** Matches among the markets that are listed now; a market without a name has no match. */
  matches(): readonly TrueMatch[]
  /** null: the market has no book at that time. */
  book(nativeId: string, atMs: number): TrueBook | null
}

export function createTruth(world: World, wallets: Wallets, now: () => number): Truth {
  const find = (nativeId: string): Market | undefined => {
    const nowMs = now()
    return (
      world.catalogA(nowMs).marketById.get(nativeId) ??
      world.catalogB(nowMs).marketById.get(nativeId)
    )
  }
  return {
    ...createTrueWallets(world, wallets, now),
    markets() {
      const nowMs = now()
      return [...world.catalogA(nowMs).markets, ...world.catalogB(nowMs).markets].map((market) =>
        marketOf(world, market, nowMs),
      )
    },
    trades(nativeId) {
      const market = find(nativeId)
      if (market === undefined) return []
      return world.tape
        .ofMarket(market, 0, now() * 1000 + 1)
        .map((trade) => tradeOf(trade, world.traders))
    },
    matches() {
      const nowMs = now()
      const marketsByOdds = new Map<Odds, MarketB[]>()
      for (const market of world.catalogB(nowMs).markets) {
        const { odds } = market.proposition
        marketsByOdds.set(odds, [...(marketsByOdds.get(odds) ?? []), market])
      }
      return world
        .catalogA(nowMs)
        .markets.filter((market) => !stateOf(world, market, nowMs).isPlaceholder)
        .flatMap((a) =>
          (marketsByOdds.get(a.proposition.odds) ?? []).flatMap((b): TrueMatch[] => {
            const polarity = polarityOf(a, b)
            return polarity === null ? [] : [{ platformA: a.id, platformB: b.id, polarity }]
          }),
        )
    },
    book(nativeId, atMs) {
      const market = find(nativeId)
      const book = market && market.tradesPerHour > 0 ? bookAt(market, atMs) : null
      if (book === null) return null
      const levels = (side: readonly Level[]): [string, string][] =>
        side.map(({ pricePico, sizeMicro }) => [priceText(pricePico), sizeText(sizeMicro)])
      return { bids: levels(book.bids), asks: levels(book.asks) }
    },
  }
}

/** Polarity of two markets on the same odds; null: they ask different questions. */
function polarityOf(a: MarketA, b: MarketB): TrueMatch['polarity'] | null {
  if (a.proposition.leg === b.proposition.leg) return 'same'
  const isTwoSided = a.proposition.odds.result.length === 2 && a.spec.outcomes[0] !== 'Yes'
  return isTwoSided ? 'inverted' : null
}

function marketOf(world: World, market: Market, nowMs: number): TrueMarket {
  const common = {
    nativeId: market.id,
    eventId: market.event.id,
    occasion: market.occasion.key,
    tradeCount: world.tape.totals(market, nowMs).count,
  }
  if (market.platform === 'platform_a') {
    const state = stateOf(world, market, nowMs)
    const { named, question } = market.spec
    return {
      ...common,
      platform: 'platform_a',
      question: named && nowMs >= named.fromMs ? named.question : question,
      outcomes: market.spec.outcomes,
      isPlaceholder: state.isPlaceholder,
      isParlay: false,
      status: state.isClosed ? 'resolved' : 'open',
      payout: state.isClosed ? payout(market) : null,
      resolvedS: state.isClosed ? Math.floor(market.lifecycle.settledMs / 1000) : null,
    }
  }
  const status = statusOnB(market, nowMs)
  const isOpen = status === 'initialized' || status === 'active' || status === 'inactive'
  return {
    ...common,
    platform: 'platform_b',
    question: market.spec.title,
    outcomes: ['Yes', 'No'],
    isPlaceholder: false,
    isParlay: market.spec.legs !== undefined,
    status: isOpen ? 'open' : status === 'finalized' ? 'resolved' : 'closed',
    payout: status === 'finalized' ? payout(market) : null,
    resolvedS: status === 'finalized' ? Math.floor(settledUs(market) / 1e6) : null,
  }
}

function tradeOf(trade: Trade, traders: Traders): TrueTrade {
  const { market, outcome, side } = trade
  const oppositeSide = side === 'buy' ? 'sell' : 'buy'
  const pricePico = outcome === 0 ? trade.pricePico : DOLLAR - trade.pricePico
  const common = {
    price: priceText(pricePico),
    side: outcome === 0 ? side : oppositeSide,
    size: sizeText(trade.sizeMicro),
  } as const
  if (market.platform === 'platform_a') {
    const row = wireTradeA({ trade, market, isMaker: false }, traders)
    return {
      ...common,
      outcomePrice: priceText(trade.pricePico),
      timestampMs: Math.floor(trade.timeUs / 1e6) * 1000,
      nativeId: String(row['transactionHash']),
      isBlockTrade: false,
      row,
    }
  }
  return {
    ...common,
    // the platform states the outcome from which the taker profits
    outcomePrice: priceText(common.side === 'buy' ? pricePico : DOLLAR - pricePico),
    timestampMs: Math.floor(trade.timeUs / 1000),
    nativeId: tradeId(trade),
    isBlockTrade: isBlockTrade(trade),
    row: wireTradeB(trade, 'fixed-point'),
  }
}
