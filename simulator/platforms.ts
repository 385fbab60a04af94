// The simulator's side of each registered platform: the routes that it serves below the paths
// `simulatorPath` of the platform's module.
import { registry } from '../services/platforms/registry.ts'
import type { Route } from './server/routes.ts'
import type { SimulatedWorld } from './simulated-world.ts'

type LoadSimulation = (typeof registry)[number]['loadSimulation']

/** The options of all platforms. */
export type PlatformOptions = LoadSimulation extends () => Promise<{
  readonly createRoutes: (world: SimulatedWorld, options: infer Options) => readonly Route[]
}>
  ? Options
  : never

type CreateRoutes = (world: SimulatedWorld, options: PlatformOptions) => readonly Route[]

const simulations: CreateRoutes[] = []
// One after the other: jest cannot load two modules at once that share an import.
for (const { loadSimulation } of registry) simulations.push((await loadSimulation()).createRoutes)

/** In the order of the registry. */
export const createRoutesOfPlatforms: readonly CreateRoutes[] = simulations
