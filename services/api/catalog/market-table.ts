// What the catalog keeps of each market, in arrays by the number of the market.
import type { Decimal } from '../../domain/money.ts'
import { toCategory } from '../../platforms/categories.ts'
import type { MarketRow } from '../queries/changed-markets.ts'
import { createColumn } from './column.ts'
import { createInterner } from './interner.ts'

export type MarketEntry = Omit<MarketRow, 'words' | 'version'>

/** What many markets have in common. */
export interface SharedFacts extends Pick<MarketRow, 'platform' | 'status' | 'tags' | 'category'> {
  /** Lower case, for filters that ignore case. */
  readonly lowerTags: readonly string[]
  readonly lowerCategory: string | null
  readonly commonCategory: string | null
}

type EventFacts = Pick<MarketRow, 'event_id' | 'event_slug' | 'event_title'>

export type MarketTable = ReturnType<typeof createMarketTable>

/** The columns of the markets, by number. */
export function createMarketTable() {
  const versions = createColumn(Float64Array)
  const volumes = createColumn(Float64Array)
  /** In seconds; -Infinity if unknown. */
  const creationTimes = createColumn(Float64Array)
  /** What markets have in common; 0: the market has not been set. */
  const factsIds = createColumn(Uint32Array)
  const facts: SharedFacts[] = []
  const idsOfFacts = new Map<SharedFacts, number>()
  const labels: (readonly string[])[] = []
  const events: EventFacts[] = []
  /** The texts that differ from market to market: 24-hour volume, total volume, slug. One per line. */
  const texts: string[] = []
  const internFacts = createInterner<SharedFacts>()
  const internLabels = createInterner<readonly string[]>()
  /** By event id, what its market that was set last stated. */
  const lastEvents = new Map<string | null, EventFacts>()
  const noLabels: readonly string[] = []
  const noEvent: EventFacts = { event_id: null, event_slug: null, event_title: null }

  const factsOf = (market: number): SharedFacts => facts[factsIds.get(market) - 1] as SharedFacts
  const eventOf = (market: number): EventFacts => events[market] ?? noEvent
  const creationTimeOf = (market: number): number | null =>
    creationTimes.get(market) === -Infinity ? null : creationTimes.get(market)
  const textOf = (market: number): string => texts[market] ?? ''

  function internEvent({ event_id, event_slug, event_title }: MarketRow): EventFacts {
    const last = lastEvents.get(event_id)
    if (last && last.event_slug === event_slug && last.event_title === event_title) return last
    const event = { event_id, event_slug, event_title }
    lastEvents.set(event_id, event)
    return event
  }

  return {
    versions,
    volumes,
    creationTimes,
    creationTimeOf,
    factsOf,
    factsIds,
    /** Greater than all ids. */
    factsCount: (): number => facts.length + 1,
    eventOf,
    has: (market: number): boolean => factsIds.get(market) > 0,
    volumeOf: (market: number): Decimal => textOf(market).slice(0, textOf(market).indexOf('\n')),
    set(market: number, row: MarketRow): void {
      // arrays without holes: with holes, V8 stores them as hash tables
      while (labels.length <= market) {
        labels.push(noLabels)
        events.push(noEvent)
        texts.push('')
      }
      versions.set(market, row.version)
      volumes.set(market, Number(row.volume_24h))
      creationTimes.set(market, row.created_at ?? -Infinity)
      const shared = internFacts({
        platform: row.platform,
        status: row.status,
        tags: row.tags,
        lowerTags: row.tags.map((tag) => tag.toLowerCase()),
        category: row.category,
        lowerCategory: row.category?.trim().toLowerCase() ?? null,
        commonCategory: toCategory(row.category),
      })
      if (!idsOfFacts.has(shared)) idsOfFacts.set(shared, facts.push(shared))
      factsIds.set(market, idsOfFacts.get(shared) ?? 0)
      labels[market] = internLabels(row.labels)
      events[market] = internEvent(row)
      texts[market] = [row.volume_24h, row.volume_total ?? '', row.slug].join('\n')
    },
    entryOf(market: number, id: string): MarketEntry {
      const [volume = '', volumeTotal = '', ...slug] = textOf(market).split('\n')
      const { platform, status, tags, category } = factsOf(market)
      return {
        id,
        platform,
        slug: slug.join('\n'),
        status,
        labels: labels[market] ?? [],
        volume_24h: volume,
        volume_total: volumeTotal === '' ? null : volumeTotal,
        created_at: creationTimeOf(market),
        tags,
        category,
        ...eventOf(market),
      }
    },
  }
}
