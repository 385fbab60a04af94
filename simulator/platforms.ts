// The simulator's side of each registered platform: the routes that it serves below the paths
// `simulatorPath` of the platform's module, and its streams.
import { registry } from '../services/platforms/registry.ts'
import type { Route } from './server/routes.ts'
import type { SimulatedWorld } from './simulated-world.ts'
import type { Stream } from './streams/stream.ts'

type LoadSimulation = (typeof registry)[number]['loadSimulation']

/** The options of all platforms. */
export type PlatformOptions = LoadSimulation extends () => Promise<{
  readonly createRoutes: (world: SimulatedWorld, options: infer Options) => readonly Route[]
}>
  ? Options
  : never

interface Simulation {
  readonly createRoutes: (world: SimulatedWorld, options: PlatformOptions) => readonly Route[]
  /** Absent: the platform has no streams. */
  readonly createStreams?: (world: SimulatedWorld, options: PlatformOptions) => readonly Stream[]
}

const loaded: Simulation[] = []
// One after the other: jest cannot load two modules at once that share an import.
for (const { loadSimulation } of registry) loaded.push(await loadSimulation())

/** In the order of the registry. */
export const simulations: readonly Simulation[] = loaded
