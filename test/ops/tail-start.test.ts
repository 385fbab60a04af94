// The start of `tail`: the forms of --from.
import { expect, it } from '@jest/globals'
import { parseTailStart } from '../../services/ops/tail-start.ts'

it.each([
  ['2026-11-25T21:00:00Z', { kind: 'time', timeMs: 1_795_640_400_000 }],
  ['2026-11-25T22:00+01:00', { kind: 'time', timeMs: 1_795_640_400_000 }],
  ['2026-11-25T21:00:00.250Z', { kind: 'time', timeMs: 1_795_640_400_250 }],
  ['2026-11-25', { kind: 'time', timeMs: 1_795_564_800_000 }],
  ['1795640400', { kind: 'time', timeMs: 1_795_640_400_000 }],
  ['1795640400.25', { kind: 'time', timeMs: 1_795_640_400_250 }],
  ['0', { kind: 'time', timeMs: 0 }],
  ['3:1200', { kind: 'offset', partition: 3, offset: 1200 }],
])('reads %s', (text, start) => {
  expect(parseTailStart(text)).toEqual(start)
})

it.each([
  '',
  'now',
  '-5',
  '3:',
  ':3',
  '3:-1',
  '3:1.5',
  '1e9',
  '2026-13-01',
  '2026-02-30',
  '2026-11-25T25:00:00Z',
  '2026-11-25T21:00:00',
  '2026-11-25 21:00:00Z',
  '123456789012',
  '1:9999999999999999',
])('refuses %j', (text) => {
  expect(parseTailStart(text)).toBeNull()
})
