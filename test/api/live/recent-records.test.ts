// The memory of the newest records.
import { expect, it } from '@jest/globals'
import { createRecentRecords } from '../../../services/api/live/recent-records.ts'
import type { LogRecord } from '../../../services/lib/log/port.ts'

const record = (partition: number, offset: number): LogRecord => ({
  topic: 'pm.trades',
  partition,
  offset,
  key: 'pb_MARKET',
  value: Buffer.alloc(100),
  timestampMs: 0,
})

function openRecent(maxBytes = 1e6) {
  const recent = createRecentRecords(maxBytes)
  recent.start(
    'trades',
    new Map([
      [1, 7],
      [0, 0],
    ]),
  )
  return recent
}

it('keeps the order of arrival across partitions, and finds the first record after positions', () => {
  const recent = openRecent()
  recent.append('trades', [record(0, 0), record(1, 7), record(0, 3), record(1, 9)])
  expect(recent.ranges('trades')).toMatchObject([
    { from: 0, next: 4 },
    { from: 7, next: 10 },
  ])
  expect(recent.firstSequenceAtOrAfter(new Map([['trades', [0, 10]]]))).toBe(0)
  // offsets have gaps
  expect(recent.firstSequenceAtOrAfter(new Map([['trades', [1, 10]]]))).toBe(2)
  expect(recent.firstSequenceAtOrAfter(new Map([['trades', [4, 8]]]))).toBe(3)
  expect(recent.firstSequenceAtOrAfter(new Map([['trades', [4, 10]]]))).toBe(recent.end())
  expect(recent.at(2)?.record.offset).toBe(3)
  expect(recent.at(recent.end())).toBeUndefined()
})

it('ignores records that are delivered again, and does not announce them', () => {
  const recent = openRecent()
  let announced = 0
  const end = recent.onAppended(() => (announced += 1))
  recent.append('trades', [record(0, 0), record(0, 1)])
  recent.append('trades', [record(0, 0), record(0, 1)])
  expect(announced).toBe(1)
  recent.append('trades', [record(0, 1), record(0, 2)])
  expect(recent.end()).toBe(3)
  expect(announced).toBe(2)
  end()
  recent.append('trades', [record(0, 3)])
  expect(announced).toBe(2)
})

it('forgets the oldest records past its bound, and says from where on it has all', () => {
  const recent = openRecent(100_000)
  for (let offset = 0; offset < 20_000; offset += 1)
    recent.append('trades', [record(0, offset), record(1, 7 + offset)])
  expect(recent.bytes()).toBeLessThanOrEqual(100_000)
  const [first, second] = recent.ranges('trades')
  expect(first?.from).toBeGreaterThan(19_900)
  expect(first?.next).toBe(20_000)
  expect(second?.from).toBeGreaterThan(19_907)
  const begin = recent.firstSequenceAtOrAfter(
    new Map([['trades', [first?.from ?? 0, second?.from ?? 0]]]),
  )
  const kept = Array.from({ length: recent.end() - begin }, (_, i) => recent.at(begin + i))
  expect(
    kept.filter((found) => found?.record.partition === 0).map((f) => f?.record.offset),
  ).toEqual(Array.from({ length: 20_000 - (first?.from ?? 0) }, (_, i) => (first?.from ?? 0) + i))
  expect(recent.at(begin - 1)).toBeUndefined()
})
