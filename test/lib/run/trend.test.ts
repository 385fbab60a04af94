// How fast the free space of a disk, or a table, grows.
import { expect, it } from '@jest/globals'
import { createTrend } from '../../../services/lib/run/trend.ts'

const minuteMs = 60_000
const dayMs = 86_400_000

it('is unknown for an hour', () => {
  const trend = createTrend()
  expect(trend.bytesPerSecond()).toBeNull()
  trend.add(1_000, 0)
  trend.add(900, 59 * minuteMs)
  expect(trend.bytesPerSecond()).toBeNull()
  trend.add(400, 60 * minuteMs)
  expect(trend.bytesPerSecond()).not.toBeNull()
  expect(trend.measuredOverMs()).toBe(60 * minuteMs)
})

it.each([250, 0, -250])('is %d bytes a second, despite the space that merges take', (perSecond) => {
  const trend = createTrend()
  for (let ms = 0; ms <= dayMs; ms += 5 * minuteMs) {
    const merging = (ms / minuteMs) % 60 < 10 ? 50_000 : 0
    trend.add(1e9 + (perSecond * ms) / 1000 + merging, ms)
  }
  expect(trend.bytesPerSecond()).toBeCloseTo(perSecond, 0)
})

it('forgets what is older than a day', () => {
  const trend = createTrend()
  for (let ms = 0; ms <= dayMs; ms += 5 * minuteMs) trend.add(1e9 - ms, ms)
  for (let ms = dayMs; ms <= 3 * dayMs; ms += 5 * minuteMs) trend.add(5e8, ms)
  expect(trend.bytesPerSecond()).toBeCloseTo(0, 6)
  expect(trend.measuredOverMs()).toBe(dayMs)
})
