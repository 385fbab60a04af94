// The name and the id prefix of every platform. A new platform gets a line at the end of this list.
// The order must not change: it decides under which of two matched markets a match is recorded, and
// it gives the numbers of the enum `Platform` in records.

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
   * What the total volume of a market counts, if its trades have to add up to it, and by how much both may
   * differ. If absent, the platform's volumes are not compared with its trades.
   */
  readonly statedVolume?: StatedVolume
}

export interface StatedVolume {
  /** contracts: the sum of the sizes. dollars: the sum of price and size multiplied. */
  readonly unit: 'contracts' | 'dollars'
  /** In the unit. */
  readonly tolerance: number
  /** As a fraction of the stated volume; the larger of both tolerances applies. */
  readonly relativeTolerance: number
}

export const identities = [
  {
    name: 'platform_a',
    idPrefix: 'pa',
    matcherReader: 'titles',
    hasTransactionIds: true,
    // Assumed: no recording has both all trades of a market and its volume.
    statedVolume: { unit: 'dollars', tolerance: 1, relativeTolerance: 0.001 },
  },
  {
    name: 'platform_b',
    idPrefix: 'pb',
    matcherReader: 'tickers',
    statedVolume: { unit: 'contracts', tolerance: 0, relativeTolerance: 0 },
  },
] as const satisfies readonly PlatformIdentity[]

export type PlatformName = (typeof identities)[number]['name']
