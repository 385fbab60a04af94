// The orders of market lists: how markets compare, and how a market compares with the sort key of a cursor.
import type { MarketsQuery, SearchQuery } from '../../../schemas/generated/api.ts'
import { compareDecimals, isDecimal, type Decimal } from '../../domain/money.ts'
import type { SortKeyParser } from '../cursor.ts'
import type { Column } from '../../lib/run/column.ts'
import type { MarketNumbers } from '../../lib/run/market-numbers.ts'

/**
 * The value by which the list is sorted (a volume, a creation time, null for an unknown one, or the place in
 * the requested ids), and the id.
 */
export type MarketSortKey = readonly [value: Decimal | number | null, id: string]

export interface MarketSortOrder {
  readonly compare: (one: number, other: number) => number
  readonly keyOf: (market: number) => MarketSortKey
  /** Returns a function that returns whether a market comes after the sort key. */
  readonly createAfterFilter: (key: MarketSortKey) => (market: number) => boolean
}

/** The columns that determine the order, by the number of the market. */
interface SortedColumns {
  readonly volumes: Pick<Column, 'get'>
  readonly volumeOf: (market: number) => Decimal
  /** Seconds; -Infinity if unknown. */
  readonly creationTimes: Pick<Column, 'get'>
  readonly creationTimeOf: (market: number) => number | null
}

export function createMarketSortOrders(
  { volumes, volumeOf, creationTimes, creationTimeOf }: SortedColumns,
  { idOf, compareIds }: Pick<MarketNumbers, 'idOf' | 'compareIds'>,
): Readonly<Record<Exclude<MarketsQuery['sort_by'], 'ids'>, MarketSortOrder>> {
  return {
    volume: {
      compare: (a, b) =>
        volumes.get(b) - volumes.get(a) ||
        // two volumes other than 0 can be equal as floating-point numbers although they differ as decimals
        (volumes.get(a) === 0 ? 0 : compareDecimals(volumeOf(b), volumeOf(a))) ||
        compareIds(a, b),
      keyOf: (market) => [volumeOf(market), idOf(market)],
      createAfterFilter([value, id]) {
        const volume = String(value)
        const rounded = Number(volume)
        return (market) => {
          const less = rounded - volumes.get(market) || compareDecimals(volume, volumeOf(market))
          return less > 0 || (less === 0 && idOf(market) > id)
        }
      },
    },
    /** Newest first; markets with an unknown creation time come last. */
    created_at: {
      compare: (a, b) => creationTimes.get(b) - creationTimes.get(a) || compareIds(a, b),
      keyOf: (market) => [creationTimeOf(market), idOf(market)],
      createAfterFilter([value, id]) {
        const time = value === null ? -Infinity : Number(value)
        return (market) => {
          const other = creationTimes.get(market)
          return other < time || (other === time && idOf(market) > id)
        }
      },
    },
  }
}

/** Creates the order of the requested ids. For an id that occurs twice, its first place counts. */
export function createOrderOfIds(
  ids: readonly string[],
  { idOf }: Pick<MarketNumbers, 'idOf'>,
): MarketSortOrder {
  const places = new Map(ids.map((id, index) => [id, index] as const).toReversed())
  const positionInIds = (market: number): number => places.get(idOf(market)) ?? ids.length
  return {
    compare: (a, b) => positionInIds(a) - positionInIds(b),
    keyOf: (market) => [positionInIds(market), idOf(market)],
    createAfterFilter:
      ([place]) =>
      (market) =>
        positionInIds(market) > Number(place),
  }
}

/**
 * `relevance` is the rank of a found market. All markets have the same rank unless the search is sorted by
 * relevance.
 */
export type SearchSortKey = readonly [relevance: number, ...key: MarketSortKey]

export function createSearchSortKeyParser(
  order: SearchQuery['sort_by'],
): SortKeyParser<SearchSortKey> {
  return ([relevance, ...values]) => {
    const key = createMarketSortKeyParser(order === 'relevance' ? 'volume' : order)(values)
    return key && Number.isSafeInteger(relevance) ? [Number(relevance), ...key] : null
  }
}

export function createMarketSortKeyParser(
  order: MarketsQuery['sort_by'],
): SortKeyParser<MarketSortKey> {
  return ([value, id, ...others]) => {
    if (typeof id !== 'string' || others.length > 0) return null
    if (order === 'volume') return isDecimal(value) ? [value, id] : null
    return value === null || typeof value === 'number' ? [value, id] : null
  }
}
