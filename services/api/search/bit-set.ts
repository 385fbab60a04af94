// Sets of whole numbers from 0 on: bit `i` is bit `i % 32` of element `i / 32` of an array. A shift uses only the
// lowest 5 bits of its right operand, so shifting by `i` needs no remainder.

export const bitsPerElement = 32

export function hasBit(bits: Int32Array, index: number): boolean {
  return (((bits[index >>> 5] ?? 0) >>> index) & 1) === 1
}

export function setBit(bits: Int32Array, index: number): void {
  bits[index >>> 5] = (bits[index >>> 5] ?? 0) | (1 << index)
}

export function countBits(element: number): number {
  let bits = element - ((element >>> 1) & 0x55555555)
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333)
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}

/** Returns the position of the lowest bit that is set. */
export function lowestBit(element: number): number {
  return 31 - Math.clz32(element & -element)
}

/** Writes the numbers of the set to `target`, in ascending order. Returns how many there are. */
export function listBits(bits: Int32Array, length: number, target: Uint32Array): number {
  let count = 0
  for (let i = 0; i < length; i += 1)
    for (let rest = bits[i] ?? 0; rest !== 0; rest &= rest - 1)
      target[count++] = i * bitsPerElement + lowestBit(rest)
  return count
}

/** Returns a longer copy of an array. */
export function grown(array: Int32Array, length: number): Int32Array<ArrayBuffer> {
  const longer = new Int32Array(length)
  longer.set(array)
  return longer
}
