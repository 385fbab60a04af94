// Computes the positions of a wallet from all its activity, and caches them until the activity changes. Prices
// are added for each request (routes/wallet-positions.ts).
import { createPositionsReducer, type Position } from '../../domain/positions.ts'
import type { EventMarket } from '../../domain/positions-conversion.ts'
import type { Store } from '../../lib/store/port.ts'
import type { Catalog } from '../catalog/catalog.ts'
import {
  queryActivityVersion,
  readPositionActivity,
  type PositionActivityRow,
} from '../queries/position-activity.ts'

/** The texts of a market, from the platform's activity rows. */
export interface HeldMarketTexts {
  readonly slug: string
  /** null if no activity row has it. */
  readonly eventSlug: string | null
  readonly title: string
  /** Outcome labels by outcome index. The label of an outcome is missing if no activity row has it. */
  readonly labels: ReadonlyMap<number, string>
}

export interface WalletPositions {
  /** By market id, then outcome index. */
  readonly positions: readonly Position[]
  /**
   * By market id. A market is missing if all its shares come from a conversion (an exchange of No
   * shares of some markets for Yes shares of the event's other markets), because no row names such
   * a market.
   */
  readonly markets: ReadonlyMap<string, HeldMarketTexts>
  /**
   * Whether the positions can change when markets are added to an event: a conversion gives shares
   * of all markets of the event.
   */
  readonly hasConversions: boolean
}

interface CachedPositions {
  readonly version: string
  readonly marketCount: number
  readonly positions: Promise<WalletPositions>
}

export interface PositionsReader {
  read(wallet: string): Promise<WalletPositions>
}

const noPositions: WalletPositions = { positions: [], markets: new Map(), hasConversions: false }

/** Maximum number of cached wallets. The least recently used wallet is removed first. */
const maxCached = 200

export function createPositionsReader(options: {
  readonly store: Store
  readonly catalog: Catalog
}): PositionsReader {
  const { store, catalog } = options
  /** By wallet, least recently used first. */
  const cache = new Map<string, CachedPositions>()

  function putInCache(wallet: string, entry: CachedPositions): void {
    cache.delete(wallet)
    cache.set(wallet, entry)
    for (const oldest of cache.keys()) {
      if (cache.size <= maxCached) break
      cache.delete(oldest)
    }
  }

  return {
    async read(wallet) {
      const version = await queryActivityVersion(store, wallet)
      if (version === null) return noPositions
      const marketCount = catalog.addedMarketCount()
      const known = cache.get(wallet)
      if (known?.version === version) {
        putInCache(wallet, known)
        const positions = await known.positions
        if (!positions.hasConversions || known.marketCount === marketCount) return positions
      }
      const entry = {
        version,
        marketCount,
        positions: computePositions(store, wallet, catalog),
      }
      putInCache(wallet, entry)
      try {
        return await entry.positions
      } catch (error) {
        if (cache.get(wallet) === entry) cache.delete(wallet)
        throw error
      }
    },
  }
}

async function computePositions(
  store: Store,
  wallet: string,
  catalog: Pick<Catalog, 'readEventMarkets'>,
): Promise<WalletPositions> {
  /** The markets of an event, by the id of the market that a conversion row names. */
  const eventMarkets = new Map<string, readonly EventMarket[]>()
  const reducer = createPositionsReducer({ eventMarketsOf: (id) => eventMarkets.get(id) ?? [] })
  const rows = new Map<string, { row: PositionActivityRow; labels: Map<number, string> }>()
  let hasConversions = false
  for await (const page of readPositionActivity(store, wallet)) {
    const converted = page.flatMap((row) => (row.type === 'CONVERSION' ? row.market_id : []))
    const unread = [...new Set(converted)].filter((id) => !eventMarkets.has(id))
    for (const [id, markets] of await catalog.readEventMarkets(unread))
      eventMarkets.set(id, markets)
    for (const row of page) {
      reducer.add(row)
      hasConversions ||= row.type === 'CONVERSION'
      const held = rows.get(row.market_id) ?? { row, labels: new Map<number, string>() }
      if (row.title !== '') held.row = row
      if (row.outcome_index !== null && row.label !== '')
        held.labels.set(row.outcome_index, row.label)
      rows.set(row.market_id, held)
    }
  }
  const positions = reducer.positions()
  return {
    positions,
    hasConversions,
    markets: new Map(
      [...new Set(positions.map(({ marketId }) => marketId))].flatMap((id) => {
        const held = rows.get(id)
        if (!held) return []
        const { market_slug: slug, event_slug: eventSlug, title } = held.row
        return [[id, { slug, eventSlug, title, labels: held.labels }] as const]
      }),
    ),
  }
}
