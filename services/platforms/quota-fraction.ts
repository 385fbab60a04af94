// The fraction of a platform's request limits that this process may use. All processes share the limits.

/**
 * The weights by which a request limit is divided between the platform-wide poller and all market tasks
 * together.
 */
export interface QuotaWeights {
  readonly platformWide: number
  readonly markets: number
}

/** Returns the current fraction, 0 to 1. It changes when tasks are assigned to this process or revoked. */
export type QuotaFraction = (weights: QuotaWeights) => number

export const fullQuota: QuotaFraction = () => 1
