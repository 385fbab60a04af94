// Which request is sent next, whatever the order and number of the waiting requests.
import { describe, expect, it } from '@jest/globals'
import {
  classWeights,
  requestClasses,
  type RequestClass,
} from '../../../services/platforms/request-class.ts'
import { createClassQueue } from '../../../services/platforms/upstream/class-queue.ts'
import { createRandom } from '../../../simulator/random.ts'

interface Request {
  readonly requestClass: RequestClass
  readonly number: number
}

const anyClass = (): boolean => true

function createWorld() {
  const queue = createClassQueue<Request>()
  let added = 0
  const add = (requestClass: RequestClass): Request => {
    added += 1
    const request = { requestClass, number: added }
    queue.add(request)
    return request
  }
  /** Takes requests while each of the classes always has a waiting one. Returns the classes in order. */
  const takeBacklogged = (classes: readonly RequestClass[], count: number): RequestClass[] => {
    for (const one of classes) if (queue.waitingCount(one) === 0) add(one)
    return Array.from({ length: count }, () => {
      const { requestClass } = queue.take(anyClass) as Request
      add(requestClass)
      return requestClass
    })
  }
  return { queue, add, takeBacklogged }
}

const countOf = (taken: readonly RequestClass[], requestClass: RequestClass): number =>
  taken.filter((one) => one === requestClass).length

const others = requestClasses.filter((one) => one !== 'tape')
const weightOf = (one: RequestClass): number => (one === 'tape' ? 0 : classWeights[one])
const sumOf = (classes: readonly RequestClass[]): number =>
  classes.reduce((sum, one) => sum + weightOf(one), 0)

describe('the queue of the classes', () => {
  it('gives the tape half, and the other classes their weights of the rest', () => {
    const taken = createWorld().takeBacklogged(requestClasses, 3_200)
    expect(countOf(taken, 'tape')).toBe(1_600)
    for (const one of others) {
      const share = (1_600 * weightOf(one)) / sumOf(others)
      expect(Math.abs(countOf(taken, one) - share)).toBeLessThanOrEqual(2)
    }
  })

  it.each([1, 2, 3])('divides what others leave by weight, of any classes (seed %i)', (seed) => {
    const random = createRandom(seed).next
    const world = createWorld()
    for (let round = 0; round < 20; round += 1) {
      const busy = others.filter(() => random() < 0.5)
      if (busy.length === 0) continue
      while (world.queue.size > 0) world.queue.take(anyClass)
      const taken = world.takeBacklogged(busy, 1_000)
      for (const one of busy) {
        const share = (1_000 * weightOf(one)) / sumOf(busy)
        expect(Math.abs(countOf(taken, one) - share)).toBeLessThanOrEqual(10)
      }
    }
  })

  it('lets no class starve that comes after the others have been served for long', () => {
    const world = createWorld()
    world.takeBacklogged(['tape', 'books', 'lists'], 10_000)
    world.add('past')
    const taken = world.takeBacklogged(['tape', 'books', 'lists', 'past'], 20)
    expect(taken).toContain('past')
  })

  it('saves nothing up for a class that was idle', () => {
    const world = createWorld()
    world.takeBacklogged(['books'], 10_000)
    const taken = world.takeBacklogged(['books', 'history'], 100)
    expect(countOf(taken, 'history')).toBeLessThanOrEqual(21)
  })

  it.each([1, 2, 3])(
    'sends at most one other request before the tape, loses none, keeps the order (seed %i)',
    (seed) => {
      const random = createRandom(seed).next
      const { queue, add } = createWorld()
      const waiting = new Set<Request>()
      let beforeTape = 0
      for (let step = 0; step < 2_000; step += 1) {
        const chance = random()
        if (chance < 0.5) {
          const one = requestClasses[Math.floor(random() * requestClasses.length)]
          waiting.add(add(one ?? 'tape'))
        } else if (chance < 0.55) {
          const [, aborted] = [...waiting]
          if (aborted) {
            queue.remove(aborted)
            waiting.delete(aborted)
          }
        } else {
          const taken = queue.take(anyClass)
          // Work conserving: a request is returned if any waits.
          expect(taken === null).toBe(waiting.size === 0)
          if (taken === null) continue
          const ofClass = [...waiting].filter((one) => one.requestClass === taken.requestClass)
          expect(taken).toBe(ofClass[0])
          waiting.delete(taken)
          const isTapeWaiting = [...waiting].some((one) => one.requestClass === 'tape')
          beforeTape = taken.requestClass !== 'tape' && isTapeWaiting ? beforeTape + 1 : 0
          expect(beforeTape).toBeLessThanOrEqual(1)
        }
        expect(queue.size).toBe(waiting.size)
      }
    },
  )

  it('states the reserved shares, which are the ones that backlogged classes get', () => {
    const world = createWorld()
    expect(world.queue.reservedShares()).toEqual([])
    world.add('tape')
    expect(world.queue.reservedShares()).toEqual([['tape', 1]])
    const classes = ['tape', 'books', 'past'] as const
    const taken = world.takeBacklogged(classes, 1_000)
    const shares = world.queue.reservedShares()
    expect(shares.map(([one]) => one)).toEqual(classes)
    for (const [one, share] of shares)
      expect(Math.abs(countOf(taken, one) - 1_000 * share)).toBeLessThanOrEqual(2)
  })

  it('passes over classes that cannot start', () => {
    const { queue, add } = createWorld()
    const [, list] = [add('tape'), add('lists')]
    add('past')
    const taken = queue.take(({ requestClass }) => requestClass === 'lists')
    expect(taken).toBe(list)
    expect(queue.take(() => false)).toBeNull()
    expect(queue.size).toBe(2)
  })
})
