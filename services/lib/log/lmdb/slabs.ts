/** The size of a slab. malloc maps blocks of this size on their own (child-memory.ts). */
const slabBytes = 64 * 1024

/**
 * Returns a function that copies a part of a buffer. Short copies are placed one after the other in buffers of 64 KiB
 * (slabs), each of which stays in memory as long as one of its copies does. With a buffer for each copy, freed buffers of
 * some KiB would lie between buffers that are in use, and their memory would not return to the system.
 */
export function createSlabCopier(): (bytes: Buffer, from: number, to: number) => Buffer {
  let slab = Buffer.allocUnsafeSlow(0)
  let used = 0

  function allocate(length: number): Buffer {
    if (length > slabBytes / 4) return Buffer.allocUnsafeSlow(length)
    if (used + length > slab.length) {
      slab = Buffer.allocUnsafeSlow(slabBytes)
      used = 0
    }
    used += length
    return slab.subarray(used - length, used)
  }

  return (bytes, from, to) => {
    const copy = allocate(to - from)
    bytes.copy(copy, 0, from, to)
    return copy
  }
}
