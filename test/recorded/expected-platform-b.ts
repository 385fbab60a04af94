// platform_b: recorded markets, trades and order books as /v1 has to answer them.
import { numberOf, one, unitsOf } from './scaled-integers.ts'
import {
  offered,
  secondsOf,
  unique,
  wordsOrNull,
  type ListedMarket,
  type Reason,
} from './expected-market.ts'
import type { ExpectedBook, ExpectedTrade } from './expected-observations.ts'
import type { Json } from './recordings.ts'

const site = 'https://kalshi.com/markets'
/** A quote wider than that is no price. */
const widest = unitsOf('0.1')

const statuses: Readonly<Record<string, ListedMarket['status']>> = {
  initialized: 'open',
  active: 'open',
  inactive: 'open',
  closed: 'closed',
  determined: 'closed',
  disputed: 'closed',
  amended: 'closed',
  finalized: 'resolved',
}

/** Of a market, or of an event. */
export function reasonOfB(said: Json): Reason | null {
  const ticker = String(said['ticker'] ?? said['event_ticker'])
  return ticker.startsWith('KXMVE') ? 'parlay' : null
}

export function listedMarketOfB(market: Json, event: Json): ListedMarket {
  const ticker = String(market['ticker'])
  const eventTicker = String(market['event_ticker'])
  const title = String(market['title'])
  const label = wordsOrNull(market['yes_sub_title'])
  const bid = offered(dollars(market, 'yes_bid'))
  const ask = offered(dollars(market, 'yes_ask'))
  const status = statuses[String(market['status'])]
  if (!status) throw new Error(`no recording has the status ${String(market['status'])}`)
  const series = wordsOrNull(event['series_ticker'])
  const metadata = (event['product_metadata'] ?? {}) as Json
  const rules = [market['rules_primary'], market['rules_secondary']].map(wordsOrNull)
  return {
    id: `pb_${ticker}`,
    nativeId: ticker,
    slug: ticker,
    question: label === null || title.includes(label) ? title : `${title} — ${label}`,
    status,
    labels: ['Yes', 'No'],
    price:
      status === 'resolved'
        ? resultOf(market)
        : (offered(dollars(market, 'last_price')) ?? middleOf(bid, ask)),
    bid,
    ask,
    url: [site, series?.toLowerCase(), eventTicker.toLowerCase()].filter(Boolean).join('/'),
    description: rules.filter((rule) => rule !== null).join('\n\n') || null,
    volume24h: Number(market['volume_24h_fp'] ?? market['volume_24h'] ?? 0),
    volumeTotal: Number(market['volume_fp'] ?? market['volume']),
    openInterest: Number(market['open_interest_fp'] ?? market['open_interest']),
    createdAt: secondsOf(market['created_time']),
    closeTime: secondsOf(market['close_time']),
    tags: unique([event['category'], metadata['competition'], event['series_ticker']]),
    category: wordsOrNull(event['category']),
    eventSlug: eventTicker,
  }
}

/** As text: in dollars, or in cents before 2026. */
function dollars(market: Json, name: string): string {
  const newer = market[`${name}_dollars`] as string | undefined
  return newer ?? String(numberOf(unitsOf(market[name] as number) / 100n))
}

function resultOf(market: Json): bigint {
  const value = market['settlement_value_dollars']
  if (typeof value === 'string') return unitsOf(value)
  return market['result'] === 'yes' ? one : 0n
}

function middleOf(bid: bigint | null, ask: bigint | null): bigint | null {
  return bid !== null && ask !== null && ask - bid <= widest ? (bid + ask) / 2n : null
}

export function tradeOfB(row: Json): ExpectedTrade {
  const yes = unitsOf(row['yes_price_dollars'] as string)
  const isYes = (row['taker_outcome_side'] ?? row['taker_side']) === 'yes'
  return {
    id: String(row['trade_id']),
    native_trade_id: String(row['trade_id']),
    market_id: `pb_${String(row['ticker'])}`,
    platform: 'platform_b',
    price: numberOf(yes),
    size: Number(row['count_fp'] ?? row['count']),
    side: isYes ? 'buy' : 'sell',
    timestamp_ms: Date.parse(String(row['created_time'])),
    outcome: isYes ? 'Yes' : 'No',
    outcome_price: numberOf(isYes ? yes : one - yes),
  }
}

/** Bids only, on both sides; null for an empty one. */
export function bookOfB(said: Json): ExpectedBook {
  const book = (said['orderbook_fp'] ?? said['orderbook']) as Json
  const side = (name: string) =>
    ((book[name] ?? []) as readonly (readonly [string, string])[]).map(
      ([price, size]) => [unitsOf(price), Number(size)] as const,
    )
  return {
    bids: side('yes_dollars'),
    asks: side('no_dollars').map(([price, size]) => [one - price, size] as const),
    timestampMs: null,
  }
}
