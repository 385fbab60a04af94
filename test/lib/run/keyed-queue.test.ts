// The queue against a sorted list.
import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { createKeyedQueue } from '../../../services/lib/run/keyed-queue.ts'

describe('a keyed queue', () => {
  it('has no first key when it is empty', () => {
    expect(createKeyedQueue().first()).toBeUndefined()
  })

  it('returns the key with the lowest order, whatever is added, moved and removed', () => {
    const call = fc.record({
      key: fc.constantFrom(...'a b c d e f g h i j k l m n o p q'.split(' ')),
      order: fc.integer({ min: 0, max: 5 }),
      isRemoved: fc.boolean(),
    })
    fc.assert(
      fc.property(fc.array(call, { maxLength: 300 }), (calls) => {
        const queue = createKeyedQueue()
        let known: { readonly key: string; readonly order: number }[] = []
        for (const { key, order, isRemoved } of calls) {
          const before = known.find((one) => one.key === key)
          if (isRemoved) {
            queue.delete(key)
            known = known.filter((one) => one.key !== key)
          } else {
            queue.set(key, order)
            // a key that is set to its own order keeps its place
            if (before?.order !== order)
              known = [...known.filter((one) => one.key !== key), { key, order }]
          }
          // the sort is stable
          known.sort((a, b) => a.order - b.order)
          expect(queue.size).toBe(known.length)
          expect(queue.has(key)).toBe(!isRemoved)
          const { key: first, order: lowest } = queue.first() ?? {}
          expect([first, lowest]).toEqual([known[0]?.key, known[0]?.order])
        }
      }),
    )
  })
})
