// Registers the sample exchange for one test file by the line in registry.ts that a platform of the service
// has. To be awaited before the service is imported.
import { jest } from '@jest/globals'
import type { PlatformRegistration } from '../../services/platforms/registration.ts'

const file = '../../services/platforms/registry.ts'

export async function registerSampleExchange(): Promise<void> {
  const { registry } = await import(file)
  const withSample: readonly PlatformRegistration[] = [
    ...registry,
    await import('./registration.ts'),
  ]
  jest.unstable_mockModule(file, () => ({ registry: withSample }))
}
