// Stores equal values only once: thousands of markets have the same tags or the same labels.

/** Returns an equal value (with the same JSON) that was passed before, if there is one. */
export type Interner<T> = (value: T) => T

export function createInterner<T>(): Interner<T> {
  const values = new Map<string, T>()
  return (given) => {
    const key = JSON.stringify(given)
    const known = values.get(key)
    if (known !== undefined) return known
    values.set(key, given)
    return given
  }
}
