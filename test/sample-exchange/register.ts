// Registers the sample exchange for one test file: the line in identities.ts and the line in registry.ts
// that a platform of the service has. To be awaited before the service is imported.
import { jest } from '@jest/globals'

export async function registerSampleExchange(): Promise<void> {
  const { identities } = await import('../../services/platforms/identities.ts')
  jest.unstable_mockModule('../../services/platforms/identities.ts', () => ({
    identities: [
      ...identities,
      { name: 'sample_exchange', idPrefix: 'sx', matcherReader: 'titles' },
    ],
  }))
  const { checkModules } = await import('../../services/platforms/module.ts')
  const { platformNames } = await import('../../services/platforms/identity.ts')
  const { platformA } = await import('../../services/platforms/platform-a/platform-a.ts')
  const { platformB } = await import('../../services/platforms/platform-b/platform-b.ts')
  const { sampleExchange } = await import('./sample-exchange.ts')
  const platforms = [platformA, platformB, sampleExchange]
  checkModules(platforms, platformNames)
  jest.unstable_mockModule('../../services/platforms/registry.ts', () => ({ platforms }))
}
