// Metrics of several processes, merged into one text.
import { describe, expect, it } from '@jest/globals'
import { Counter, Gauge, Registry } from 'prom-client'
import { mergeMetrics } from '../../services/compose/processes/merge-metrics.ts'

async function textOf(value: number): Promise<string> {
  const registry = new Registry()
  const registers = [registry]
  new Counter({ name: 'requests_total', help: 'Requests.', labelNames: ['path'], registers }).inc(
    { path: 'a } "b"' },
    value,
  )
  new Gauge({ name: 'ready', help: 'Ready.', registers }).set(value)
  return registry.metrics()
}

describe('mergeMetrics', () => {
  it('keeps the samples of a metric together, with the name of their process', async () => {
    const text = mergeMetrics([
      ['api', await textOf(1)],
      ['poller', await textOf(2)],
    ])
    expect(text.trim().split('\n')).toEqual([
      '# HELP requests_total Requests.',
      '# TYPE requests_total counter',
      'requests_total{process="api",path="a } \\"b\\""} 1',
      'requests_total{process="poller",path="a } \\"b\\""} 2',
      '# HELP ready Ready.',
      '# TYPE ready gauge',
      'ready{process="api"} 1',
      'ready{process="poller"} 2',
    ])
  })

  it('leaves out a process without metrics', () => {
    expect(mergeMetrics([['api', '']])).toBe('\n')
  })
})
