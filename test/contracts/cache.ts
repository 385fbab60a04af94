// The contract of every Cache (services/lib/cache/port.ts), sentence by sentence. Run on each adapter.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import type { Cache, Window, WindowSpec } from '../../services/lib/cache/port.ts'
import { eventually, sleep } from '../support/waiting.ts'

export interface CacheUnderTest {
  readonly cache: Cache
  /** As another process of the service sees it; the same one where a cache has one process only. */
  readonly other: Cache
  /** Closes both, and removes what the tests left. */
  dispose(): Promise<void>
}

const minute = 60_000
const unusualKeys = [
  '',
  ' ',
  'a:b',
  'a',
  ':',
  '*',
  'someone@example.com',
  'Someone@example.com',
  'élan',
  'e\u0301lan',
  '日本語 😀',
  '\ud83d',
  '\ud83e',
  '\ude00',
  '\ufffd',
  '\0',
  'line\r\nbreak',
  '$5\r\nhello\r\n',
  '__proto__',
  'constructor',
  '0',
  '-1',
  '2001:db8::1%eth0',
  'x'.repeat(40),
  'x'.repeat(41),
  'x'.repeat(1_000_000),
  `${'x'.repeat(999_999)}y`,
]

/** Whether each of some takes was allowed. */
export async function takes(window: Window, key: string, times: number): Promise<boolean[]> {
  const allowed: boolean[] = []
  for (let i = 0; i < times; i += 1) allowed.push((await window.take(key)).isAllowed)
  return allowed
}

/** What keeps the process alive now and did not then: the names of handles and timers. */
export function newResources(then: readonly string[]): string[] {
  const left = [...then]
  return process.getActiveResourcesInfo().filter((name) => {
    const found = left.indexOf(name)
    if (found >= 0) left.splice(found, 1)
    return found < 0
  })
}

export function describeCache(name: string, open: () => Promise<CacheUnderTest>): void {
  describe(`cache contract: ${name}`, () => {
    let opened: CacheUnderTest
    let cache: Cache
    let names = 0

    beforeAll(async () => {
      opened = await open()
      cache = opened.cache
    })
    afterAll(() => opened.dispose())

    function spec(limit: number, windowMs = minute): WindowSpec {
      return { name: `contract-${++names}`, limit, windowMs }
    }

    describe('take', () => {
      it('allows limit takes of a key, and counts down', async () => {
        const window = cache.window(spec(3))
        const states = [
          await window.take('k'),
          await window.take('k'),
          await window.take('k'),
          await window.take('k'),
          await window.take('k'),
        ]
        expect(
          states.map(({ isAllowed, limit, remaining }) => [isAllowed, limit, remaining]),
        ).toEqual([
          [true, 3, 2],
          [true, 3, 1],
          [true, 3, 0],
          [false, 3, 0],
          [false, 3, 0],
        ])
      })

      it('counts several uses at once, in every process, and refuses more than are left', async () => {
        const one = spec(10)
        const [window, elsewhere] = [cache.window(one), opened.other.window(one)]
        const states = [
          await window.take('k', 4),
          await elsewhere.take('k', 3),
          await window.take('k'),
          await window.take('k', 3),
          await window.take('k'),
        ]
        expect(states.map(({ isAllowed, remaining }) => [isAllowed, remaining])).toEqual([
          [true, 6],
          [true, 3],
          [true, 2],
          [false, 0],
          [false, 0],
        ])
        expect(await window.take('whole', 10)).toMatchObject({ isAllowed: true, remaining: 0 })
      })

      it('returns the remaining time of the window, which never grows', async () => {
        const window = cache.window(spec(1))
        const resets: number[] = []
        for (let i = 0; i < 5; i += 1) {
          resets.push((await window.take('k')).resetMs)
          await sleep(5)
        }
        expect(resets[0]).toBeLessThanOrEqual(minute)
        expect(resets.at(-1)).toBeGreaterThan(0)
        expect(resets.every(Number.isInteger)).toBe(true)
        expect(resets.toSorted((a, b) => b - a)).toEqual(resets)
        expect(resets.at(-1)).toBeLessThan(resets[0] ?? 0)
      })

      it('counts each of many at the same moment', async () => {
        const window = cache.window(spec(100))
        const elsewhere = opened.other.window({
          name: `contract-${names}`,
          limit: 100,
          windowMs: minute,
        })
        const states = await Promise.all(
          Array.from({ length: 500 }, async (_, i) => (i % 2 ? window : elsewhere).take('k')),
        )
        const allowed = states.filter((state) => state.isAllowed).map((state) => state.remaining)
        expect(allowed.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 100 }, (_, i) => i))
      })

      it('keeps keys apart', async () => {
        const window = cache.window(spec(1))
        for (const key of unusualKeys) expect(await takes(window, key, 1)).toEqual([true])
        for (const key of unusualKeys) expect(await takes(window, key, 1)).toEqual([false])
      })

      it('opens the next window after the end of one, which rejected takes do not defer', async () => {
        const window = cache.window(spec(2, 1_000))
        expect(await takes(window, 'k', 3)).toEqual([true, true, false])
        await eventually(async () => expect(await takes(window, 'k', 1)).toEqual([true]))
        expect(await window.take('k')).toMatchObject({ isAllowed: true, remaining: 0 })
        expect(await takes(window, 'k', 1)).toEqual([false])
      })
    })

    describe('clear', () => {
      it('forgets one key', async () => {
        const window = cache.window(spec(1))
        await takes(window, 'k', 2)
        await takes(window, 'other', 2)
        await window.clear('k')
        expect(await takes(window, 'k', 2)).toEqual([true, false])
        expect(await takes(window, 'other', 1)).toEqual([false])
      })

      it('does nothing to a key without a window, twice the same as once', async () => {
        const window = cache.window(spec(1))
        await window.clear('k')
        await window.clear('k')
        expect(await takes(window, 'k', 2)).toEqual([true, false])
      })

      it('forgets a key that another process has refused', async () => {
        const one = spec(1)
        await takes(opened.other.window(one), 'k', 3)
        await cache.window(one).clear('k')
        expect(await takes(opened.other.window(one), 'k', 2)).toEqual([true, false])
      })
    })

    describe('window', () => {
      it('gives the same counters for the same name and length, in every process', async () => {
        const one = spec(4)
        expect(await takes(cache.window(one), 'k', 2)).toEqual([true, true])
        expect(await takes(cache.window({ ...one }), 'k', 1)).toEqual([true])
        expect(await takes(opened.other.window(one), 'k', 2)).toEqual([true, false])
      })

      it('keeps names and lengths apart', async () => {
        const one = spec(1)
        await takes(cache.window(one), 'k', 2)
        expect(await takes(cache.window({ ...one, windowMs: 2 * minute }), 'k', 1)).toEqual([true])
        expect(await takes(cache.window({ ...one, name: `${one.name}:k` }), 'k', 1)).toEqual([true])
      })

      it('holds one count against whichever limit is asked', async () => {
        const one = spec(5)
        await takes(cache.window(one), 'k', 3)
        expect(await cache.window({ ...one, limit: 2 }).take('k')).toMatchObject({
          isAllowed: false,
          limit: 2,
          remaining: 0,
        })
        expect(await cache.window(one).take('k')).toMatchObject({ isAllowed: true, remaining: 0 })
      })

      it.each([
        [0, minute],
        [-1, minute],
        [1.5, minute],
        [NaN, minute],
        [Infinity, minute],
        [1, 0],
        [1, 999],
        [1, 1_500],
        [1, -1_000],
        [1, NaN],
        [1, Infinity],
        [1, 2_147_484_000],
      ])('refuses a limit of %d in %d ms', (limit, windowMs) => {
        expect(() => cache.window({ name: 'odd', limit, windowMs })).toThrow(RangeError)
      })

      it('keeps the longest it takes', async () => {
        const window = cache.window(spec(1, 2_147_483_000))
        expect(await takes(window, 'k', 1)).toEqual([true])
        await sleep(50)
        expect(await takes(window, 'k', 1)).toEqual([false])
      })
    })

    it('does what a count in a map does, in any order of calls', async () => {
      const call = fc.record({
        does: fc.constantFrom('take', 'take', 'take', 'clear'),
        key: fc.constantFrom(...unusualKeys.slice(0, 6)),
        elsewhere: fc.boolean(),
      })
      await fc.assert(
        fc.asyncProperty(fc.integer({ min: 1, max: 4 }), fc.array(call), async (limit, calls) => {
          const one = spec(limit)
          const counts = new Map<string, number>()
          for (const { does, key, elsewhere } of calls) {
            const window = (elsewhere ? opened.other : cache).window(one)
            const before = counts.get(key) ?? 0
            if (does === 'clear') {
              counts.delete(key)
              await window.clear(key)
            } else {
              counts.set(key, before + 1)
              const { isAllowed, remaining } = await window.take(key)
              expect([isAllowed, remaining]).toEqual([
                before < limit,
                Math.max(0, limit - before - 1),
              ])
            }
          }
        }),
      )
    })
  })

  describe(`cache contract: closing ${name}`, () => {
    it('settles calls under way and takes later ones, and leaves no timer or connection', async () => {
      const before = process.getActiveResourcesInfo()
      const closing = await open()
      const { cache } = closing
      const window = cache.window({ name: 'closing', limit: 2, windowMs: minute })
      const underWay = [window.take('k'), window.clear('k'), window.take('k')]
      await Promise.all([cache.close(), cache.close(), ...underWay])
      await cache.close()
      await window.clear('k')
      expect(await takes(window, 'k', 3)).toEqual([true, true, false])
      await window.clear('k')
      await closing.dispose()
      await eventually(async () => expect(newResources(before)).toEqual([]))
    })
  })
}
