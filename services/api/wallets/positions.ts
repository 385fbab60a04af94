// What a wallet holds, folded from all that it did. The fold is kept until the wallet does something:
// prices are put to it at each answer.
import { createPositionsFold, type Position } from '../../domain/positions.ts'
import type { EventMarketsOf } from '../../domain/positions-conversion.ts'
import type { Store } from '../../platform/store/port.ts'
import type { Catalog } from '../catalog/catalog.ts'
import { queryWalletState, readWalletFacts, type FactRow } from '../queries/wallet-facts.ts'

/** Of a market that is held: what the platform's rows called it. */
export interface HeldMarket {
  readonly slug: string
  /** null: they did not say. */
  readonly eventSlug: string | null
  readonly title: string
  /** By index; those that no row named are missing. */
  readonly labels: ReadonlyMap<number, string>
}

export interface WalletPositions {
  /** By market id, then outcome index. */
  readonly positions: readonly Position[]
  /** By market id; what was only gained in a conversion was never named. */
  readonly markets: ReadonlyMap<string, HeldMarket>
  /** What a conversion means depends on which markets there are. */
  readonly hasConversions: boolean
}

interface Kept {
  readonly state: string
  readonly marketCount: number
  readonly folded: Promise<WalletPositions>
}

export interface PositionsReader {
  of(wallet: string): Promise<WalletPositions>
}

/** So many wallets are kept folded, those asked about last. */
const mostKept = 200

export function createPositionsReader(options: {
  readonly store: Store
  readonly catalog: Catalog
}): PositionsReader {
  const { store, catalog } = options
  /** By wallet, asked about longest ago first. */
  const kept = new Map<string, Kept>()

  const eventMarketsOf: EventMarketsOf = (marketId) => {
    const eventId = catalog.markets.get(marketId)?.event_id ?? null
    if (eventId === null) return []
    return catalog.events
      .marketsOf(eventId)
      .map(({ id, created_at: createdAt }) => ({ id, createdAt }))
  }

  function keep(wallet: string, entry: Kept): void {
    kept.delete(wallet)
    kept.set(wallet, entry)
    for (const oldest of kept.keys()) {
      if (kept.size <= mostKept) break
      kept.delete(oldest)
    }
  }

  return {
    async of(wallet) {
      const state = await queryWalletState(store, wallet)
      const marketCount = catalog.markets.size()
      const known = kept.get(wallet)
      if (known?.state === state) {
        keep(wallet, known)
        const folded = await known.folded
        if (!folded.hasConversions || known.marketCount === marketCount) return folded
      }
      const entry = { state, marketCount, folded: fold(store, wallet, eventMarketsOf) }
      keep(wallet, entry)
      try {
        return await entry.folded
      } catch (error) {
        if (kept.get(wallet) === entry) kept.delete(wallet)
        throw error
      }
    },
  }
}

async function fold(
  store: Store,
  wallet: string,
  eventMarketsOf: EventMarketsOf,
): Promise<WalletPositions> {
  const positions = createPositionsFold({ eventMarketsOf })
  const rows = new Map<string, { row: FactRow; labels: Map<number, string> }>()
  let hasConversions = false
  for await (const page of readWalletFacts(store, wallet))
    for (const row of page) {
      positions.add(row)
      hasConversions ||= row.type === 'CONVERSION'
      const held = rows.get(row.market_id) ?? { row, labels: new Map<number, string>() }
      if (row.title !== '') held.row = row
      if (row.outcome_index !== null && row.label !== '')
        held.labels.set(row.outcome_index, row.label)
      rows.set(row.market_id, held)
    }
  const found = positions.positions()
  return {
    positions: found,
    hasConversions,
    markets: new Map(
      [...new Set(found.map(({ marketId }) => marketId))].flatMap((id) => {
        const held = rows.get(id)
        if (!held) return []
        const { market_slug: slug, event_slug: eventSlug, title } = held.row
        return [[id, { slug, eventSlug, title, labels: held.labels }] as const]
      }),
    ),
  }
}
