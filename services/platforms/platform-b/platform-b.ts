// platform_b: the module of the platform. Its Trade API v2 has events, markets, trades and order books,
// but no wallets.
import type { PlatformParts } from '../module.ts'
import { credentials } from './credentials.ts'
import { mapper } from './mapper/mapper.ts'
import { createPlatformBStream } from './stream/protocol.ts'
import { createPlatformB } from './source/source.ts'

export const parts: PlatformParts<'url'> = {
  endpoints: {
    url: {
      variable: 'PLATFORM_B_URL',
      publicUrl: 'https://external-api.kalshi.com/trade-api/v2',
      simulatorPath: '/trade-api/v2',
    },
  },
  credentials,
  stream: {
    endpoint: {
      variable: 'PLATFORM_B_STREAM_URL',
      publicUrl: 'wss://external-api-ws.kalshi.com/trade-api/ws/v2',
      simulatorPath: '/trade-api/ws/v2',
    },
    needsCredentials: true,
    create: createPlatformBStream,
  },
  createSource: createPlatformB,
  mapper,
}
