// Assigns keys to partitions, with Kafka's default algorithm (murmur2 of the UTF-8 key, as in Apache Kafka's
// Utils.murmur2), so that producers in any language choose the same partition.

/** MurmurHash2 as Kafka computes it: 32 bits, seed 0x9747b28c. */
export function murmur2(data: Buffer): number {
  const m = 0x5bd1e995
  const length = data.length
  let h = (0x9747b28c ^ length) | 0
  let i = 0
  for (; i + 4 <= length; i += 4) {
    let k = data.readInt32LE(i)
    k = Math.imul(k, m)
    k ^= k >>> 24
    k = Math.imul(k, m)
    h = Math.imul(h, m) ^ k
  }
  const left = length - i
  if (left >= 3) h ^= data.readUInt8(i + 2) << 16
  if (left >= 2) h ^= data.readUInt8(i + 1) << 8
  if (left >= 1) h = Math.imul(h ^ data.readUInt8(i), m)
  h ^= h >>> 13
  h = Math.imul(h, m)
  return h ^ (h >>> 15)
}

export function partitionOf(key: string, partitions: number): number {
  return (murmur2(Buffer.from(key)) & 0x7fffffff) % partitions
}
