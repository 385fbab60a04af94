// As of when an answer speaks, whatever the clocks do.
import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { createAnswerTimes } from '../../../services/platforms/upstream/answer-time.ts'

const startMs = Date.UTC(2026, 10, 20)
const dated = (ms: number) => ({ date: new Date(ms).toUTCString() })

describe('the time of an answer', () => {
  it('is never later than its date, nor than the request, by a clock that was not set back', () => {
    const stepMs = fc.integer({ min: -7_200_000, max: 7_200_000 })
    const answer = fc.record({
      passedMs: fc.nat(30_000),
      tookMs: fc.nat(20_000),
      ourStepMs: fc.option(stepMs, { freq: 5 }),
      platformStepMs: fc.option(stepMs, { freq: 5 }),
    })
    fc.assert(
      fc.property(fc.array(answer), stepMs, (answers, ourErrorMs) => {
        let [trueMs, oursMs, platformMs] = [startMs, ourErrorMs, 0]
        const steadyNow = (): number => trueMs + ourErrorMs
        const times = createAnswerTimes(() => trueMs + oursMs, steadyNow)
        for (const { passedMs, tookMs, ourStepMs, platformStepMs } of answers) {
          trueMs += passedMs
          oursMs += ourStepMs ?? 0
          platformMs += platformStepMs ?? 0
          const sentAtMs = times.nowMs()
          const shownMs = trueMs + platformMs
          trueMs += tookMs
          const { asOfMs } = times.computeTime(dated(trueMs + platformMs), sentAtMs)
          expect(asOfMs).toBeLessThanOrEqual(trueMs + platformMs)
          // True unless both clocks are ahead.
          if (Math.max(oursMs, ourErrorMs) <= platformMs)
            expect(asOfMs).toBeLessThanOrEqual(shownMs)
        }
      }),
    )
  })

  it('goes on at once when our clock is set back by an hour', () => {
    let [nowMs, steadyMs] = [startMs, startMs]
    const times = createAnswerTimes(
      () => nowMs,
      () => steadyMs,
    )
    times.computeTime(dated(startMs), times.nowMs())
    nowMs -= 3_600_000 - 10_000
    steadyMs += 10_000
    const { asOfMs, suspicion } = times.computeTime(dated(startMs + 10_000), times.nowMs())
    expect([asOfMs, suspicion]).toEqual([startMs + 10_000, null])
    expect(times.platformNowMs()).toBe(startMs + 10_000)
  })

  it.each([
    // whole seconds: the date is up to a second before the answer was made
    ['equal', 0, 5_000, 0],
    ['within the time of the answer', 4_000, 5_000, 0],
    ['ahead', 3_600_000, 5_000, 3_601_000],
    ['behind', -3_600_000, 5_000, -3_599_000],
  ])('compares the clocks: that of the platform is %s', (_what, aheadMs, tookMs, expectedMs) => {
    let nowMs = startMs
    const found: number[] = []
    const now = (): number => nowMs
    const times = createAnswerTimes(now, now, (differenceMs) => found.push(differenceMs))
    nowMs += tookMs
    // made at once, and received later
    times.computeTime(dated(startMs + aheadMs), startMs)
    times.computeTime({ ...dated(startMs), age: '300' }, startMs)
    expect(found).toEqual([expectedMs])
  })

  it('finds the difference of the clocks more exactly with each response, in either direction', () => {
    let [nowMs, aheadMs] = [startMs + 300, 660_000]
    const now = (): number => nowMs
    const times = createAnswerTimes(now, now)
    const respond = (passedMs: number): number => {
      nowMs += passedMs
      const made = dated(nowMs + aheadMs)
      nowMs += 50
      return times.computeTime(made, nowMs - 50).clockDifferenceMs
    }
    expect(respond(0)).toBe(660_000 + 700)
    expect(respond(200)).toBe(660_000 + 450)
    expect(respond(410)).toBe(660_000 + 450)
    aheadMs = 0
    expect(respond(60)).toBe(880)
    expect(respond(780)).toBe(50)
    expect(times.clockDifferenceMs()).toBe(50)
  })

  it('knows the platform clock at once when the system clock is set back', () => {
    let [steadyMs, errorMs] = [startMs, 660_000]
    const times = createAnswerTimes(
      () => steadyMs + errorMs,
      () => steadyMs + 660_000,
    )
    steadyMs += 50
    const answer = times.computeTime(dated(steadyMs), times.nowMs() - 50)
    expect(answer.clockDifferenceMs).toBe(-660_000 + 1_000)
    errorMs = 0
    expect(times.clockDifferenceMs()).toBe(1_000)
  })

  it('keeps the difference while the machine is suspended, which stops the steady clock', () => {
    let [nowMs, steadyMs] = [startMs, startMs]
    const times = createAnswerTimes(
      () => nowMs,
      () => steadyMs,
    )
    times.computeTime(dated(startMs), startMs)
    nowMs += 3_600_000
    expect(times.clockDifferenceMs()).toBe(0)
    steadyMs += 10
    expect(times.computeTime(dated(nowMs), times.nowMs()).clockDifferenceMs).toBe(0)
  })

  it('is not misled if the system clock is set back during a request', () => {
    let [nowMs, steadyMs] = [startMs + 900_000, startMs]
    const times = createAnswerTimes(
      () => nowMs,
      () => steadyMs,
    )
    times.computeTime(dated(startMs), times.nowMs())
    const sentAtMs = times.nowMs()
    nowMs = startMs + 200
    steadyMs += 200
    const { clockDifferenceMs } = times.computeTime(dated(steadyMs), sentAtMs)
    expect(Math.abs(clockDifferenceMs)).toBeLessThan(1_300)
  })

  it('allows for the time in a cache, and does not learn the clock from a cached answer', () => {
    const times = createAnswerTimes(
      () => startMs,
      () => startMs,
    )
    times.computeTime(dated(startMs), startMs)
    const answer = times.computeTime({ ...dated(startMs - 300_000), age: '300' }, startMs)
    expect(answer).toMatchObject({ asOfMs: startMs - 600_000, suspicion: 'cached' })
    expect(times.platformNowMs()).toBe(startMs)
    expect(times.computeTime({ ...dated(startMs), age: 'soon' }, startMs).asOfMs).toBe(startMs)
  })
})
