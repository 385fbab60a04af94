// The base URLs of the platforms for the poller: the real platforms, or the simulator, which this file
// starts in the process. Used by compose.ts.
import type { Config } from '../config.ts'
import type { Lifecycle } from '../lib/run/lifecycle.ts'
import { endpointsOf, type Endpoint } from '../platforms/module.ts'
import { platforms } from '../platforms/modules.ts'
import type { PollerOptions } from '../poller/poller.ts'
import type { Simulator } from '../../simulator/simulator.ts'

/** The seed is fixed, so that the simulated world of `npm start` is the same every time. */
const simulatorSeed = 'oddslog'

/**
 * Starts the simulator if the URL of a platform needs it. Resolves with the simulator's URL, or with
 * null.
 */
export async function openSimulator(
  lifecycle: Lifecycle,
  config: Config,
  now: () => number,
): Promise<string | null> {
  if (!Object.values(config.platforms).includes('simulator')) return null
  const server = await lifecycle.open(
    'simulator',
    () => startSimulator(config, now, '127.0.0.1'),
    (simulator) => simulator.close(),
  )
  return server.url
}

/** Returns the base URLs of each platform that is recorded. */
export function platformUrls(
  { platforms: followed }: Config,
  simulatorUrl: string | null,
): PollerOptions['platforms'] {
  return Object.fromEntries(
    platforms.flatMap((module) => {
      const urls = followed[module.name]
      if (urls === undefined) return []
      const endpoints = endpointsOf(module)
      return [[module.name, urls === 'simulator' ? toSimulatorUrls(endpoints, simulatorUrl) : urls]]
    }),
  )
}

function toSimulatorUrls(
  endpoints: Readonly<Record<string, Endpoint>>,
  simulatorUrl: string | null,
) {
  return Object.fromEntries(
    Object.entries(endpoints).map(([host, { simulatorPath }]) => [
      host,
      `${simulatorUrl}${simulatorPath}`,
    ]),
  )
}

/** Runs the command `simulator`: starts only the simulator. */
export async function openSimulatorOnly(
  config: Config,
  now: () => number,
): Promise<{ url: string; stop(): Promise<void> }> {
  const server = await startSimulator(config, now, config.host)
  return { url: server.url, stop: () => server.close() }
}

async function startSimulator(
  { simulatorActivity: activity, simulatorPort: port }: Config,
  now: () => number,
  host: string,
): ReturnType<Simulator['listen']> {
  const { createSimulator } = await import('../../simulator/simulator.ts')
  return createSimulator({ seed: simulatorSeed, now, activity }).listen({ port, host })
}
