// What `registration.ts` in the folder of a platform exports. All processes need names and id prefixes, so a
// registration contains only these, and loads the rest of the platform on demand.

import type { PlatformParts } from './module.ts'

/** The type of the result of `loadSimulation` is in simulator/platforms.ts. */
export interface PlatformRegistration {
  readonly identity: PlatformIdentity
  readonly loadModule: () => Promise<{ readonly parts: PlatformParts }>
  readonly loadSimulation: () => Promise<unknown>
}

/** The name of a platform in records, tables and /v1, and the prefix of its ids. */
export interface PlatformIdentity {
  readonly name: string
  /** Lower-case letters and digits. The first `_` of an id ends the prefix. */
  readonly idPrefix: string
  /**
   * How the matcher reads the texts of the platform's markets. `titles`: the question contains
   * everything. `tickers`: the markets of one event share a title, and the ids contain series, day and
   * side. If absent, the platform's markets are not matched.
   */
  readonly matcherReader?: 'titles' | 'tickers'
  /**
   * true if the platform has no trade ids. The id of a trade is then the transaction hash, a dash and a
   * digest of the row, because several fills can share one transaction.
   */
  readonly hasTransactionIds?: true
  /**
   * What the total volume of a market counts, and by how much the sum of its trades may differ from it. If
   * absent, the platform's volumes are not compared with its trades.
   */
  readonly statedVolume?: StatedVolume
  /** How many markets the platform has. If absent, the memory check at the start assumes that it has none. */
  readonly size?: PlatformSize
}

export interface PlatformSize {
  /** About how many markets are open at any time. */
  readonly openMarkets: number
  /** About how many markets end in a day. */
  readonly endedMarketsPerDay: number
}

export interface StatedVolume {
  /** contracts: the sum of the sizes of all trades. dollars: the sum of price × size of all trades. */
  readonly unit: 'contracts' | 'dollars'
  /** In the unit. */
  readonly tolerance: number
  /** As a fraction of the stated volume; the larger of both tolerances applies. */
  readonly relativeTolerance: number
}
