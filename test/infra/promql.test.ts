// The checker of names finds each kind of wrong name, and no other.
import { expect, it } from '@jest/globals'
import { findUnknownNames } from './promql.ts'

it.each([
  ['up{job="oddslog", role="api"} == 0', []],
  ['time() - max by (platform) (oddslog_tape_complete_until_seconds) > 60', []],
  ['sum(oddslog_streams == bool 0) or vector(0)', []],
  ['max(oddslog_ready offset 1h) unless on (part, instance) oddslog_fatal', []],
  ['sum by (le) (rate(oddslog_http_request_duration_seconds_bucket{status=~"5.."}[5m]))', []],
  ['rate(process_cpu_seconds_total{process!="x"}[$__rate_interval])', []],
  ['sum(oddslog_redy)', ['oddslog_redy']],
  ['oddslog_http_request_duration_seconds > 1', ['oddslog_http_request_duration_seconds']],
  ['oddslog_streams_bucket', ['oddslog_streams_bucket']],
  ['oddslog_ready{platform="platform_a"}', ['oddslog_ready{platform}']],
  [
    'oddslog_streams{state="live", reason!~"a"} / ignoring(state) oddslog_fatal',
    ['oddslog_streams{reason}'],
  ],
  ['sum by (part, platform) (oddslog_ready)', ['platform']],
  ['vector(1)', ['vector(1)']],
])('finds in %s: %j', (expr, unknown) => {
  expect(findUnknownNames(expr)).toEqual(unknown)
})

it('finds a label that only a text mentions', () => {
  expect(findUnknownNames('oddslog_ready', ['part', 'platform'])).toEqual(['platform'])
})
