// The simulator serves each registered platform, below the paths that the platform's module names.
import { describe, expect, it } from '@jest/globals'
import { platforms } from '../../services/platforms/modules.ts'
import { simulations } from '../../simulator/platforms.ts'
import { createVisibility } from '../../simulator/simulated-world.ts'
import { createTruth } from '../../simulator/truth.ts'
import { createWallets } from '../../simulator/wallets/wallets.ts'
import { createWorld } from '../../simulator/world/world.ts'

const world = createWorld({
  seed: 'paths',
  historyDays: 1,
  size: 1,
  activity: 1,
  wallets: 600,
  heavyShare: 0,
})
const wallets = createWallets(world)
const truth = createTruth(world, wallets, () => 0)
const served = { world, wallets, truth, ...createVisibility(undefined) }

describe('the simulated platforms', () => {
  it.each(platforms.map(({ name, endpoints }, index) => [name, endpoints, index] as const))(
    'serve %s below the paths of its endpoints, and nowhere else',
    (_, endpoints, index) => {
      const paths = Object.values(endpoints).map(({ simulatorPath }) => `${simulatorPath}/`)
      const routes = simulations[index]?.createRoutes(served, {}).map(({ name }) => name) ?? []
      const pathOf = (route: string) => paths.find((path) => `${route}/`.startsWith(path))
      expect(new Set(routes.map(pathOf))).toEqual(new Set(paths))
    },
  )
})
