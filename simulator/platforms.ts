// The simulator's side of each platform: the routes that it serves below the paths `simulatorPath` of the
// platform's module. The type requires one for each registered platform.
import type { PlatformName } from '../services/platforms/identities.ts'
import { platformARoutes, type PlatformAOptions } from './platform-a/routes.ts'
import { platformBRoutes, type PlatformBOptions } from './platform-b/routes.ts'
import type { Route } from './server/routes.ts'
import type { SimulatedWorld } from './simulated-world.ts'

export type PlatformOptions = PlatformAOptions & PlatformBOptions

export const simulatedPlatforms: Readonly<
  Record<PlatformName, (world: SimulatedWorld, options: PlatformOptions) => readonly Route[]>
> = {
  platform_a: platformARoutes,
  platform_b: platformBRoutes,
}
