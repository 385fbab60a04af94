// Raw records as the poller writes them, for the tests of the normalizer, and what became of them.
import type { Book, Event, Market, Trade, WalletActivity } from '../../schemas/generated/events.ts'
import { normalize } from '../../services/normalizer/normalizer.ts'

export const receivedAtMs = Date.UTC(2026, 10, 21, 10)
type Platform = Market['platform']
type Body = string | object

const textOf = (body: Body) => (typeof body === 'string' ? body : JSON.stringify(body))
const place = { partition: 3, offset: 42, key: 'key' }
const contents = { url: 'upstream', received_at_ms: receivedAtMs }

export function normalizeListed(
  platform: Platform,
  kind: 'market' | 'event',
  body: Body,
  event: Body | null = null,
) {
  const event_body = event === null ? null : textOf(event)
  const value = { ...contents, platform, kind, native_id: 'id', body: textOf(body), event_body }
  return normalize({ ...place, topic: 'raw.markets', value })
}

export function normalizeTrade(
  platform: Platform,
  marketId: string,
  body: Body,
  known: {
    tokens?: readonly string[]
    outcomes?: readonly string[]
    repeat?: number
    awaitsMarket?: boolean
  } = {},
) {
  const { tokens = [], outcomes = [], repeat = 0, awaitsMarket = false } = known
  const value = {
    ...contents,
    platform,
    market_id: marketId,
    body: textOf(body),
    repeat,
    tokens,
    outcomes,
    awaits_market: awaitsMarket,
    progress: null,
  }
  return normalize({ ...place, topic: 'raw.trades', value })
}

/** `tokens`: of the market. */
export function normalizeProvisionalTrade(
  platform: Platform,
  marketId: string,
  body: Body,
  tokens: readonly string[] = [],
) {
  const value = {
    ...contents,
    platform,
    market_id: marketId,
    sent_at_ms: null,
    body: textOf(body),
    tokens,
    outcomes: ['Yes', 'No'],
    withdrawal: null,
  }
  return normalize({ ...place, topic: 'raw.provisional-trades', value })
}

export function normalizeBook(
  platform: Platform,
  marketId: string,
  body: Body,
  outcomeIndex = 0,
  depth = 0,
  clockDifferenceMs = 0,
) {
  const value = {
    ...contents,
    platform,
    market_id: marketId,
    outcome_index: outcomeIndex,
    body: textOf(body),
    depth,
    from_stream: false,
    clock_difference_ms: clockDifferenceMs,
  }
  return normalize({ ...place, topic: 'raw.books', value })
}

export function normalizeActivity(
  wallet: string,
  body: Body,
  known: {
    platform?: Platform
    tokens?: readonly string[]
    outcomes?: readonly string[]
    repeat?: number
  } = {},
) {
  const { platform = 'platform_a', tokens = [], outcomes = [], repeat = 0 } = known
  const value = {
    ...contents,
    platform,
    wallet,
    body: textOf(body),
    repeat,
    tokens,
    outcomes,
    progress: null,
  }
  return normalize({ ...place, topic: 'raw.wallets', value })
}

/** `emit <topic>`, `drop <reason>` or `dead letter <reason>`. */
export function resultOf(outcome: ReturnType<typeof normalize>): string {
  if ('emit' in outcome) return `emit ${outcome.emit.map(({ topic }) => topic).join()}`
  return 'drop' in outcome ? `drop ${outcome.drop}` : `dead letter ${outcome.deadLetter}`
}

function onlyEmitted(outcome: ReturnType<typeof normalize>) {
  if (!('emit' in outcome) || outcome.emit.length !== 1)
    throw new Error(`expected one record, got ${JSON.stringify(outcome)}`)
  return outcome.emit[0]!
}

export function marketIn(outcome: ReturnType<typeof normalize>): Market {
  const record = onlyEmitted(outcome)
  if (record.topic !== 'markets' || record.key !== record.value.id) throw new Error(record.topic)
  return record.value
}

export function eventIn(outcome: ReturnType<typeof normalize>): Event {
  const record = onlyEmitted(outcome)
  if (record.topic !== 'events' || record.key !== record.value.id) throw new Error(record.topic)
  return record.value
}

export function tradeIn(outcome: ReturnType<typeof normalize>): Trade {
  const record = onlyEmitted(outcome)
  if (record.topic !== 'trades' || record.key !== record.value.trade?.market_id)
    throw new Error(record.topic)
  return record.value.trade
}

export function provisionalTradeIn(outcome: ReturnType<typeof normalize>): Trade {
  const record = onlyEmitted(outcome)
  if (record.topic !== 'provisional-trades' || record.key !== record.value.trade?.market_id)
    throw new Error(record.topic)
  return record.value.trade
}

export function bookIn(outcome: ReturnType<typeof normalize>): Book {
  const record = onlyEmitted(outcome)
  if (record.topic !== 'books' || record.key !== record.value.market_id)
    throw new Error(record.topic)
  return record.value
}

export function activityIn(outcome: ReturnType<typeof normalize>): WalletActivity {
  const record = onlyEmitted(outcome)
  if (record.topic !== 'wallet-activity' || record.key !== record.value.activity?.wallet)
    throw new Error(record.topic)
  return record.value.activity
}
