import { describe, expect, it } from '@jest/globals'
import { planChaos, describeFault } from './plan.ts'

const sessionMs = 4_000
const minutesMs = 600_000

describe('a plan', () => {
  it('is the same for the same seed, and another for another', () => {
    const plan = planChaos('one', minutesMs, sessionMs)
    expect(planChaos('one', minutesMs, sessionMs)).toEqual(plan)
    expect(planChaos('two', minutesMs, sessionMs)).not.toEqual(plan)
  })

  it('of a shorter run is the beginning of that of a longer one', () => {
    const short = planChaos('one', 60_000, sessionMs)
    const long = planChaos('one', minutesMs, sessionMs)
    expect(short).toEqual(long.slice(0, short.length))
    expect(short.length).toBeGreaterThan(10)
    expect(short.every(({ atMs }, i) => atMs >= (short[i - 1]?.atMs ?? 0))).toBe(true)
  })

  it('has every kind of fault within two minutes, for every seed', () => {
    for (let seed = 0; seed < 50; seed += 1) {
      const kinds = new Set(planChaos(`${seed}`, 120_000, sessionMs).map(({ fault }) => fault.kind))
      expect([...kinds].sort()).toEqual([
        'broker',
        'cold-start',
        'kill',
        'lists',
        'rebalance',
        'redis',
        'restart',
        'silent-broker',
        'store',
        'zombie',
      ])
    }
  })

  it('makes zombies of every role, silent for longer than a session', () => {
    const zombies = planChaos('one', 20 * minutesMs, sessionMs).flatMap(({ fault }) =>
      fault.kind === 'zombie' ? [fault] : [],
    )
    expect(new Set(zombies.map(({ role }) => role))).toEqual(
      new Set(['poller', 'normalizer', 'matcher', 'projector', 'api', 'webhooks']),
    )
    expect(Math.min(...zombies.map(({ silentMs }) => silentMs))).toBeGreaterThan(sessionMs)
    expect(zombies.map(describeFault)[0]).toMatch(/^silent for \d+ ms$/)
  })
})
