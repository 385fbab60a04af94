// How many requests of each class are under way to one host.
import { describe, expect, it } from '@jest/globals'
import { requestClasses, type RequestClass } from '../../../services/platforms/request-class.ts'
import { createRequestSlots } from '../../../services/platforms/upstream/request-slots.ts'
import { createRandom } from '../../../simulator/random.ts'

const ignore = (): void => undefined

/** Occupies slots with requests of the class until none is free for it, and returns their number. */
function fill(slots: ReturnType<typeof createRequestSlots>, requestClass: RequestClass): number {
  let count = 0
  for (; count < 100 && slots.isSlotFree(requestClass); count += 1)
    slots.occupySlot(requestClass, ignore)
  return count
}

describe('slots', () => {
  it('are kept free for the tape, and for what is more urgent than lists and histories', () => {
    const slots = createRequestSlots(() => 4)
    expect(fill(slots, 'past')).toBe(2)
    expect(fill(slots, 'lists')).toBe(0)
    expect(fill(slots, 'books')).toBe(1)
    expect(fill(slots, 'tape')).toBe(1)
    slots.release('tape')
    expect(fill(slots, 'books')).toBe(0)
    slots.release('past')
    expect(fill(slots, 'history')).toBe(1)
  })

  it.each([
    ['books', 3],
    ['tape', 4],
  ] as const)('are left for lists by %s when a request ends', (urgent, count) => {
    const slots = createRequestSlots(() => 4)
    expect(fill(slots, urgent)).toBe(count)
    expect(slots.isSlotFree('lists')).toBe(false)
    slots.release(urgent)
    expect(slots.isSlotFree('lists')).toBe(true)
  })

  it('are at least one for each class, however few there are', () => {
    for (const requestClass of requestClasses)
      expect(
        fill(
          createRequestSlots(() => 0),
          requestClass,
        ),
      ).toBe(1)
  })

  it('are never more than the maximum, and a free one is used (seed 1)', () => {
    const random = createRandom(1).next
    const slots = createRequestSlots(() => 4)
    const underWay: RequestClass[] = []
    for (let step = 0; step < 5_000; step += 1) {
      const one = requestClasses[Math.floor(random() * requestClasses.length)] ?? 'tape'
      if (random() < 0.6) {
        if (underWay.length === 0) expect(slots.isSlotFree(one)).toBe(true)
        if (!slots.isSlotFree(one)) continue
        slots.occupySlot(one, ignore)
        underWay.push(one)
        expect(underWay.length).toBeLessThanOrEqual(4)
        expect(underWay.filter((other) => other !== 'tape').length).toBeLessThanOrEqual(3)
      } else {
        const [ended] = underWay.splice(Math.floor(random() * underWay.length), 1)
        if (ended) slots.release(ended)
      }
    }
  })
})
