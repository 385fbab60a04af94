// What really is, in the words of the unified model, for tests that compare a pipeline's end with
// its beginning. Computed from the world, not from what was served.
import { DOLLAR, priceText, sizeText } from './decimals.ts'
import { isBlockTrade, tradeId, wireTrade as wireTradeB } from './platform-b/trades.ts'
import { statusOf as statusOnB } from './platform-b/objects.ts'
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
  /** The real-world occasion: markets of both platforms on one occasion share it. */
  readonly occasion: string
  readonly question: string
  readonly outcomes: readonly [string, string]
  readonly isPlaceholder: boolean
  readonly isParlay: boolean
  readonly status: 'open' | 'closed' | 'resolved'
  /** What the first outcome paid, once resolved. */
  readonly payout: 0 | 0.5 | 1 | null
  readonly tradeCount: number
}

export interface TrueTrade {
  /** Unix milliseconds as the platform tells it: whole seconds on platform_a. */
  readonly timestampMs: number
  /** Of the first outcome. */
  readonly price: string
  /** The taker's, in the first outcome. */
  readonly side: 'buy' | 'sell'
  readonly size: string
  /** platform_b's trade id; the transaction on platform_a. */
  readonly nativeId: string
  readonly isBlockTrade: boolean
  /** The row as it is served. */
  readonly row: Readonly<Record<string, unknown>>
}

export interface TrueBook {
  /** Of the first outcome, best first: price and size. */
  readonly bids: readonly (readonly [string, string])[]
  readonly asks: readonly (readonly [string, string])[]
}

/** One question on both platforms. */
export interface TrueMatch {
  /** Condition id. */
  readonly platformA: string
  readonly platformB: string
  /** Does platform_b's Yes pay with platform_a's first outcome, or with its second? */
  readonly polarity: 'same' | 'inverted'
}

export interface Truth extends TrueWallets {
  /** Everything listed now. */
  markets(): readonly TrueMarket[]
  /** All trades of a listed market up to now, oldest first; none for an unknown one. */
  trades(nativeId: string): readonly TrueTrade[]
  /** Among all that is listed now; who has no name yet is no match. */
  matches(): readonly TrueMatch[]
  /** null when there is no book at that time. */
  book(nativeId: string, atMs: number): TrueBook | null
}

export function createTruth(world: World, wallets: Wallets, now: () => number): Truth {
  const find = (nativeId: string): Market | undefined => {
    const nowMs = now()
    return (
      world.listingA(nowMs).marketById.get(nativeId) ??
      world.listingB(nowMs).marketById.get(nativeId)
    )
  }
  return {
    ...createTrueWallets(world, wallets, now),
    markets() {
      const nowMs = now()
      return [...world.listingA(nowMs).markets, ...world.listingB(nowMs).markets].map((market) =>
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
      const ofOdds = new Map<Odds, MarketB[]>()
      for (const market of world.listingB(nowMs).markets) {
        const { odds } = market.proposition
        ofOdds.set(odds, [...(ofOdds.get(odds) ?? []), market])
      }
      return world
        .listingA(nowMs)
        .markets.filter((market) => !stateOf(world, market, nowMs).isPlaceholder)
        .flatMap((a) =>
          (ofOdds.get(a.proposition.odds) ?? []).flatMap((b): TrueMatch[] => {
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

/** Of two markets on the same odds; null: they are on two questions. */
function polarityOf(a: MarketA, b: MarketB): TrueMatch['polarity'] | null {
  if (a.proposition.leg === b.proposition.leg) return 'same'
  const isTwoSided = a.proposition.odds.result.length === 2 && a.words.outcomes[0] !== 'Yes'
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
    const { named, question } = market.words
    return {
      ...common,
      platform: 'platform_a',
      question: named && nowMs >= named.fromMs ? named.question : question,
      outcomes: market.words.outcomes,
      isPlaceholder: state.isPlaceholder,
      isParlay: false,
      status: state.isClosed ? 'resolved' : 'open',
      payout: state.isClosed ? payout(market) : null,
    }
  }
  const status = statusOnB(market, nowMs)
  const isOpen = status === 'initialized' || status === 'active' || status === 'inactive'
  return {
    ...common,
    platform: 'platform_b',
    question: market.words.title,
    outcomes: ['Yes', 'No'],
    isPlaceholder: false,
    isParlay: market.words.legs !== undefined,
    status: isOpen ? 'open' : status === 'finalized' ? 'resolved' : 'closed',
    payout: status === 'finalized' ? payout(market) : null,
  }
}

function tradeOf(trade: Trade, traders: Traders): TrueTrade {
  const { market, outcome, side } = trade
  const turned = side === 'buy' ? 'sell' : 'buy'
  const common = {
    price: priceText(outcome === 0 ? trade.pricePico : DOLLAR - trade.pricePico),
    side: outcome === 0 ? side : turned,
    size: sizeText(trade.sizeMicro),
  } as const
  if (market.platform === 'platform_a') {
    const row = wireTradeA({ trade, market, isMaker: false }, traders)
    return {
      ...common,
      timestampMs: Math.floor(trade.timeUs / 1e6) * 1000,
      nativeId: String(row['transactionHash']),
      isBlockTrade: false,
      row,
    }
  }
  return {
    ...common,
    timestampMs: Math.floor(trade.timeUs / 1000),
    nativeId: tradeId(trade),
    isBlockTrade: isBlockTrade(trade),
    row: wireTradeB(trade, 'fixed-point'),
  }
}
