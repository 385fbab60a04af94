// platform_a: converts the JSON text of an event or market of the Gamma API to a snapshot for the poller.
import { parseBounded } from '../../../lib/run/bounded-json.ts'
import { toId } from '../../identity.ts'
import { digestContent } from '../../content.ts'
import { objectsOf, toFields, toNumber, toText, toTextList } from '../../json.ts'
import { toPlausibleMs } from '../../time.ts'
import { eventDigestRules, type PlatformAEvent, type PlatformALabel } from '../wire/event.ts'
import { marketDigestRules, statusOf, tokensOf, type PlatformAMarket } from '../wire/market.ts'
import { createSnapshots, idFromText } from '../../snapshots.ts'
import type { MarketFacts, MarketSnapshot } from '../../source.ts'

/** Returns the phase of a market. A market that is archived but not closed may still trade. */
function toPhase(market: PlatformAMarket): MarketFacts['phase'] {
  if (market.closed !== true) return 'open'
  return statusOf(market) === 'resolved' ? 'final' : 'settling'
}

/** `market` is the text, parsed. */
export function toMarket(
  text: string,
  market: PlatformAMarket = toFields(parseBounded(text).value),
): MarketSnapshot {
  const nativeId = toText(market.conditionId)
  const total = toNumber(market.volumeNum) ?? toNumber(market.volume)
  const phase = toPhase(market)
  const tokens = toTextList(tokensOf(market))
  return {
    id: toId('platform_a', nativeId || toText(market.id) || idFromText(text)),
    nativeId,
    body: text,
    ...digestContent(text, marketDigestRules, phase),
    facts: {
      phase,
      hasBook:
        phase === 'open' &&
        market.active !== false &&
        market.enableOrderBook !== false &&
        (tokens[0] ?? '') !== '',
      tokens,
      outcomes: toTextList(market.outcomes),
      volume24h: toNumber(market.volume24hr) ?? 0,
      volumeTotal: total ?? 0,
      neverTraded: total === 0,
      createdMs: toPlausibleMs(market.createdAt),
      closedMs: toPlausibleMs(market.closedTime),
      changedMs: toPlausibleMs(market.updatedAt),
    },
  }
}

/** Returns, as one text, the fields of the event that the normalizer copies to its markets. */
function marketFieldsOf(event: PlatformAEvent): string {
  const names = ['id', 'slug', 'ticker', 'title', 'category', 'subcategory', 'negRisk'] as const
  const labelsOf = (value: unknown) =>
    objectsOf(value).map(({ slug, label, title }: PlatformALabel) => [slug, label, title])
  const labels = [labelsOf(event.tags), labelsOf(event.series)]
  return JSON.stringify([...names.map((name) => event[name] ?? null), ...labels])
}

export const { toSnapshotGroup, toListEntry } = createSnapshots({
  platform: 'platform_a',
  toMarket,
  eventDigestRules,
  eventIdOf: ({ id }: PlatformAEvent) => toText(id),
  eventIdOfMarket({ events }: PlatformAMarket) {
    const [event]: readonly unknown[] = Array.isArray(events) ? events : []
    const { id }: PlatformAEvent = toFields(event)
    return toText(id)
  },
  marketFieldsOf,
})
