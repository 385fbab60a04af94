// Decides which records of the log a reader wants. The key of a record is a market.
import { parseId } from '../../platforms/identity.ts'

export interface MarketFilter {
  /** null: all markets. */
  readonly marketIds: ReadonlySet<string> | null
  readonly has: (marketId: string) => boolean
  /** Whether a partition can have records of the wanted markets. */
  readonly hasPartition: (partition: number) => boolean
}

/** `marketIds`: null for all markets. `platform`: undefined for all platforms. */
export function createMarketFilter(
  marketIds: ReadonlySet<string> | null,
  platform: string | undefined,
  partitionOf: (marketId: string) => number,
): MarketFilter {
  const partitions = marketIds && new Set([...marketIds].map(partitionOf))
  return {
    marketIds,
    has: (marketId) =>
      (!marketIds || marketIds.has(marketId)) &&
      (platform === undefined || parseId(marketId)?.platform === platform),
    hasPartition: (partition) => !partitions || partitions.has(partition),
  }
}
