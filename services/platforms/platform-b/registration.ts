// platform_b: its identity, and where the service and the simulator find its parts.
import type { PlatformIdentity } from '../registration.ts'

export const identity = {
  name: 'platform_b',
  idPrefix: 'pb',
  matcherReader: 'tickers',
  statedVolume: { unit: 'contracts', tolerance: 0, relativeTolerance: 0 },
  size: { openMarkets: 196_000, endedMarketsPerDay: 70_000 },
} as const satisfies PlatformIdentity

export const loadModule = () => import('./platform-b.ts')
export const loadSimulation = () => import('../../../simulator/platform-b/routes.ts')
