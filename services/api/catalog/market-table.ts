// What the catalog keeps of each market, in arrays by the number of the market.
import type { Decimal } from '../../domain/money.ts'
import { toCategory } from '../../platforms/categories.ts'
import type { MarketRow } from '../queries/changed-markets.ts'
import { createColumn } from '../../lib/run/column.ts'
import { createTextColumn } from '../../lib/run/text-column.ts'
import { createEventFacts } from './event-facts.ts'
import { createSharedValues } from './shared-values.ts'

export type MarketEntry = Omit<MarketRow, 'words' | 'received_at_ms' | 'version'>

type StatedFacts = Pick<MarketRow, 'platform' | 'status' | 'tags' | 'category'>

/** Facts that many markets have in common. Each combination is kept once. */
export interface SharedMarketFacts extends StatedFacts {
  /** Lower case, for filters that ignore case. */
  readonly lowerTags: readonly string[]
  readonly lowerCategory: string | null
  readonly commonCategory: string | null
}

export type MarketTable = ReturnType<typeof createMarketTable>

/** Creates the columns of the markets, by the number of the market. */
export function createMarketTable() {
  const versions = createColumn(Float64Array)
  const volumes = createColumn(Float64Array)
  /** In seconds; -Infinity if unknown. */
  const creationTimes = createColumn(Float64Array)
  /** In milliseconds; Infinity if the market has not ended. */
  const endTimes = createColumn(Float64Array)
  /** When the newest record was received, in milliseconds. */
  const updateTimes = createColumn(Float64Array)
  /** The id of the SharedMarketFacts of the market; 0: the market is not in the table. */
  const factsIds = createColumn(Uint32Array)
  const facts = createSharedValues(toSharedFacts)
  const labelsIds = createColumn(Uint32Array)
  const labels = createSharedValues((list: readonly string[]) => list)
  const events = createEventFacts()
  /**
   * By market number: the texts that differ from market to market, joined by line breaks into one string:
   * 24-hour volume, total volume and slug.
   */
  const texts = createTextColumn()

  const factsOf = (market: number): SharedMarketFacts =>
    facts.get(factsIds.get(market)) as SharedMarketFacts
  const creationTimeOf = (market: number): number | null =>
    creationTimes.get(market) === -Infinity ? null : creationTimes.get(market)

  const has = (market: number): boolean => factsIds.get(market) > 0

  function releaseSharedValues(market: number): void {
    if (!has(market)) return
    facts.release(factsIds.get(market))
    labels.release(labelsIds.get(market))
  }

  function remove(market: number): void {
    if (!has(market)) return
    releaseSharedValues(market)
    events.remove(market)
    factsIds.set(market, 0)
    labelsIds.set(market, 0)
    texts.set(market, '')
  }

  return {
    versions,
    volumes,
    creationTimes,
    creationTimeOf,
    endTimes,
    updateTimes,
    factsOf,
    factsIds,
    /** Greater than all ids. */
    factsCount: (): number => facts.size(),
    eventOf: events.get,
    has,
    remove,
    volumeOf(market: number): Decimal {
      const joined = texts.get(market)
      return joined.slice(0, joined.indexOf('\n'))
    },
    set(market: number, row: MarketRow): void {
      versions.set(market, row.version)
      volumes.set(market, Number(row.volume_24h))
      creationTimes.set(market, row.created_at ?? -Infinity)
      endTimes.set(market, row.ended_at_ms ?? Infinity)
      updateTimes.set(market, row.received_at_ms)
      // the new values are acquired before the old ones are released, so that an unchanged value (the usual case) is
      // not removed and added again
      const { platform, status, tags, category } = row
      const factsId = facts.acquire({ platform, status, tags, category })
      const labelsId = labels.acquire(row.labels)
      releaseSharedValues(market)
      factsIds.set(market, factsId)
      labelsIds.set(market, labelsId)
      events.set(market, row)
      texts.set(market, [row.volume_24h, row.volume_total ?? '', row.slug].join('\n'))
    },
    entryOf(market: number, id: string): MarketEntry {
      const [volume = '', volumeTotal = '', ...slug] = texts.get(market).split('\n')
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
        ...events.get(market),
      }
    },
  }
}

const toSharedFacts = (stated: StatedFacts): SharedMarketFacts => ({
  ...stated,
  lowerTags: stated.tags.map((tag) => tag.toLowerCase()),
  lowerCategory: stated.category?.trim().toLowerCase() ?? null,
  commonCategory: toCategory(stated.category),
})
