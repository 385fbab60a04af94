import { describe, expect, it } from '@jest/globals'
import { readReadiness, shareRunningChecks } from '../../../services/lib/telemetry/gauges.ts'

describe('a readiness check that takes longer than those who ask wait', () => {
  it('runs once at a time, and again when it has ended', async () => {
    const ends: ((problem: string | null) => void)[] = []
    const checks = shareRunningChecks({
      store: () => new Promise((resolve) => ends.push(resolve)),
    })
    const [first, second] = [readReadiness(checks), readReadiness(checks)]
    expect(ends).toHaveLength(1)
    ends[0]?.('does not answer')
    expect(await first).toEqual({ store: 'does not answer' })
    expect(await second).toEqual({ store: 'does not answer' })
    const third = readReadiness(checks)
    ends[1]?.(null)
    expect(await third).toEqual({ store: null })
  })

  it('runs again after it has failed', async () => {
    let calls = 0
    const checks = shareRunningChecks({
      store: async () => {
        calls += 1
        if (calls === 1) throw new Error('a fault of the check')
        return null
      },
    })
    await expect(readReadiness(checks)).rejects.toThrow('a fault of the check')
    expect(await readReadiness(checks)).toEqual({ store: null })
  })
})
