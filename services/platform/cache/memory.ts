// The cache of one process: rate-limiter-flexible's memory limiter, bounded. Also what the Redis
// cache counts with while Redis is away.
import { hash } from 'node:crypto'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import { checkSpec, countersOf, toSeen, toTaken } from './counts.ts'
import type { Cache } from './port.ts'

/**
 * Of one name and length. A key costs about 450 bytes, most of it the library's timer, so without a
 * bound a flood of made-up keys would take the process down.
 */
export const maxOpenKeys = 100_000

/** Shorter than a digest in base64url, so that no key looks like the digest of another. */
const longestPlainKey = 40

export function openMemoryCache(): Cache {
  const all = new Map<string, Counters>()
  return {
    window(spec) {
      checkSpec(spec)
      const name = countersOf(spec)
      const counters = all.get(name) ?? createCounters(spec.windowMs)
      all.set(name, counters)
      return {
        take: async (key) => toTaken(spec, await counters.take(toStoredKey(key))),
        look: async (key) => toSeen(spec, await counters.look(toStoredKey(key))),
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
 * Past `maxOpenKeys` the oldest window is forgotten for each new one. Whoever wants a counter of his
 * forgotten has to make a hundred thousand requests under other keys first: a limit would have let
 * fewer through.
 */
function createCounters(windowMs: number) {
  // points: the limit is held against the count by toTaken, not here
  const limiter = new RateLimiterMemory({ points: 1, duration: windowMs / 1000, keyPrefix: '' })
  /** In the order in which their windows opened; a key stays after its window's end, until its turn. */
  const keys = new Set<string>()
  // One iterator for good: a new one would step over every key that was deleted before the first.
  const oldest = keys.values()

  async function clear(key: string): Promise<void> {
    keys.delete(key)
    await limiter.delete(key)
  }

  return {
    async take(key: string) {
      // penalty counts like consume, and does not throw past the limit
      const count = await limiter.penalty(key)
      if (count.isFirstInDuration) {
        keys.delete(key)
        keys.add(key)
        if (keys.size > maxOpenKeys) await clear(oldest.next().value ?? key)
      }
      return count
    },
    look: (key: string) => limiter.get(key),
    clear,
    async clearAll() {
      for (const key of keys) await clear(key)
    },
  }
}

/** In UTF-16 as it is, since UTF-8 has one and the same bytes for all halves of a surrogate pair. */
function toStoredKey(key: string): string {
  return key.length <= longestPlainKey ? key : toDigest(key)
}

export function toDigest(key: string): string {
  return hash('sha256', Buffer.from(key, 'utf16le'), 'base64url')
}
