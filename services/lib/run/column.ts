// A growing array of numbers (4 or 8 bytes each) by index. Objects with the same numbers take several times the
// memory.

export interface Column {
  /** 0 if it was never set. */
  readonly get: (index: number) => number
  set(index: number, value: number): void
  /**
   * Returns all values, for loops over many of them: reading an array is faster than calling get(). Valid until
   * the next change.
   */
  values(): Float64Array | Uint32Array
}

export function createColumn(Kind: Float64ArrayConstructor | Uint32ArrayConstructor): Column {
  let values = new Kind(1024)
  return {
    get: (index) => values[index] ?? 0,
    values: () => values,
    set(index, value) {
      if (index >= values.length) {
        const grown = new Kind(Math.ceil(index * 1.5))
        grown.set(values)
        values = grown
      }
      values[index] = value
    },
  }
}
