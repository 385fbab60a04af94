// platform_a: the module of the platform. The platform has three APIs: Gamma for market lists, the Data
// API for trades and wallets, and CLOB for order books, which also has a stream.
import type { PlatformParts } from '../module.ts'
import { mapper } from './mapper/mapper.ts'
import { createPlatformAStream } from './stream/protocol.ts'
import { createPlatformA, type PlatformAUrls } from './source/source.ts'

export const parts: PlatformParts<keyof PlatformAUrls> = {
  endpoints: {
    gammaUrl: {
      variable: 'PLATFORM_A_GAMMA_URL',
      publicUrl: 'https://gamma-api.polymarket.com',
      simulatorPath: '/gamma',
    },
    clobUrl: {
      variable: 'PLATFORM_A_CLOB_URL',
      publicUrl: 'https://clob.polymarket.com',
      simulatorPath: '/clob',
    },
    dataUrl: {
      variable: 'PLATFORM_A_DATA_URL',
      publicUrl: 'https://data-api.polymarket.com',
      simulatorPath: '/data',
    },
  },
  credentials: null,
  stream: {
    endpoint: {
      variable: 'PLATFORM_A_STREAM_URL',
      publicUrl: 'wss://ws-subscriptions-clob.polymarket.com/ws/market',
      simulatorPath: '/ws/market',
    },
    needsCredentials: false,
    create: createPlatformAStream,
  },
  createSource: createPlatformA,
  mapper,
}
