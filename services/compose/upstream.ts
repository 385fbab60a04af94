// Where the platforms are: their own addresses, or the simulator in this process.
import type { Config } from '../config.ts'
import type { Lifecycle } from '../platform/run/lifecycle.ts'
import { createSimulator } from '../simulator/simulator.ts'

/** The made-up world of `npm start`: the same every time. */
export const simulatorSeed = 'oddslog'

/** Listens only when a platform needs it. */
export async function openSimulator(
  lifecycle: Lifecycle,
  config: Config,
  now: () => number,
): Promise<string | null> {
  if (config.platformA !== 'simulator' && config.platformB !== 'simulator') return null
  const server = await lifecycle.open(
    'simulator',
    () =>
      createSimulator({ seed: simulatorSeed, now }).listen({
        port: config.simulatorPort,
        host: '127.0.0.1',
      }),
    (opened) => opened.close(),
  )
  return server.url
}

export function platformUrls(config: Config, simulatorUrl: string | null) {
  const { platformA, platformB } = config
  const a =
    platformA === 'simulator'
      ? {
          gammaUrl: `${simulatorUrl}/gamma`,
          clobUrl: `${simulatorUrl}/clob`,
          dataUrl: `${simulatorUrl}/data`,
        }
      : platformA
  const b = platformB === 'simulator' ? { url: `${simulatorUrl}/trade-api/v2` } : platformB
  return { ...(a ? { platform_a: a } : {}), ...(b ? { platform_b: b } : {}) }
}
