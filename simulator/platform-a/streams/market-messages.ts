// The messages of the market channel.
import { DOLLAR, priceText, sizeText } from '../../decimals.ts'
import { hexOf } from '../../random.ts'
import type { LevelChange } from '../../world/book-changes.ts'
import type { Book } from '../../world/book.ts'
import { payout, type MarketA } from '../../world/market.ts'
import type { WireBook } from '../token-book.ts'
import { marketWords } from '../trade-row.ts'
import { transactionHash, type Order } from './orders.ts'

type Json = Readonly<Record<string, unknown>>

/** `isFirst`: the first book after a subscription also has the price of the last trade. */
export function bookMessage(book: WireBook, isFirst: boolean): Json {
  const { market, asset_id, timestamp, hash, bids, asks, tick_size, last_trade_price } = book
  return {
    market,
    asset_id,
    timestamp,
    hash,
    bids,
    asks,
    tick_size,
    event_type: 'book',
    ...(isFirst ? { last_trade_price } : {}),
  }
}

export interface BestPrices {
  readonly bidPico: number | null
  readonly askPico: number | null
}

/** Follows the best prices of the first outcome while its book changes level by level. */
export function bestPrices(book: Book): {
  apply(change: LevelChange): void
  prices(): BestPrices
} {
  const levels = {
    bid: new Set(book.bids.map(({ pricePico }) => pricePico)),
    ask: new Set(book.asks.map(({ pricePico }) => pricePico)),
  }
  return {
    apply({ side, pricePico, afterMicro }) {
      if (afterMicro === 0) levels[side].delete(pricePico)
      else levels[side].add(pricePico)
    },
    prices: () => ({
      bidPico: levels.bid.size === 0 ? null : Math.max(...levels.bid),
      askPico: levels.ask.size === 0 ? null : Math.min(...levels.ask),
    }),
  }
}

/** The best prices of a token; `best` are those of the first outcome. */
function wireBest({ bidPico, askPico }: BestPrices, outcome: 0 | 1): readonly [string, string] {
  const [bid, ask] = outcome === 0 ? [bidPico, askPico] : [mirrored(askPico), mirrored(bidPico)]
  return [priceText(bid ?? 0), priceText(ask ?? DOLLAR)]
}

const mirrored = (pico: number | null): number | null => (pico === null ? null : DOLLAR - pico)

/** One change of a level, on both tokens. `best`: after the change. */
export function priceChange(
  market: MarketA,
  { side, pricePico, afterMicro }: LevelChange,
  best: BestPrices,
  atMs: number,
): Json {
  const entry = (outcome: 0 | 1): Json => {
    const [best_bid, best_ask] = wireBest(best, outcome)
    return {
      asset_id: market.tokens[outcome],
      price: priceText(outcome === 0 ? pricePico : DOLLAR - pricePico),
      size: sizeText(afterMicro),
      side: (side === 'bid') === (outcome === 0) ? 'BUY' : 'SELL',
      // identifies the order that changed the level
      hash: hexOf(`order/${market.id}/${outcome}/${pricePico}/${atMs}`, 40),
      best_bid,
      best_ask,
    }
  }
  return {
    market: market.id,
    price_changes: [entry(0), entry(1)],
    timestamp: String(atMs),
    event_type: 'price_change',
  }
}

export function bestBidAsk(market: MarketA, outcome: 0 | 1, best: BestPrices, atMs: number): Json {
  const [best_bid, best_ask] = wireBest(best, outcome)
  const spread = (best.askPico ?? DOLLAR) - (best.bidPico ?? 0)
  return {
    market: market.id,
    asset_id: market.tokens[outcome],
    best_bid,
    best_ask,
    spread: priceText(spread),
    timestamp: String(atMs),
    event_type: 'best_bid_ask',
  }
}

/** One message for all fills of an order: the price is that of the last level that it touched. */
export function lastTrade(order: Order, isWithdrawn: boolean): Json {
  const { market, last, sizeMicro, atMs } = order
  return {
    market: market.id,
    asset_id: market.tokens[last.outcome],
    price: priceText(last.pricePico),
    size: sizeText(sizeMicro),
    fee_rate_bps: '0',
    side: last.side.toUpperCase(),
    timestamp: String(atMs),
    event_type: 'last_trade_price',
    transaction_hash: transactionHash(order, isWithdrawn),
  }
}

export function tickSizeChange(market: MarketA, outcome: 0 | 1, atMs: number): Json {
  return {
    market: market.id,
    asset_id: market.tokens[outcome],
    old_tick_size: priceText(market.tickPico * 10),
    new_tick_size: priceText(market.tickPico),
    timestamp: String(atMs),
    event_type: 'tick_size_change',
  }
}

export function newMarket(market: MarketA): Json {
  const { spec, event, lifecycle } = market
  const { title, slug, eventSlug } = marketWords(market)
  return {
    id: String(market.number),
    question: title,
    market: market.id,
    slug,
    description: spec.description,
    assets_ids: market.tokens,
    outcomes: spec.outcomes,
    event_message: {
      id: event.id,
      ticker: eventSlug,
      slug: eventSlug,
      title: event.spec.title,
      description: event.spec.description,
    },
    timestamp: String(lifecycle.createdMs),
    event_type: 'new_market',
    tags: event.spec.tags,
    condition_id: market.id,
    active: false,
    clob_token_ids: market.tokens,
    sports_market_type: spec.sport?.type ?? '',
    line: spec.sport?.line === undefined ? '' : String(spec.sport.line),
    game_start_time: '',
    order_price_min_tick_size: priceText(market.tickPico),
    group_item_title: spec.group,
    taker_base_fee: '0',
    fees_enabled: false,
  }
}

/** A market that resolves at 0.5 has no winning outcome. */
export function marketResolved(market: MarketA, atMs: number): Json {
  const paid = payout(market)
  const winner = paid === 0.5 ? null : paid === 1 ? 0 : 1
  return {
    id: String(market.number),
    market: market.id,
    assets_ids: market.tokens,
    winning_asset_id: winner === null ? '' : market.tokens[winner],
    winning_outcome: winner === null ? '' : market.spec.outcomes[winner],
    timestamp: String(atMs),
    event_type: 'market_resolved',
    tags: market.event.spec.tags,
  }
}
