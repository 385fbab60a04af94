// The queues against sorted lists.
import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { createNumberQueues } from '../../../services/lib/run/number-queues.ts'

describe('queues of numbers', () => {
  it('have the earliest number first, whatever is added, moved and removed', () => {
    const call = fc.record({
      queue: fc.nat({ max: 2 }),
      item: fc.nat({ max: 20 }),
      atMs: fc.integer({ min: 0, max: 5 }),
      isRemoved: fc.boolean(),
    })
    fc.assert(
      fc.property(fc.array(call, { maxLength: 300 }), (calls) => {
        const queues = createNumberQueues()
        const three = [queues.create(), queues.create(), queues.create()]
        let known: { readonly queue: number; readonly item: number; readonly atMs: number }[] = []
        for (const { isRemoved, ...added } of calls) {
          known = known.filter(({ item }) => item !== added.item)
          if (isRemoved) queues.remove(added.item)
          else {
            three[added.queue]?.add(added.item, added.atMs)
            known.push(added)
          }
          // the sort is stable, and numbers are in the order in which they were added
          known.sort((a, b) => a.atMs - b.atMs)
          for (const [index, queue] of three.entries())
            expect(queue.first()).toBe(known.find((one) => one.queue === index)?.item)
          expect(queues.queueOf(added.item)).toBe(isRemoved ? null : three[added.queue])
          if (!isRemoved) expect(queues.atMsOf(added.item)).toBe(added.atMs)
        }
      }),
    )
  })
})
