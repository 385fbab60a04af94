// A growing array of texts by index. The texts are bytes in one buffer: a string takes about 16 bytes more, and the garbage
// collector has to visit each string again and again.
import { createColumn } from './column.ts'

export interface TextColumn {
  /** Returns an empty text if it was never set. */
  readonly get: (index: number) => string
  readonly set: (index: number, text: string) => void
  /** Compares two texts as `<` and `>` do. Returns a negative number, 0 or a positive number. */
  readonly compare: (index: number, other: number) => number
}

/** A text takes a multiple of this. */
const unitBytes = 4

export function createTextColumn(): TextColumn {
  let buffer = Buffer.allocUnsafeSlow(4096)
  /** How many units of the buffer have been given to texts, including those in `free`. */
  let usedUnits = 0
  /** The first unit of each text. */
  const starts = createColumn(Uint32Array)
  /** The bytes of each text, times 2; plus 1 if they are UTF-16 and not ASCII. */
  const lengths = createColumn(Uint32Array)
  /** The freed ranges of the buffer: by number of units, the first unit of each range. */
  const free = new Map<number, number[]>()

  const startOf = (index: number): number => starts.get(index) * unitBytes
  const byteLengthOf = (index: number): number => lengths.get(index) >>> 1
  const endOf = (index: number): number => startOf(index) + byteLengthOf(index)
  const isWide = (index: number): boolean => (lengths.get(index) & 1) === 1

  function allocate(units: number): number {
    const freed = free.get(units)?.pop()
    if (freed !== undefined) return freed
    usedUnits += units
    if (usedUnits * unitBytes > buffer.length) {
      // memory of the new buffer is not in use before something is written to it
      const longer = Buffer.allocUnsafeSlow(Math.ceil(usedUnits * unitBytes * 1.5))
      buffer.copy(longer)
      buffer = longer
    }
    return usedUnits - units
  }

  function get(index: number): string {
    return buffer.toString(isWide(index) ? 'utf16le' : 'latin1', startOf(index), endOf(index))
  }

  return {
    get,

    set(index, text) {
      // UTF-16 for all other texts, because UTF-8 has no bytes for half of a surrogate pair
      const isAscii = Buffer.byteLength(text) === text.length
      const bytes = isAscii ? text.length : 2 * text.length
      const units = Math.ceil(bytes / unitBytes)
      const unitsBefore = Math.ceil(byteLengthOf(index) / unitBytes)
      if (units !== unitsBefore) {
        const freed = free.get(unitsBefore)
        if (freed) freed.push(starts.get(index))
        else if (unitsBefore > 0) free.set(unitsBefore, [starts.get(index)])
        starts.set(index, allocate(units))
      }
      lengths.set(index, 2 * bytes + (isAscii ? 0 : 1))
      buffer.write(text, startOf(index), isAscii ? 'latin1' : 'utf16le')
    },

    compare(index, other) {
      if (isWide(index) || isWide(other)) {
        const [one, two] = [get(index), get(other)]
        return one < two ? -1 : one > two ? 1 : 0
      }
      return buffer.compare(buffer, startOf(other), endOf(other), startOf(index), endOf(index))
    },
  }
}
