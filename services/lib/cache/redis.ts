// The cache adapter for several processes: rate-limiter-flexible's Redis limiter. While Redis is
// unavailable, each process counts by itself with the memory adapter. The library's `insuranceLimiter`
// does the same, but hides the error, so the outage could not be reported.
import { RateLimiterRedis } from 'rate-limiter-flexible'
import { counterName, windowStateAfterTake, type Count } from './window-state.ts'
import { openMemoryCache, toDigest } from './memory.ts'
import type { Cache } from './port.ts'
import { openRedisConnection, type CacheObserver } from './redis-connection.ts'
import { parseRedisUrl } from './redis-url.ts'

const invalidReply = 'the reply is not a valid count'

export interface RedisCacheOptions {
  /** `redis[s]://[user:password@]host[:port][/database]` */
  readonly url: string
  /** Prefix of every key in Redis; services that share a Redis need different prefixes. */
  readonly keyPrefix: string
  /** If a command has no response after this time, Redis counts as unavailable. */
  readonly commandTimeoutMs: number
  readonly observer: CacheObserver
}

/**
 * Rejects only when the URL is invalid. An unavailable Redis does not prevent the start: the observer is
 * called, and the adapter keeps reconnecting. Redis stores digests instead of keys, because digests are
 * short and reveal no email addresses. Counts of an outage stay in the memory of each process, so a key
 * may get up to `limit` more takes per process during the outage, and up to `limit` more after it.
 */
export async function openRedisCache(options: RedisCacheOptions): Promise<Cache> {
  const { keyPrefix, observer } = options
  const connection = await openRedisConnection(
    parseRedisUrl(options.url),
    options.commandTimeoutMs,
    (client) => {
      const limiter = new RateLimiterRedis({
        storeClient: client,
        keyPrefix: `${keyPrefix}probe`,
        points: 1,
        duration: 1,
      })
      return () => checkCountReply(limiter.penalty('probe'))
    },
    observer,
  )
  const memoryCache = openMemoryCache()
  return {
    window(spec) {
      const memoryWindow = memoryCache.window(spec)
      const limiter = new RateLimiterRedis({
        storeClient: connection.client,
        keyPrefix: keyPrefix + counterName(spec),
        points: spec.limit,
        duration: spec.windowMs / 1000,
      })
      return {
        take: (key, count = 1) =>
          connection.askRedisOrFallback(
            // the limiter's `penalty` counts like its `consume`, but does not throw above the limit
            async () =>
              windowStateAfterTake(
                spec,
                await checkCountReply(limiter.penalty(toDigest(key), count)),
              ),
            () => memoryWindow.take(key, count),
          ),
        async clear(key) {
          await memoryWindow.clear(key)
          const deleteInRedis = async () => void (await limiter.delete(toDigest(key)))
          await connection.askRedisOrFallback(deleteInRedis, async () => undefined)
        },
      }
    },
    async close() {
      await connection.close()
      await memoryCache.close()
    },
  }
}

/**
 * Checks that the reply of Redis is a count. The library accepts any reply as a count, or fails with a
 * TypeError.
 */
async function checkCountReply(reply: Promise<Count>): Promise<Count> {
  const count = await reply.catch((error: unknown) => {
    throw error instanceof TypeError ? new Error(invalidReply) : error
  })
  if (!Number.isSafeInteger(count.consumedPoints) || !Number.isFinite(count.msBeforeNext))
    throw new Error(invalidReply)
  return count
}
