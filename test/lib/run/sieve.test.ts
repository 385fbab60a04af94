// Eviction by SIEVE.
import { describe, expect, it } from '@jest/globals'
import { createSieve, type CacheItem } from '../../../services/lib/run/sieve.ts'

function setUp(maxBytes: number) {
  const evicted: string[] = []
  const sieve = createSieve(maxBytes)
  const add = (name: string, bytes = 1): CacheItem & { bytes: number } => {
    const item = { isUsed: false, bytes, onEvicted: () => void evicted.push(name) }
    sieve.add(item)
    return item
  }
  return { sieve, add, evicted }
}

describe('the memory', () => {
  it('stays within its bound, and evicts the oldest item that was not used', () => {
    const { sieve, add, evicted } = setUp(3)
    const [a] = [add('a'), add('b'), add('c')]
    a.isUsed = true
    add('d')
    expect(evicted).toEqual(['b'])
    expect([sieve.bytes(), sieve.evictionCount()]).toEqual([3, 1])
    expect(a.isUsed).toBe(false)
  })

  it('keeps what is used during a scan of many items that are used once', () => {
    const { add, evicted } = setUp(10)
    const popular = Array.from({ length: 5 }, (_, i) => add(`popular ${i}`))
    for (let i = 0; i < 1_000; i += 1) {
      for (const item of popular) item.isUsed = true
      add(`scan ${i}`)
    }
    expect(evicted.filter((name) => name.startsWith('popular'))).toEqual([])
    expect(evicted).toHaveLength(995)
  })

  it('keeps the item that was just added, even if it is larger than the bound', () => {
    const { sieve, add, evicted } = setUp(3)
    add('a')
    add('large', 10)
    expect(evicted).toEqual(['a'])
    add('b')
    expect(evicted).toEqual(['a', 'large'])
    expect(sieve.bytes()).toBe(1)
  })

  it('counts items that grow and items that were removed', () => {
    const { sieve, add, evicted } = setUp(4)
    const [a, b] = [add('a'), add('b')]
    b.bytes = 4
    sieve.resize(b)
    expect([evicted, sieve.bytes()]).toEqual([['a'], 4])
    sieve.resize(a)
    sieve.remove(b)
    expect(sieve.bytes()).toBe(0)
    add('c', 4)
    sieve.clear()
    expect([evicted, sieve.bytes()]).toEqual([['a'], 0])
  })
})
