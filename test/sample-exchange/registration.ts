// The sample exchange: its identity, and where the service and the simulator find its parts.
import type { PlatformName } from '../../services/platforms/identity.ts'
import type { PlatformIdentity } from '../../services/platforms/registration.ts'

export const identity = {
  // It is registered in test files only, so the type of names lacks it.
  name: 'sample_exchange' as PlatformName,
  idPrefix: 'sx',
  matcherReader: 'titles',
} as const satisfies PlatformIdentity

export const loadModule = () => import('./sample-exchange.ts')
export const loadSimulation = () => import('./routes.ts')
