// platform_a: recorded Gamma markets, Data API trades and CLOB books as /v1 has to answer them.
import { numberOf, one, unitsOf } from './scaled-integers.ts'
import {
  numberOrNull,
  offered,
  secondsOf,
  unique,
  wordsOrNull,
  type ListedMarket,
  type Reason,
} from './expected-market.ts'
import type { ExpectedBook, ExpectedTrade } from './expected-observations.ts'
import type { Json } from './recordings.ts'

const site = 'https://polymarket.com'

export function reasonOfA(market: Json): Reason | null {
  if (market['conditionId'] === '') return 'empty_condition_id'
  const isUnnamed = market['active'] === false && market['closed'] === false
  return isUnnamed || market['negRiskOther'] === true ? 'placeholder' : null
}

/** `listedUnder`: the event whose `markets` it stands in; else its own `events` tells. */
export function listedMarketOfA(market: Json, listedUnder: Json | null): ListedMarket {
  const event = listedUnder ?? (market['events'] as readonly Json[] | undefined)?.[0] ?? {}
  const prices = (parsed(market['outcomePrices']) ?? []).map((price) => unitsOf(price))
  const hasPrices = prices.some((price) => price > 0n)
  const status = statusOf(market, prices)
  const slug = String(market['slug'])
  const eventSlug = wordsOrNull(event['slug'])
  const tags = unique([...labelsOf(event), ...labelsOf(market)])
  const planned = secondsOf(market['endDate'])
  const ended = secondsOf(market['closedTime'])
  return {
    id: `pa_${String(market['conditionId'])}`,
    nativeId: String(market['conditionId']),
    slug,
    question: String(market['question']),
    status,
    labels: parsed(market['outcomes']) ?? [],
    price: hasPrices ? (prices[0] ?? null) : null,
    bid: offered(market['bestBid']),
    ask: offered(market['bestAsk']),
    url: eventSlug === null ? `${site}/market/${slug}` : `${site}/event/${eventSlug}/${slug}`,
    description: wordsOrNull(market['description']),
    volume24h: Number(market['volume24hr'] ?? 0),
    volumeTotal: numberOrNull(market['volume'] ?? market['volumeNum']),
    openInterest: numberOrNull(market['openInterest']),
    createdAt: secondsOf(market['createdAt']),
    closeTime: status === 'open' ? planned : (ended ?? planned),
    tags,
    category: wordsOrNull(market['category']) ?? wordsOrNull(event['category']),
    eventSlug,
  }
}

/** Recorded are no archived markets, and none that is closed while its result is proposed. */
function statusOf(market: Json, prices: readonly bigint[]): ListedMarket['status'] {
  if (market['closed'] !== true) return 'open'
  const isResult =
    prices.filter((p) => p === one).length === 1 && prices.every((p) => p % one === 0n)
  const isPresent = market['umaResolutionStatus'] === 'resolved' && prices.some((p) => p > 0n)
  return isResult || isPresent ? 'resolved' : 'closed'
}

/** An array of strings, written into a string. */
function parsed(value: unknown): readonly string[] | null {
  return typeof value === 'string' ? (JSON.parse(value) as readonly string[]) : null
}

function labelsOf(owner: Json): readonly unknown[] {
  return ((owner['tags'] ?? []) as readonly Json[]).map((tag) => tag['label'])
}

/** A row of trades; `tokens` and `labels` are those of its market, first outcome first. */
export function tradeOfA(
  row: Json,
  tokens: readonly string[],
  labels: readonly string[],
): ExpectedTrade {
  const index = tokens.indexOf(String(row['asset']))
  const traded = unitsOf(row['price'] as number)
  const isFirst = index === 0
  return {
    native_trade_id: String(row['transactionHash']),
    market_id: `pa_${String(row['conditionId'])}`,
    platform: 'platform_a',
    price: numberOf(isFirst ? traded : one - traded),
    size: row['size'] as number,
    side: (row['side'] === 'BUY') === isFirst ? 'buy' : 'sell',
    timestamp_ms: (row['timestamp'] as number) * 1000,
    outcome: String(labels[index]),
    outcome_price: numberOf(traded),
  }
}

/** The book of the first outcome's token. */
export function bookOfA(book: Json): ExpectedBook {
  const side = (name: string) =>
    (book[name] as readonly { price: string; size: string }[]).map(
      ({ price, size }) => [unitsOf(price), Number(size)] as const,
    )
  return { bids: side('bids'), asks: side('asks'), timestampMs: Number(book['timestamp']) }
}
