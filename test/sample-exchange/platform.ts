// The name of the sample exchange. It is registered in test files only, so no type knows it.
import type { PlatformName } from '../../services/platforms/identities.ts'

export const platform = 'sample_exchange' as PlatformName
