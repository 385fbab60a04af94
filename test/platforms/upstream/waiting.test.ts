// How requests are spread over time, on a clock that only advances when somebody sleeps.
import { setMaxListeners } from 'node:events'
import { describe, expect, it } from '@jest/globals'
import type { RequestClass } from '../../../services/platforms/request-class.ts'
import { retryAfterMs } from '../../../services/lib/run/retry-after.ts'
import { rejectOnAbort } from '../../../services/lib/run/wait.ts'
import { createRequestSlots } from '../../../services/platforms/upstream/request-slots.ts'
import { createTokenBucket } from '../../../services/platforms/upstream/token-bucket.ts'

function createManualClock() {
  let ms = 1_000_000
  return {
    now: () => ms,
    set: (to: number) => {
      ms = to
    },
    sleep: async (wait: number, signal: AbortSignal) => {
      signal.throwIfAborted()
      // The one that was released first goes first.
      await new Promise((resolve) => setImmediate(resolve))
      ms += wait
    },
  }
}

const never = new AbortController().signal
setMaxListeners(0, never)

const request = { requestClass: 'lists', slots: createRequestSlots(() => Infinity) } as const

describe('token bucket', () => {
  it('lets a burst go, then one per interval, in the order of asking', async () => {
    const clock = createManualClock()
    const bucket = createTokenBucket({ perSecond: 10, burst: 3, ...clock })
    const at: number[] = []
    await Promise.all(
      Array.from({ length: 23 }, async () => {
        await bucket.take(request, never)
        at.push(clock.now() - 1_000_000)
      }),
    )
    expect(at.slice(0, 4)).toEqual([0, 0, 0, 100])
    expect(at.at(-1)).toBe(2_000)
  })

  it('keeps to its fraction of the rate, as it changes, and waits while it has none', async () => {
    const clock = createManualClock()
    let fraction = 0.5
    const bucket = createTokenBucket({
      perSecond: 10,
      burst: 4,
      fraction: () => fraction,
      ...clock,
    })
    const takeFor = async (requests: number): Promise<number> => {
      const before = clock.now()
      for (let n = 0; n < requests; n += 1) await bucket.take(request, never)
      return clock.now() - before
    }
    // The fraction applies to the burst, too: two at once, and then one every 200 ms.
    expect(await takeFor(12)).toBe(2_000)
    fraction = 1
    expect(await takeFor(104)).toBeLessThanOrEqual(10_400)
    fraction = 0.01
    expect(await takeFor(2)).toBeGreaterThanOrEqual(10_000)
    fraction = 0
    const waiting = takeFor(1)
    for (let turns = 0; turns < 20; turns += 1) await new Promise((next) => setImmediate(next))
    fraction = 1
    expect(await waiting).toBeGreaterThanOrEqual(5_000)
  })

  it('is quiet for as long as the platform asked', async () => {
    const clock = createManualClock()
    const bucket = createTokenBucket({ perSecond: 10, burst: 3, ...clock })
    bucket.noteRefusal(1_000_000 + 7_000)
    await bucket.take(request, never)
    expect(clock.now()).toBe(1_007_000)
  })

  it('goes on when the clock is set back by a day', async () => {
    const clock = createManualClock()
    const bucket = createTokenBucket({ perSecond: 10, burst: 1, ...clock })
    await bucket.take(request, never)
    clock.set(clock.now() - 86_400_000)
    const before = clock.now()
    await bucket.take(request, never)
    expect(clock.now() - before).toBeLessThanOrEqual(200)
  })

  it('gives its turn to the next when it is aborted', async () => {
    const clock = createManualClock()
    const bucket = createTokenBucket({ perSecond: 10, burst: 1, ...clock })
    await expect(bucket.take(request, AbortSignal.abort(new Error('stop')))).rejects.toThrow('stop')
    await bucket.take(request, never)
    expect(clock.now()).toBe(1_000_000)
  })
})

describe('requests of several classes', () => {
  /** Lets everything happen that needs no time to pass. */
  const settle = async (): Promise<void> => {
    for (let turns = 0; turns < 20; turns += 1) await new Promise((next) => setImmediate(next))
  }

  it('are chosen when their token is there, not when they are made', async () => {
    const clock = createManualClock()
    const bucket = createTokenBucket({ perSecond: 10, burst: 1, ...clock })
    const slots = createRequestSlots(() => Infinity)
    const order: string[] = []
    const ask = async (requestClass: RequestClass): Promise<void> => {
      await bucket.take({ requestClass, slots }, never)
      order.push(requestClass)
      // The tape is asked for once the others wait.
      if (order.length === 2) void ask('tape')
    }
    await Promise.all(Array.from({ length: 5 }, () => ask('lists')))
    expect(order).toEqual(['lists', 'lists', 'tape', 'lists', 'lists', 'lists'])
  })

  it('that wait for a token occupy no slot, and those that wait for a slot take no token', async () => {
    const clock = createManualClock()
    const slots = createRequestSlots(() => 1)
    const sleep = (_ms: number, signal: AbortSignal): Promise<void> =>
      rejectOnAbort(new Promise(() => undefined), signal)
    const paused = createTokenBucket({ perSecond: 10, burst: 1, ...clock, sleep })
    const bucket = createTokenBucket({ perSecond: 10, burst: 3, ...clock })
    paused.noteRefusal(clock.now() + 60_000)
    const stop = new AbortController()
    const delayed = paused.take({ requestClass: 'lists', slots }, stop.signal)
    await bucket.take({ requestClass: 'books', slots }, never)
    const waiting = bucket.take({ requestClass: 'books', slots }, never)
    stop.abort(new Error('stop'))
    await expect(delayed).rejects.toThrow('stop')
    await settle()
    const atMs = clock.now()
    slots.release('books')
    await waiting
    slots.release('books')
    await bucket.take({ requestClass: 'books', slots }, never)
    expect(clock.now()).toBe(atMs)
  })

  it('leave their place when they are aborted', async () => {
    const clock = createManualClock()
    const slots = createRequestSlots(() => 1)
    const bucket = createTokenBucket({ perSecond: 10, burst: 100, ...clock })
    await bucket.take({ requestClass: 'tape', slots }, never)
    const stop = new AbortController()
    const aborted = bucket.take({ requestClass: 'lists', slots }, stop.signal)
    const next = bucket.take({ requestClass: 'lists', slots }, never)
    stop.abort(new Error('stop'))
    await expect(aborted).rejects.toThrow('stop')
    slots.release('tape')
    await next
    // The slot is occupied once.
    slots.release('lists')
    expect(slots.isSlotFree('lists')).toBe(true)
  })

  it('of two rate limits get the slots of their host in turn', async () => {
    const clock = createManualClock()
    const slots = createRequestSlots(() => 1)
    const order: string[] = []
    const ask = async (name: string, count: number): Promise<void> => {
      const bucket = createTokenBucket({ perSecond: 1_000, burst: 100, ...clock })
      await Promise.all(
        Array.from({ length: count }, async () => {
          await bucket.take({ requestClass: 'books', slots }, never)
          order.push(name)
          await settle()
          slots.release('books')
        }),
      )
    }
    await Promise.all([ask('a', 6), ask('b', 6)])
    expect(order.join('')).not.toMatch(/aaa|bbb/)
  })
})

describe('Retry-After', () => {
  const now = Date.UTC(2026, 0, 1)
  it.each([
    ['3', 3_000],
    [' 0 ', 0],
    ['Thu, 01 Jan 2026 00:00:05 GMT', 5_000],
    ['Wed, 31 Dec 2025 00:00:00 GMT', 0],
    ['soon', null],
    ['', null],
    [undefined, null],
  ])('%p', (header, expected) => {
    expect(retryAfterMs(header, now)).toBe(expected)
  })
})
