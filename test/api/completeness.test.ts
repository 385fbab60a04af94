// How long clients may keep a response about a past range.
import { expect, it } from '@jest/globals'
import { cachingOf } from '../../services/api/completeness.ts'

const dayMs = 86_400_000
const nowMs = 1_000 * dayMs
const completeness = {
  completeUntilMs: nowMs - 1_000,
  gaps: [{ from_ms: 5 * dayMs, until_ms: 6 * dayMs, reason: 'volume' }],
}

it.each([
  ['not complete', nowMs - 2_000, nowMs, 'none'],
  ['with a gap, however old', 4 * dayMs, 7 * dayMs, 'none'],
  ['complete', nowMs - 3_000, nowMs - 1_000, 'complete'],
  ['older than two days', 6 * dayMs, nowMs - 2 * dayMs, 'immutable'],
  ['not quite as old', 6 * dayMs, nowMs - 2 * dayMs + 1, 'complete'],
] as const)('of a range that is %s', (_name, fromMs, untilMs, caching) => {
  expect(cachingOf(completeness, { fromMs, untilMs }, nowMs)).toBe(caching)
})
