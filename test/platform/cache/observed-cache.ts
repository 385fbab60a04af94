// A Redis cache that a test has opened, with everything it told of itself.
import { afterEach } from '@jest/globals'
import type { Cache } from '../../../services/platform/cache/port.ts'
import { openRedisCache } from '../../../services/platform/cache/redis.ts'

export interface ObservedCache extends Cache {
  /** `lost: <reason>` and `back`, in order. */
  readonly told: readonly string[]
}

const opened: Cache[] = []
afterEach(async () => {
  await Promise.all(opened.splice(0).map((cache) => cache.close()))
})

/** Closed after the test. */
export async function openObserved(url: string, keyPrefix = 'test:'): Promise<ObservedCache> {
  const told: string[] = []
  const cache = await openRedisCache({
    url,
    keyPrefix,
    answerWithinMs: 2_000,
    observer: {
      onLost: (reason) => void told.push(`lost: ${reason}`),
      onBack: () => void told.push('back'),
    },
  })
  opened.push(cache)
  return { ...cache, told }
}
