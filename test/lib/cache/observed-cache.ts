// A Redis cache opened by a test, with everything it reported to its observer.
import { afterEach } from '@jest/globals'
import type { Cache } from '../../../services/lib/cache/port.ts'
import { openRedisCache } from '../../../services/lib/cache/redis.ts'

export interface ObservedCache extends Cache {
  /** `lost: <reason>` and `back`, in order. */
  readonly reported: readonly string[]
}

const opened: Cache[] = []
afterEach(async () => {
  await Promise.all(opened.splice(0).map((cache) => cache.close()))
})

/** Closed after the test. */
export async function openObserved(url: string, keyPrefix = 'test:'): Promise<ObservedCache> {
  const reported: string[] = []
  const cache = await openRedisCache({
    url,
    keyPrefix,
    commandTimeoutMs: 2_000,
    observer: {
      onLost: (reason) => void reported.push(`lost: ${reason}`),
      onRecovered: () => void reported.push('back'),
    },
  })
  opened.push(cache)
  return { ...cache, reported }
}
