// The module of the sample exchange, as the registry wants it.
import type { PlatformModule } from '../../services/platforms/module.ts'
import { mapper } from './mapper.ts'
import { platform } from './platform.ts'
import { createSampleExchange } from './source.ts'

export const sampleExchange: PlatformModule<'url'> = {
  name: platform,
  endpoints: {
    url: {
      variable: 'SAMPLE_EXCHANGE_URL',
      publicUrl: 'https://api.sample.example',
      simulatorPath: '/sample-exchange',
    },
  },
  credentials: null,
  createSource: createSampleExchange,
  mapper,
}
