import { describe, expect, it } from '@jest/globals'
import { describeEmbeddedFault, planEmbedded } from './plan.ts'

const minuteMs = 60_000
const seeds = Array.from({ length: 50 }, (_, seed) => `${seed}`)

describe('a plan for the embedded form', () => {
  it('is the same for the same seed, and another for another', () => {
    const plan = planEmbedded('one', minuteMs)
    expect(planEmbedded('one', minuteMs)).toEqual(plan)
    expect(planEmbedded('two', minuteMs)).not.toEqual(plan)
  })

  it('of a shorter round is the beginning of that of a longer one', () => {
    const short = planEmbedded('one', minuteMs / 2)
    const long = planEmbedded('one', 10 * minuteMs)
    expect(short.atStart).toEqual(long.atStart)
    expect(short.faults).toEqual(long.faults.slice(0, short.faults.length))
    expect(short.faults.length).toBeGreaterThan(10)
  })

  it('has every kind of fault within 75 seconds, for every seed', () => {
    for (const seed of seeds) {
      const kinds = new Set(planEmbedded(seed, 75_000).faults.map(({ fault }) => fault.kind))
      const all = [
        'full-disk',
        'lists',
        'our-clock',
        'outage',
        'pause',
        'platform-clock',
        'withheld',
      ]
      expect([...kinds].sort()).toEqual(all)
    }
  })

  it('keeps the store in the first outage, in which its copy is made', () => {
    for (const seed of seeds) {
      const outages = planEmbedded(seed, 10 * minuteMs).faults.flatMap(({ fault }) =>
        fault.kind === 'outage' ? [fault.store] : [],
      )
      expect(outages[0]).toBe('kept')
      expect(new Set(outages)).toEqual(new Set(['kept', 'lost', 'older']))
    }
  })

  it('withholds trades for longer than the overlap of the tape', () => {
    const faults = planEmbedded('one', 20 * minuteMs).faults.map(({ fault }) => fault)
    const late = faults.flatMap((fault) => (fault.kind === 'withheld' ? [fault.lateMs] : []))
    expect(Math.min(...late)).toBeGreaterThanOrEqual(140_000)
    expect(describeEmbeddedFault({ kind: 'pause', forMs: 5 })).toBe('suspended for 5 ms')
  })

  it('starts with at most one wrong clock', () => {
    for (const seed of seeds) {
      const { ourErrorMs, platformErrorMs } = planEmbedded(seed, 0).atStart
      expect([ourErrorMs, platformErrorMs]).toContain(0)
    }
  })
})
