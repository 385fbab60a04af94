// The partitioner chooses the same partitions as Kafka's clients; the values are those that Kafka publishes.
import { describe, expect, it } from '@jest/globals'
import { murmur2, partitionOf } from '../../../services/lib/log/partitioner.ts'

describe('the partitioner', () => {
  it.each([
    ['21', -973932308],
    ['foobar', -790332482],
    ['a-little-bit-long-string', -985981536],
    ['a-little-bit-longer-string', -1486304829],
    ['lkjh234lh9fiuh90y23oiuhsafujhadof229phr9h19h89h8', -58897971],
    ['abc', 479470107],
  ])('hashes %s as Kafka does', (key, hash) => {
    expect(murmur2(Buffer.from(key))).toBe(hash)
  })

  it('takes the hash without its sign, modulo the partitions', () => {
    expect(partitionOf('abc', 12)).toBe(479470107 % 12)
    expect(partitionOf('21', 12)).toBe((-973932308 & 0x7fffffff) % 12)
  })

  it('spreads market ids over all partitions, and keeps each where it is', () => {
    const counts = Array.from({ length: 12 }, () => 0)
    for (let i = 0; i < 12_000; i += 1) {
      const partition = partitionOf(`pb_MARKET-${i}`, 12)
      expect(partitionOf(`pb_MARKET-${i}`, 12)).toBe(partition)
      counts[partition] = (counts[partition] ?? 0) + 1
    }
    for (const count of counts) expect(Math.abs(count - 1000)).toBeLessThan(150)
  })

  it('hashes the bytes of a key, not its letters', () => {
    expect(partitionOf('ключ', 2 ** 30)).toBe(murmur2(Buffer.from('ключ')) & (2 ** 30 - 1))
  })
})
