// platform_b: converts the JSON text of an event or market to a snapshot for the poller.
import { parseBounded } from '../../../lib/run/bounded-json.ts'
import { toId } from '../../identity.ts'
import { digestContent } from '../../content.ts'
import { toFields, toText } from '../../json.ts'
import { toPlausibleMs } from '../../time.ts'
import { contractsOf } from '../wire/amounts.ts'
import { eventDigestRules, type PlatformBEvent } from '../wire/event.ts'
import { marketDigestRules, statusOf, type PlatformBMarket } from '../wire/market.ts'
import { createSnapshots, idFromText } from '../../snapshots.ts'
import type { MarketFacts, MarketSnapshot } from '../../source.ts'

/**
 * Returns the phase of a market. A market with an unknown status is not final, so it is requested again.
 */
function toPhase(market: PlatformBMarket): MarketFacts['phase'] {
  const status = statusOf(market)
  if (status === 'open') return 'open'
  return status === 'resolved' ? 'final' : 'settling'
}

/** All markets share these two arrays, because the poller keeps the facts of every market in memory. */
const noTokens: readonly string[] = []
const yesAndNo: readonly string[] = ['Yes', 'No']

/** `market` is the text, parsed. */
export function toMarket(
  text: string,
  market: PlatformBMarket = toFields(parseBounded(text).value),
): MarketSnapshot {
  const nativeId = toText(market.ticker)
  const status = toText(market.status)
  const phase = toPhase(market)
  const total = contractsOf(market, 'volume')
  return {
    id: toId('platform_b', nativeId || idFromText(text)),
    nativeId,
    body: text,
    ...digestContent(text, marketDigestRules, phase),
    facts: {
      phase,
      hasBook: status === 'active' || status === 'open',
      tokens: noTokens,
      outcomes: yesAndNo,
      volume24h: Number(contractsOf(market, 'volume_24h') ?? 0),
      volumeTotal: Number(total ?? 0),
      neverTraded: total === '0',
      createdMs: toPlausibleMs(market.created_time),
      closedMs: toPlausibleMs(market.settlement_ts) ?? toPlausibleMs(market.close_time),
      changedMs: toPlausibleMs(market.updated_time),
    },
  }
}

/** Returns, as one text, the fields of the event that the normalizer copies to its markets. */
function marketFieldsOf(event: PlatformBEvent): string {
  const names = ['event_ticker', 'series_ticker', 'title', 'sub_title', 'category'] as const
  return JSON.stringify([
    ...names.map((name) => event[name] ?? null),
    event.product_metadata ?? null,
  ])
}

export const { toSnapshotGroup, toListEntry } = createSnapshots({
  platform: 'platform_b',
  toMarket,
  eventDigestRules,
  eventIdOf: ({ event_ticker: ticker }: PlatformBEvent) => toText(ticker),
  eventIdOfMarket: ({ event_ticker: ticker }: PlatformBMarket) => toText(ticker),
  marketFieldsOf,
})
