// Which markets of the simulated world /v1 serves, and why it excludes the others.
import type { TrueMarket } from '../../simulator/truth.ts'
import type { World } from './world.ts'

export interface SortedMarkets {
  readonly served: readonly TrueMarket[]
  /** Reason -> how many. */
  readonly excluded: Readonly<Record<string, number>>
}

interface GammaMarket {
  readonly conditionId: string
  readonly active?: boolean
  readonly closed?: boolean
  readonly negRiskOther?: boolean
}

/** The world's faults must be off. */
export async function sortMarkets(world: World): Promise<SortedMarkets> {
  const rows = await gammaMarkets(world.url)
  const served: TrueMarket[] = []
  const excluded: Record<string, number> = {}
  for (const market of world.truth.markets()) {
    const reason = reasonFor(market, rows.get(market.nativeId))
    if (reason === null) served.push(market)
    else excluded[reason] = (excluded[reason] ?? 0) + 1
  }
  return { served, excluded }
}

function reasonFor(market: TrueMarket, row: GammaMarket | undefined): string | null {
  if (market.nativeId === '') return 'empty condition id'
  if (market.isParlay) return 'parlay'
  if (market.isPlaceholder) return 'placeholder'
  if (row?.negRiskOther) return 'any other'
  if (row && row.active === false && !row.closed) return 'not open yet'
  return null
}

async function gammaMarkets(url: string): Promise<ReadonlyMap<string, GammaMarket>> {
  const rows = new Map<string, GammaMarket>()
  for (const closed of ['false', 'true']) {
    for (let cursor: string | undefined = ''; cursor !== undefined;) {
      const query = `closed=${closed}&limit=100${cursor && `&after_cursor=${cursor}`}`
      const response = await fetch(`${url}/gamma/events/keyset?${query}`)
      const page = (await response.json()) as {
        readonly events: readonly { readonly markets: readonly GammaMarket[] }[]
        readonly next_cursor?: string
      }
      for (const { markets } of page.events)
        for (const row of markets) rows.set(row.conditionId, row)
      cursor = page.next_cursor ? encodeURIComponent(page.next_cursor) : undefined
    }
  }
  return rows
}
