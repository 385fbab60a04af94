// What the catalog keeps of each market, in arrays by the number of the market.
import type { Decimal } from '../../domain/money.ts'
import { toCategory } from '../../platforms/categories.ts'
import type { MarketRow } from '../queries/changed-markets.ts'
import { createColumn } from './column.ts'
import { createSharedValues } from './shared-values.ts'

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
  /** In milliseconds; Infinity if the market has not ended. */
  const endTimes = createColumn(Float64Array)
  /** What markets have in common; 0: the market is not in the table. */
  const factsIds = createColumn(Uint32Array)
  const facts = createSharedValues<SharedFacts>()
  const labelsIds = createColumn(Uint32Array)
  const labels = createSharedValues<readonly string[]>()
  const events: EventFacts[] = []
  /** The texts that differ from market to market: 24-hour volume, total volume, slug. One per line. */
  const texts: string[] = []
  /** By event id, what its market that was set last stated, and the number of its markets. */
  const lastEvents = new Map<string, { facts: EventFacts; markets: number }>()
  const noEvent: EventFacts = { event_id: null, event_slug: null, event_title: null }

  const factsOf = (market: number): SharedFacts => facts.get(factsIds.get(market)) as SharedFacts
  const eventOf = (market: number): EventFacts => events[market] ?? noEvent
  const creationTimeOf = (market: number): number | null =>
    creationTimes.get(market) === -Infinity ? null : creationTimes.get(market)
  const textOf = (market: number): string => texts[market] ?? ''

  function acquireEvent({ event_id: id, event_slug, event_title }: MarketRow): EventFacts {
    const event = { event_id: id, event_slug, event_title }
    if (id === null) return event_slug === null && event_title === null ? noEvent : event
    const last = lastEvents.get(id)
    if (!last) {
      lastEvents.set(id, { facts: event, markets: 1 })
      return event
    }
    last.markets += 1
    const isSame = last.facts.event_slug === event_slug && last.facts.event_title === event_title
    if (!isSame) last.facts = event
    return last.facts
  }

  function releaseEvent({ event_id: id }: EventFacts): void {
    const last = id === null ? undefined : lastEvents.get(id)
    if (id === null || !last) return
    last.markets -= 1
    if (last.markets === 0) lastEvents.delete(id)
  }

  const has = (market: number): boolean => factsIds.get(market) > 0

  function remove(market: number): void {
    if (!has(market)) return
    facts.release(factsIds.get(market))
    labels.release(labelsIds.get(market))
    releaseEvent(eventOf(market))
    factsIds.set(market, 0)
    labelsIds.set(market, 0)
    events[market] = noEvent
    texts[market] = ''
  }

  return {
    versions,
    volumes,
    creationTimes,
    creationTimeOf,
    endTimes,
    factsOf,
    factsIds,
    /** Greater than all ids. */
    factsCount: (): number => facts.size(),
    eventOf,
    has,
    remove,
    volumeOf: (market: number): Decimal => textOf(market).slice(0, textOf(market).indexOf('\n')),
    set(market: number, row: MarketRow): void {
      // arrays without holes: with holes, V8 stores them as hash tables
      while (events.length <= market) {
        events.push(noEvent)
        texts.push('')
      }
      versions.set(market, row.version)
      volumes.set(market, Number(row.volume_24h))
      creationTimes.set(market, row.created_at ?? -Infinity)
      endTimes.set(market, row.ended_at_ms ?? Infinity)
      // acquired before the earlier ones are released: most of them are equal
      const factsId = facts.acquire({
        platform: row.platform,
        status: row.status,
        tags: row.tags,
        lowerTags: row.tags.map((tag) => tag.toLowerCase()),
        category: row.category,
        lowerCategory: row.category?.trim().toLowerCase() ?? null,
        commonCategory: toCategory(row.category),
      })
      const labelsId = labels.acquire(row.labels)
      const event = acquireEvent(row)
      remove(market)
      factsIds.set(market, factsId)
      labelsIds.set(market, labelsId)
      events[market] = event
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
        labels: labels.get(labelsIds.get(market)) ?? [],
        volume_24h: volume,
        volume_total: volumeTotal === '' ? null : volumeTotal,
        created_at: creationTimeOf(market),
        ended_at_ms: endTimes.get(market) === Infinity ? null : endTimes.get(market),
        tags,
        category,
        ...eventOf(market),
      }
    },
  }
}
