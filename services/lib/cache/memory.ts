// The cache adapter for one process: rate-limiter-flexible's memory limiter with an upper bound on keys.
// The Redis adapter (redis.ts) uses it while Redis is unavailable.
import { hash } from 'node:crypto'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import { checkWindowSpec, counterName, stateWithoutTake, stateAfterTake } from './window-state.ts'
import type { Cache } from './port.ts'

/**
 * Maximum number of keys with an open window, per window name and length. A key costs about 450 bytes,
 * most of it the library's timer, so without a bound a flood of invented keys would exhaust the memory.
 */
export const maxOpenKeys = 100_000

/**
 * Keys longer than this are stored as digests. It is shorter than a digest in base64url, so no short key
 * can equal the digest of a long one.
 */
const maxPlainKeyLength = 40

export function openMemoryCache(): Cache {
  const all = new Map<string, Counters>()
  return {
    window(spec) {
      checkWindowSpec(spec)
      const name = counterName(spec)
      const counters = all.get(name) ?? createCounters(spec.windowMs)
      all.set(name, counters)
      return {
        take: async (key, count = 1) =>
          stateAfterTake(spec, await counters.take(toStoredKey(key), count)),
        peek: async (key) => stateWithoutTake(spec, await counters.peek(toStoredKey(key))),
        clear: (key) => counters.clear(toStoredKey(key)),
      }
    },
    async close() {
      await Promise.all([...all.values()].map((counters) => counters.clearAll()))
    },
  }
}

type Counters = ReturnType<typeof createCounters>

/**
 * Creates counters for one window length. When there are `maxOpenKeys` keys, each new window evicts the
 * oldest one. Clients cannot use this to reset their own counter: they would have to send 100,000
 * requests under other keys, far more than any limit allows.
 */
function createCounters(windowMs: number) {
  // `points` has no effect: stateAfterTake compares the count with the limit
  const limiter = new RateLimiterMemory({ points: 1, duration: windowMs / 1000, keyPrefix: '' })
  /**
   * The keys in the order in which their windows opened. A key stays here after the end of its window,
   * until it is evicted.
   */
  const keys = new Set<string>()
  // One iterator for the life of the set: a new one would first skip all deleted entries each time.
  const oldest = keys.values()

  async function clear(key: string): Promise<void> {
    keys.delete(key)
    await limiter.delete(key)
  }

  return {
    async take(key: string, uses: number) {
      // `penalty` counts like `consume`, but does not throw above the limit
      const count = await limiter.penalty(key, uses)
      if (count.isFirstInDuration) {
        keys.delete(key)
        keys.add(key)
        if (keys.size > maxOpenKeys) await clear(oldest.next().value ?? key)
      }
      return count
    },
    peek: (key: string) => limiter.get(key),
    clear,
    async clearAll() {
      for (const key of keys) await clear(key)
    },
  }
}

/** Short keys stay as they are, long ones become digests. */
function toStoredKey(key: string): string {
  return key.length <= maxPlainKeyLength ? key : toDigest(key)
}

/** Hashes the UTF-16 code units: in UTF-8 all lone surrogates would have the same bytes. */
export function toDigest(key: string): string {
  return hash('sha256', Buffer.from(key, 'utf16le'), 'base64url')
}
