// The module of the sample exchange: base URL, source and mapper.
import type { PlatformParts } from '../../services/platforms/module.ts'
import { mapper } from './mapper.ts'
import { createSampleExchange } from './source.ts'

export const parts: PlatformParts<'url'> = {
  endpoints: {
    url: {
      variable: 'SAMPLE_EXCHANGE_URL',
      publicUrl: 'https://api.sample.example',
      simulatorPath: '/sample-exchange',
    },
  },
  credentials: null,
  stream: null,
  createSource: createSampleExchange,
  mapper,
}
