// A map whose entries expire some time after they were set, which bounds its size. Entries that were set at
// about the same time form a generation, which expires as a whole, so that entries need no times of their
// own.
import type { ScratchMap } from '../lib/run/scratch-file.ts'

export interface ExpiringMap<V> {
  get(id: string): V | undefined
  has(id: string): boolean
  /** `setAtMs`: the entry expires `lifetimeMs` after this time, or later by up to an eighth of `lifetimeMs`. */
  set(id: string, value: V, setAtMs: number): void
  /**
   * Replaces the value of an entry without changing when it expires. Does nothing if there is no such entry.
   */
  replace(id: string, value: V): void
  delete(id: string): void
  /** Whether more than half of the entry's lifetime is over. */
  isHalfExpired(id: string, nowMs: number): boolean
  /** Removes the expired entries. Takes no time if there are none. */
  expire(nowMs: number): void
  /** Every expired entry was set before this time. -Infinity if none has expired. */
  readonly expiredBeforeMs: number
  readonly size: number
}

const generationsPerLifetime = 8

/**
 * With the lifetime Infinity, entries never expire. `createEntries`: creates the map of each generation; in memory if
 * omitted.
 */
export function createExpiringMap<V>(
  lifetimeMs: number,
  createEntries: () => ScratchMap<V> = () => new Map<string, V>(),
): ExpiringMap<V> {
  const lengthMs = lifetimeMs / generationsPerLifetime
  /**
   * The generations by number. Generation n contains the entries that were set from `n * lengthMs` until `(n
   * + 1) * lengthMs`.
   */
  const generations = new Map<number, ScratchMap<V>>()
  let expiredBeforeMs = -Infinity
  let oldest = Infinity

  // If `lengthMs` is Infinity, 0 * `lengthMs` would be NaN.
  const generationStartMs = (number: number): number => (number === 0 ? 0 : number * lengthMs)
  const generationEndMs = (number: number): number => generationStartMs(number + 1)

  function find(id: string): [number, ScratchMap<V>] | undefined {
    for (const found of generations) if (found[1].has(id)) return found
    return undefined
  }

  function remove(id: string): void {
    find(id)?.[1].delete(id)
  }

  function set(id: string, value: V, setAtMs: number): void {
    remove(id)
    const number = Math.floor(setAtMs / lengthMs)
    const entries = generations.get(number) ?? createEntries()
    generations.set(number, entries)
    oldest = Math.min(oldest, number)
    entries.set(id, value)
  }

  return {
    get: (id) => find(id)?.[1].get(id),
    has: (id) => find(id) !== undefined,
    set,
    replace: (id, value) => find(id)?.[1].set(id, value),
    delete: remove,

    isHalfExpired(id, nowMs) {
      const found = find(id)
      return found !== undefined && generationEndMs(found[0]) <= nowMs - lifetimeMs / 2
    },

    expire(nowMs) {
      while (generationEndMs(oldest) <= nowMs - lifetimeMs) {
        const entries = generations.get(oldest)
        if (entries && entries.size > 0)
          expiredBeforeMs = Math.max(expiredBeforeMs, generationEndMs(oldest))
        entries?.clear()
        generations.delete(oldest)
        oldest = Math.min(...generations.keys())
      }
    },

    get expiredBeforeMs() {
      return expiredBeforeMs
    },

    get size() {
      let sum = 0
      for (const { size } of generations.values()) sum += size
      return sum
    },
  }
}
