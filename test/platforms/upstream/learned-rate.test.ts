// The rate follows the limit of a platform that refuses what exceeds it, and recovers.
import { describe, expect, it } from '@jest/globals'
import { createLearnedRate } from '../../../services/platforms/upstream/learned-rate.ts'
import { createRequestSlots } from '../../../services/platforms/upstream/request-slots.ts'
import { createTokenBucket } from '../../../services/platforms/upstream/token-bucket.ts'
import { createDeps, never } from '../../poller/support/source.ts'

/** Requests for this long from a platform that allows `limit` requests in each second. */
async function run(limit: number, seconds: number, maxPerSecond = 16) {
  const deps = createDeps()
  const bucket = createTokenBucket({ ...deps, perSecond: 16, maxPerSecond, burst: 4 })
  const slots = createRequestSlots(() => Infinity)
  const startMs = deps.now()
  let [sent, refused, second, ofSecond] = [0, 0, 0, 0]
  while (deps.now() < startMs + seconds * 1000) {
    await bucket.take({ requestClass: 'books', slots }, never)
    slots.release('books')
    const current = Math.floor(deps.now() / 1000)
    if (current !== second) [second, ofSecond] = [current, 0]
    sent += 1
    ofSecond += 1
    if (ofSecond <= limit) continue
    refused += 1
    bucket.noteRefusal(deps.now() + 500)
  }
  return { perSecond: sent / seconds, refused: refused / sent }
}

describe('a learned rate', () => {
  it.each([4, 8, 12])('follows a limit of %i a second with few refusals', async (limit) => {
    const { perSecond, refused } = await run(limit, 1_800)
    expect(refused).toBeLessThan(0.05)
    expect(perSecond).toBeGreaterThan(0.6 * limit)
    expect(perSecond).toBeLessThanOrEqual(limit)
  })

  it('is the documented rate if nothing is refused', async () => {
    const { perSecond } = await run(Infinity, 600)
    expect(perSecond).toBeGreaterThan(15.9)
  })

  it.each([12, 30])(
    'of an account whose tier is not known follows a limit of %i a second',
    async (limit) => {
      const { perSecond, refused } = await run(limit, 900, 96)
      expect(refused).toBeLessThan(0.05)
      expect(perSecond).toBeGreaterThan(0.6 * limit)
      expect(perSecond).toBeLessThanOrEqual(1.05 * limit)
    },
  )

  it('of an account does not rise while no request waits', () => {
    const { now, sleep } = createDeps()
    const rate = createLearnedRate(now, 6)
    void sleep(600_000, never)
    expect(rate.rateFraction()).toBe(1)
    rate.noteWaitTime(10_000)
    expect(rate.rateFraction()).toBeCloseTo(1.1)
    void sleep(600_000, never)
    expect(rate.rateFraction()).toBeCloseTo(1.1)
    rate.noteRefusal()
    expect(rate.rateFraction()).toBeCloseTo(0.77)
    // below the documented rate it recovers, whether requests wait or not
    void sleep(60_000, never)
    expect(rate.rateFraction()).toBe(1)
    rate.noteWaitTime(3_600_000)
    expect(rate.rateFraction()).toBe(6)
  })

  it('is lowered once by the refusals of one second, and recovers by a hundredth each second', () => {
    const { now, sleep } = createDeps()
    const rate = createLearnedRate(now)
    for (let n = 0; n < 4; n += 1) rate.noteRefusal()
    expect(rate.rateFraction()).toBeCloseTo(0.7)
    void sleep(10_000, never)
    expect(rate.rateFraction()).toBeCloseTo(0.8)
    rate.noteRefusal()
    expect(rate.rateFraction()).toBeCloseTo(0.56)
    void sleep(60_000, never)
    expect(rate.rateFraction()).toBe(1)
  })

  it('stays above a twentieth, however long everything is refused', () => {
    const { now, sleep } = createDeps()
    const rate = createLearnedRate(now)
    for (let n = 0; n < 3_600; n += 1) {
      rate.noteRefusal()
      void sleep(1_000, never)
    }
    expect(rate.rateFraction()).toBeGreaterThanOrEqual(0.05)
    expect(rate.rateFraction()).toBeLessThan(0.1)
  })
})
