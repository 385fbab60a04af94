// Unified records of the benchmarks' markets that the pipeline needs besides trades: the markets, one event
// for each ten of them, one book each, and some matches.
import type { Book, Event, Market, Match, Origin, PriceLevel } from '../schemas/generated/events.ts'
import type { EmittedRecord } from '../services/topology.ts'
import type { BenchMarket } from './raw-trades.ts'
import { timeOfTrade } from './raw-trades.ts'

const marketsPerEvent = 10
/** One of so many pairs of neighbours, which are on different platforms, matches. */
const pairsPerMatch = 5
const origin: Origin = { topic: 'raw.markets', partition: 0, offset: 0 }

type ListedTopic = 'markets' | 'events' | 'books' | 'matches'

/** `receivedAtMs`: the time of the books. */
export function toMarketRecords(
  markets: readonly BenchMarket[],
  receivedAtMs: number,
): EmittedRecord<ListedTopic>[] {
  return markets.flatMap((market, index): EmittedRecord<ListedTopic>[] => {
    const event = toEvent(market, index, receivedAtMs)
    const other = index % (2 * pairsPerMatch) === 1 ? markets[index - 1] : undefined
    return [
      ...(Math.floor(index / 2) % marketsPerEvent === 0
        ? [{ topic: 'events' as const, key: event.id, value: event }]
        : []),
      { topic: 'markets', key: market.id, value: toMarket(market, index, event, receivedAtMs) },
      { topic: 'books', key: market.id, value: toBook(market, index, receivedAtMs) },
      ...(other
        ? [{ topic: 'matches' as const, key: market.id, value: toMatch(market, other, index) }]
        : []),
    ]
  })
}

/** Markets alternate between the platforms, so each event of a platform has every other market. */
export function eventSlugOf(index: number): string {
  return `bench-event-${index % 2}-${Math.floor(index / 2 / marketsPerEvent)}`
}

function toEvent(market: BenchMarket, index: number, receivedAtMs: number): Event {
  const slug = eventSlugOf(index)
  return {
    id: `${market.id.slice(0, 3)}${slug}`,
    platform: market.platform,
    native_id: slug,
    slug,
    title: `Which of the benchmarks of group ${slug} will be the fastest?`,
    description: 'Resolves to the one that is.',
    category: 'science',
    tags: ['benchmarks'],
    url: `https://platform.example/event/${slug}`,
    received_at_ms: receivedAtMs,
    origin,
  }
}

function toMarket(market: BenchMarket, index: number, event: Event, receivedAtMs: number): Market {
  return {
    id: market.id,
    platform: market.platform,
    native_id: market.nativeId,
    slug: `benchmark-${index}`,
    question: `Will benchmark ${index} be the fastest of ${words[index % words.length]} this month?`,
    status: 'open',
    outcomes: ['Yes', 'No'].map((label, outcome) => ({
      label,
      token_id: market.tokens[outcome] ?? null,
      listed_price: outcome === 0 ? '0.4' : '0.6',
    })),
    url: `https://platform.example/market/${index}`,
    description: 'This market resolves to Yes if it is. '.repeat(10),
    best_bid: '0.39',
    best_ask: '0.41',
    volume_24h: String(1_000_000 - index),
    volume_total: String(10_000_000 - index),
    open_interest: '5000',
    created_at: Math.floor(timeOfTrade(0) / 1000),
    close_time: null,
    resolved_at: null,
    tags: ['benchmarks', words[index % words.length] ?? ''],
    category: 'science',
    event_id: event.id,
    event_slug: event.slug,
    event_title: event.title,
    received_at_ms: receivedAtMs,
    origin,
  }
}

function toMatch(market: BenchMarket, other: BenchMarket, index: number): Match {
  const changedAtMs = timeOfTrade(0)
  return {
    market_id: market.id,
    changed_at_ms: changedAtMs,
    link: {
      other_market_id: other.id,
      score: 85 + (index % 15),
      confidence: 'high',
      relation: 'identical',
      outcome_index: 0,
      reasons: ['subject', 'measure', 'threshold', 'window', 'scope'].map((dimension) => ({
        dimension,
        verdict: 'same',
        evidence: `Both ask which benchmark is the fastest of the month (${index}).`,
      })),
      matched_at_ms: changedAtMs,
    },
    other_platform: other.platform,
  }
}

export const words = ['rivers', 'engines', 'ballots', 'matches', 'storms', 'rockets', 'films']

function toBook(market: BenchMarket, index: number, receivedAtMs: number): Book {
  const levels = (first: number, step: number): PriceLevel[] =>
    Array.from({ length: 20 }, (_, i) => ({
      price: `0.${first + i * step}`,
      size: String(1 + index + i * 10),
    }))
  return {
    market_id: market.id,
    platform: market.platform,
    // prices end in 9 or 1, never in 0, so that they are in canonical form
    bids: levels(399, -10),
    asks: levels(411, 10),
    timestamp_ms: receivedAtMs,
    received_at_ms: receivedAtMs,
    origin: { ...origin, topic: 'raw.books' },
  }
}
