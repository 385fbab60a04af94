// Stores equal values only once, as long as they are used: thousands of markets have the same tags or the
// same labels. The users of a value store only its number, which takes 4 bytes in an array.

export interface SharedValues<T, Kept = T> {
  /** Returns the number of the value, at least 1. Each acquired number must be released. */
  acquire(value: T): number
  release(id: number): void
  /** Returns what is kept of the value with this number, or of an equal one that was acquired earlier. */
  get(id: number): Kept | undefined
  /** Greater than all numbers. */
  size(): number
}

/** `toKept`: returns what is kept of a value; called once for several equal values. */
export function createSharedValues<T, Kept>(toKept: (value: T) => Kept): SharedValues<T, Kept> {
  const ids = new Map<string, number>()
  /** By number. */
  const entries: ({ readonly key: string; readonly kept: Kept; uses: number } | undefined)[] = [
    undefined,
  ]
  const free: number[] = []
  return {
    acquire(value) {
      const key = JSON.stringify(value)
      const known = ids.get(key)
      const entry = known === undefined ? undefined : entries[known]
      if (known !== undefined && entry) {
        entry.uses += 1
        return known
      }
      const id = free.pop() ?? entries.length
      entries[id] = { key, kept: toKept(value), uses: 1 }
      ids.set(key, id)
      return id
    },
    release(id) {
      const entry = entries[id]
      if (!entry) return
      entry.uses -= 1
      if (entry.uses > 0) return
      ids.delete(entry.key)
      entries[id] = undefined
      free.push(id)
    },
    get: (id) => entries[id]?.kept,
    size: () => entries.length,
  }
}
