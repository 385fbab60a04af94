import { describe, expect, it } from '@jest/globals'
import {
  createLagGauges,
  readReadiness,
  refreshReadiness,
  shareRunningChecks,
} from '../../../services/lib/telemetry/gauges.ts'
import { createMetrics } from '../../../services/lib/telemetry/metrics.ts'

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

  it('makes its part not ready', async () => {
    const checks = { log: () => new Promise<null>(() => undefined), disk: async () => null }
    expect(await readReadiness(checks)).toEqual({ log: 'no answer within 8 s', disk: null })
  })

  it('makes its part not ready when it fails, and runs again', async () => {
    let calls = 0
    const checks = shareRunningChecks({
      store: async () => {
        calls += 1
        if (calls === 1) throw new Error('a fault of the check')
        return null
      },
    })
    expect(await readReadiness(checks)).toEqual({ store: 'a fault of the check' })
    expect(await readReadiness(checks)).toEqual({ store: null })
  })

  it('is in the metrics, also when it fails', async () => {
    const metrics = createMetrics()
    await refreshReadiness(metrics, {
      store: () => Promise.reject(new Error('a fault of the check')),
      log: async () => null,
    })
    const text = await metrics.registry.metrics()
    expect(text.split('\n').filter((line) => line.startsWith('oddslog_ready{'))).toEqual([
      'oddslog_ready{part="store"} 0',
      'oddslog_ready{part="log"} 1',
    ])
  })
})

describe('the lag', () => {
  const behind = [{ topic: 'pm.raw.trades', partition: 0, position: 1, behind: 5 }]
  const lines = (text: string) => text.split('\n').filter((line) => line.includes('raw.trades'))

  it('is left out of the metrics while the log does not answer or fails, and is read once at a time', async () => {
    const metrics = createMetrics()
    const answers: (typeof behind | Error | null)[] = [behind, new Error('no broker'), null]
    let asked = 0
    const log = {
      async lag() {
        asked += 1
        const answer = answers.shift()
        if (answer instanceof Error) throw answer
        return answer ?? new Promise<never>(() => undefined)
      },
    }
    const roles = new Set(['normalizer'] as const)
    const refresh = createLagGauges(metrics, { log, topicPrefix: 'pm.', roles })
    const found: (readonly string[])[] = []
    for (let n = 0; n < 4; n += 1) {
      await refresh()
      found.push(lines(await metrics.registry.metrics()))
    }
    const line = 'oddslog_stage_lag_records{stage="normalizer",topic="raw.trades"} 5'
    expect(found).toEqual([[line], [], [], []])
    expect(asked).toBe(3)
  })
})
