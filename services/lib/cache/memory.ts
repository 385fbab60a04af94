// The cache adapter for one process: counts in a map with an upper bound on keys, without promises and
// timers. The Redis adapter (redis.ts) uses it while Redis is unavailable.
import { hash } from 'node:crypto'
import { checkWindowSpec, counterName, windowStateAfterTake, type Count } from './window-state.ts'
import type { Cache } from './port.ts'

/**
 * Maximum number of keys with an open window, per window name and length. Without a bound a flood of invented
 * keys would exhaust the memory.
 */
export const maxOpenKeys = 100_000

/**
 * Keys longer than this are stored as digests. This limit is shorter than a digest in base64url, so no key that is
 * stored as it is can equal the digest of a longer key.
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
        take: (key, count = 1) =>
          windowStateAfterTake(spec, counters.take(toStoredKey(key), count)),
        clear: async (key) => counters.clear(toStoredKey(key)),
      }
    },
    async close() {
      for (const counters of all.values()) counters.clearAll()
    },
  }
}

type Counters = ReturnType<typeof createCounters>

/** The count of one key in its newest window. */
interface Counter {
  uses: number
  /** A time of performance.now(), which does not jump when the system clock is set. */
  endsAtMs: number
}

/**
 * Creates counters for one window length. When there are `maxOpenKeys` keys, each new window evicts the
 * oldest one. Clients cannot use this to reset their own counter: they would have to send 100,000
 * requests under other keys, far more than any limit allows.
 */
function createCounters(windowMs: number) {
  /**
   * In the order in which the windows opened. A counter stays here after the end of its window, until the
   * key opens another one or the counter is evicted.
   */
  const counters = new Map<string, Counter>()
  // One iterator for the life of the map: a new one would first skip all deleted entries each time.
  const oldest = counters.keys()

  function openWindow(key: string, uses: number, nowMs: number): Counter {
    const counter = { uses, endsAtMs: nowMs + windowMs }
    // deleted first, because a key that stays in the map would keep its old place in the order of the map
    counters.delete(key)
    counters.set(key, counter)
    if (counters.size > maxOpenKeys) counters.delete(oldest.next().value ?? key)
    return counter
  }

  const toCount = ({ uses, endsAtMs }: Counter, nowMs: number): Count => ({
    consumedPoints: uses,
    msBeforeNext: endsAtMs - nowMs,
  })

  return {
    take(key: string, uses: number): Count {
      const nowMs = performance.now()
      const counter = counters.get(key)
      if (!counter || counter.endsAtMs <= nowMs) return toCount(openWindow(key, uses, nowMs), nowMs)
      counter.uses += uses
      return toCount(counter, nowMs)
    },
    clear: (key: string): void => void counters.delete(key),
    clearAll: (): void => counters.clear(),
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
