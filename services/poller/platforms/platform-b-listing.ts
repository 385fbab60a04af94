// platform_b: an event or market as JSON text -> what the poller has to know of it.
import { createHash } from 'node:crypto'
import { elementTexts, memberText, withoutMember } from '../upstream/json-slices.ts'
import type { UpstreamAnswer } from '../upstream/upstream.ts'
import { toFields, toInstantMs, toNumber, toText, type Fields } from './fields.ts'
import type { ListedMarket, Listing, MarketFacts, MarketRef } from './source.ts'

const openStatuses = new Set(['initialized', 'unopened', 'active', 'open', 'inactive', 'paused'])
const finalStatuses = new Set(['finalized', 'settled'])

/** For an object without a ticker: the same words, the same id. */
function idOfText(text: string): string {
  return `#${createHash('sha256').update(text).digest('hex').slice(0, 16)}`
}

function toPhase(status: string): MarketFacts['phase'] {
  if (finalStatuses.has(status)) return 'final'
  return openStatuses.has(status) ? 'open' : 'settling'
}

export function toMarket(text: string): ListedMarket {
  const market = toFields(JSON.parse(text))
  const nativeId = toText(market['ticker'])
  const status = toText(market['status'])
  // Before 2026 whole contracts without the suffix.
  const total = toNumber(market['volume_fp'] ?? market['volume'])
  return {
    id: `pb_${nativeId || idOfText(text)}`,
    nativeId,
    body: text,
    facts: {
      phase: toPhase(status),
      hasBook: status === 'active' || status === 'open',
      tokens: [],
      outcomes: ['Yes', 'No'],
      volume24h: toNumber(market['volume_24h_fp'] ?? market['volume_24h']) ?? 0,
      volumeTotal: total ?? 0,
      neverTraded: total === 0,
      createdMs: toInstantMs(market['created_time']),
      closedMs: toInstantMs(market['settlement_ts']) ?? toInstantMs(market['close_time']),
      mark: toText(market['updated_time']),
    },
  }
}

/** The parts of an event that its markets show. */
function shownOf(event: Fields): string {
  const names = ['event_ticker', 'series_ticker', 'title', 'sub_title', 'category'] as const
  return JSON.stringify([
    ...names.map((name) => event[name] ?? null),
    event['product_metadata'] ?? null,
  ])
}

/** An event with its nested markets, or with `marketTexts` where they stand beside it. */
export function toListing(
  text: string,
  answer: UpstreamAnswer,
  marketTexts?: readonly string[],
): Listing {
  const { url, receivedAtMs } = answer
  const event = toFields(JSON.parse(text))
  const isObject = Object.keys(event).length > 0
  const body = isObject ? withoutMember(text, 'markets') : text
  const nativeId = toText(event['event_ticker'])
  const nested = Array.isArray(event['markets'])
    ? elementTexts(memberText(text, 'markets') ?? '[]')
    : (marketTexts ?? [])
  return {
    event: { id: `pb_${nativeId || idOfText(body)}`, nativeId, body, shown: shownOf(event) },
    markets: nested.map(toMarket),
    url,
    receivedAtMs,
  }
}

export function toRef(text: string, answer: UpstreamAnswer): MarketRef {
  const eventId = toText(toFields(JSON.parse(text))['event_ticker'])
  return {
    market: toMarket(text),
    eventNativeId: eventId === '' ? null : eventId,
    url: answer.url,
    receivedAtMs: answer.receivedAtMs,
  }
}
