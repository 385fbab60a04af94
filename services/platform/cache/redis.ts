// The cache of many processes: rate-limiter-flexible's Redis limiter. While Redis cannot count, each
// process does so for itself, with the memory cache. That is the library's insuranceLimiter in
// plain sight: the library keeps the error for itself, so that nobody could tell of the outage.
import { RateLimiterRedis } from 'rate-limiter-flexible'
import { countersOf, toSeen, toTaken, type Count } from './counts.ts'
import { openMemoryCache, toDigest } from './memory.ts'
import type { Cache } from './port.ts'
import { openRedisLink, type CacheObserver } from './redis-link.ts'
import { parseRedisUrl } from './redis-url.ts'

const noCount = 'the answer was no count'

export interface RedisCacheOptions {
  /** `redis[s]://[user:password@]host[:port][/database]` */
  readonly url: string
  /** In front of every key in Redis; services that share a Redis differ in it. */
  readonly keyPrefix: string
  /** An answer that takes longer is none: Redis counts as away. */
  readonly answerWithinMs: number
  readonly observer: CacheObserver
}

/**
 * Rejects only when the URL is wrong. A Redis that is away does not keep the service from starting:
 * it is told to the observer, and looked for from then on. Redis sees digests instead of keys: they
 * are short, and nobody's email lies in it. What was counted in this process during an outage stays
 * there, so a key may get up to `limit` more at its end, and per process during it.
 */
export async function openRedisCache(options: RedisCacheOptions): Promise<Cache> {
  const { keyPrefix, observer } = options
  const link = await openRedisLink(
    parseRedisUrl(options.url),
    options.answerWithinMs,
    (client) => {
      const limiter = new RateLimiterRedis({
        storeClient: client,
        keyPrefix: `${keyPrefix}probe`,
        points: 1,
        duration: 1,
      })
      return () => countOf(limiter.penalty('probe'))
    },
    observer,
  )
  const here = openMemoryCache()
  return {
    window(spec) {
      const local = here.window(spec)
      const limiter = new RateLimiterRedis({
        storeClient: link.client,
        keyPrefix: keyPrefix + countersOf(spec),
        points: spec.limit,
        duration: spec.windowMs / 1000,
      })
      return {
        take: (key) =>
          link.use(
            // penalty counts like consume, and does not throw past the limit
            async () => toTaken(spec, await countOf(limiter.penalty(toDigest(key)))),
            () => local.take(key),
          ),
        look: (key) =>
          link.use(
            async () => toSeen(spec, await countOf(limiter.get(toDigest(key)))),
            () => local.look(key),
          ),
        async clear(key) {
          await local.clear(key)
          const there = async () => void (await limiter.delete(toDigest(key)))
          await link.use(there, async () => undefined)
        },
      }
    },
    async close() {
      await link.close()
      await here.close()
    },
  }
}

/** The library takes whatever comes for a count, or trips over it. */
async function countOf<C extends Count | null>(asked: Promise<C>): Promise<C> {
  const count = await asked.catch((error: unknown) => {
    throw error instanceof TypeError ? new Error(noCount) : error
  })
  if (count && !(Number.isSafeInteger(count.consumedPoints) && Number.isFinite(count.msBeforeNext)))
    throw new Error(noCount)
  return count
}
