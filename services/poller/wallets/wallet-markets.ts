// Looks up the markets of a wallet's rows. The past of a wallet may contain thousands of markets, and a
// client waits for its first rows, so only the markets without which the rows cannot be published are
// looked up first. The others wait in the queue of market-lookups.ts.
import type { PlatformStates } from '../checkpoints.ts'
import type { ActivityRow, Source } from '../../platforms/source.ts'
import { UpstreamError } from '../../platforms/upstream/upstream-error.ts'
import type { MarketLookups } from '../feeds/market-lookups.ts'
import { isKnownMarket } from '../retired-markets.ts'
import { toId } from '../../platforms/identity.ts'

/** How many markets one look-up request may contain. */
const marketsPerLookUp = 20

export interface WalletMarketLookUp {
  /**
   * Looks up the markets that the rows need before they can be published. Rejects with UpstreamError if
   * one of these look-ups fails.
   */
  lookUpForRows(rowsNewestFirst: readonly ActivityRow[]): Promise<void>
}

export function createWalletMarketLookUp(options: {
  readonly source: Source
  readonly memory: PlatformStates
  readonly lookups: Pick<MarketLookups, 'add' | 'ensureMarketsKnown'>
}): WalletMarketLookUp {
  const { source, memory, lookups } = options

  async function lookUpMarkets(nativeIds: readonly string[]): Promise<void> {
    for (let at = 0; at < nativeIds.length; at += marketsPerLookUp) {
      await lookups.ensureMarketsKnown(nativeIds.slice(at, at + marketsPerLookUp))
    }
  }

  function isMarketUnknown({ marketNativeId }: ActivityRow): boolean {
    return (
      source.isDiscoverable(marketNativeId) &&
      !isKnownMarket(memory, toId(source.platform, marketNativeId))
    )
  }

  return {
    async lookUpForRows(rowsNewestFirst) {
      const unknown = rowsNewestFirst.filter(isMarketUnknown)
      if (unknown.length === 0) return
      const needed = new Set(unknown.filter((row) => row.needsMarket).map((r) => r.marketNativeId))
      await lookUpMarkets([...needed])
      const others = [...new Set(unknown.map((row) => row.marketNativeId))].filter(
        (nativeId) => !needed.has(nativeId),
      )
      // Clients see the newest rows first, so the markets of the newest rows are looked up now, which costs
      // one or two requests.
      const soon = needed.size === 0 ? others.slice(0, marketsPerLookUp) : []
      lookups.add(others.slice(soon.length))
      try {
        await lookUpMarkets(soon)
      } catch (error) {
        if (!(error instanceof UpstreamError)) throw error
        lookups.add(soon)
      }
    },
  }
}
