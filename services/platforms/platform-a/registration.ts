// platform_a: its identity, and where the service and the simulator find its parts.
import type { PlatformIdentity } from '../registration.ts'

export const identity = {
  name: 'platform_a',
  idPrefix: 'pa',
  matcherReader: 'titles',
  hasTransactionIds: true,
  // The unit is an assumption: no recording has both all trades of a market and its volume.
  statedVolume: { unit: 'dollars', tolerance: 1, relativeTolerance: 0.001 },
  size: { openMarkets: 84_000, endedMarketsPerDay: 10_000 },
} as const satisfies PlatformIdentity

export const loadModule = () => import('./platform-a.ts')
export const loadSimulation = () => import('../../../simulator/platform-a/routes.ts')
