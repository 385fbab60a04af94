// The queue against a sorted list.
import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { createTimeQueue, type QueuedItem } from '../../../services/lib/run/time-queue.ts'

describe('a time queue', () => {
  it('has no first item when it is empty', () => {
    expect(createTimeQueue().first()).toBeUndefined()
  })

  it('returns the earliest item, whatever is added and removed', () => {
    const call = fc.record({
      atMs: fc.integer({ min: 0, max: 5 }),
      does: fc.constantFrom('add', 'add', 'remove', 'remove first'),
      which: fc.nat(),
    })
    fc.assert(
      fc.property(fc.array(call, { maxLength: 300 }), (calls) => {
        const queue = createTimeQueue<number>()
        let known: QueuedItem<number>[] = []
        for (const [n, { atMs, does, which }] of calls.entries()) {
          const [first] = known
          if (does === 'add') known.push(queue.add(atMs, n))
          else if (first) {
            const removed = does === 'remove' ? known[which % known.length] : first
            for (let times = 0; removed && times < 2; times += 1) queue.remove(removed)
            known = known.filter((one) => one !== removed)
          }
          // the sort is stable, and items are in the order in which they were added
          known.sort((a, b) => a.atMs - b.atMs)
          expect(queue.first()).toBe(known[0])
        }
      }),
    )
  })
})
