// platform_a: a Gamma event or market as JSON text -> what the poller has to know of it.
import { createHash } from 'node:crypto'
import { elementTexts, memberText, withoutMember } from '../upstream/json-slices.ts'
import type { UpstreamAnswer } from '../upstream/upstream.ts'
import { toFields, toInstantMs, toNumber, toText, toTexts, type Fields } from './fields.ts'
import type { ListedMarket, Listing, MarketFacts, MarketRef } from './source.ts'

/** For an object without any id: the same words, the same id. */
function idOfText(text: string): string {
  return `#${createHash('sha256').update(text).digest('hex').slice(0, 16)}`
}

function toPhase(market: Fields): MarketFacts['phase'] {
  if (market['closed'] !== true) return 'open'
  const prices = toTexts(market['outcomePrices']).map(Number)
  const isResult =
    prices.filter((p) => p === 1).length === 1 && prices.every((p) => p === 0 || p === 1)
  return market['umaResolutionStatus'] === 'resolved' || isResult ? 'final' : 'settling'
}

/** Postgres style: "2026-07-24 00:25:21+00". */
function toPostgresInstantMs(value: unknown): number | null {
  const [, day, time, zone] = /^(\S+) (\S+?)([+-]\d\d)$/.exec(toText(value)) ?? []
  return day === undefined ? toInstantMs(value) : toInstantMs(`${day}T${time}${zone}:00`)
}

export function toMarket(text: string): ListedMarket {
  const market = toFields(JSON.parse(text))
  const nativeId = toText(market['conditionId'])
  const total = toNumber(market['volumeNum']) ?? toNumber(market['volume'])
  const phase = toPhase(market)
  const tokens = toTexts(market['clobTokenIds'])
  return {
    id: `pa_${nativeId || toText(market['id']) || idOfText(text)}`,
    nativeId,
    body: text,
    facts: {
      phase,
      hasBook:
        phase === 'open' &&
        market['active'] !== false &&
        market['enableOrderBook'] !== false &&
        (tokens[0] ?? '') !== '',
      tokens,
      outcomes: toTexts(market['outcomes']),
      volume24h: toNumber(market['volume24hr']) ?? 0,
      volumeTotal: total ?? 0,
      neverTraded: total === 0,
      createdMs: toInstantMs(market['createdAt']),
      closedMs: toPostgresInstantMs(market['closedTime']),
      mark: toText(market['updatedAt']),
    },
  }
}

/** The parts of an event that its markets show. */
function shownOf(event: Fields): string {
  const names = ['id', 'slug', 'ticker', 'title', 'category', 'subcategory', 'negRisk'] as const
  const series = Array.isArray(event['series'])
    ? event['series'].map((one) => [toFields(one)['slug'], toFields(one)['title']])
    : null
  return JSON.stringify([
    ...names.map((name) => event[name] ?? null),
    event['tags'] ?? null,
    series,
  ])
}

/** An event with its nested markets. */
export function toListing(text: string, answer: UpstreamAnswer): Listing {
  const { url, receivedAtMs } = answer
  const event = toFields(JSON.parse(text))
  const isObject = Object.keys(event).length > 0
  const body = isObject ? withoutMember(text, 'markets') : text
  const nativeId = toText(event['id'])
  const markets = Array.isArray(event['markets'])
    ? elementTexts(memberText(text, 'markets') ?? '[]').map(toMarket)
    : []
  return {
    event: { id: `pa_${nativeId || idOfText(body)}`, nativeId, body, shown: shownOf(event) },
    markets,
    url,
    receivedAtMs,
  }
}

/** An entry of a list of markets; it names its event. */
export function toRef(text: string, answer: UpstreamAnswer): MarketRef {
  const events = toFields(JSON.parse(text))['events']
  const eventId = Array.isArray(events) ? toText(toFields(events[0])['id']) : ''
  return {
    market: toMarket(text),
    eventNativeId: eventId === '' ? null : eventId,
    url: answer.url,
    receivedAtMs: answer.receivedAtMs,
  }
}
