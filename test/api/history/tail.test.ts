// The tail of a topic: what it keeps, and when a load may use it.
import { describe, expect, it } from '@jest/globals'
import { createTopicTail } from '../../../services/api/history/tail.ts'
import type { LogRecord } from '../../../services/lib/log/port.ts'

const record = (offset: number, key = 'market'): LogRecord => ({
  topic: 'trades',
  partition: 0,
  offset,
  key,
  value: Buffer.alloc(100),
  timestampMs: 1,
})

function started(from: number, written: number, maxBytes = 1_000_000) {
  const tail = createTopicTail(1, maxBytes)
  tail.start(new Map([[0, from]]))
  tail.setStorePositions(new Map([[0, written]]))
  return tail
}
const offsets = (records: readonly LogRecord[] | undefined) => records?.map((r) => r.offset)

describe('a tail', () => {
  it('keeps the records that the store may not have, by market and in order', () => {
    const tail = started(10, 10)
    for (const offset of [10, 11, 13, 14]) tail.append(record(offset, offset === 11 ? 'b' : 'a'))
    expect(offsets(tail.pin(0)?.recordsOf('a'))).toEqual([10, 13, 14])
    tail.setStorePositions(new Map([[0, 14]]))
    expect(tail.recordCount()).toBe(4)
  })

  it('removes what the store has, but not what a load under way needs', () => {
    const tail = started(0, 0)
    for (let offset = 0; offset < 10; offset += 1) tail.append(record(offset))
    tail.setStorePositions(new Map([[0, 4]]))
    expect(tail.recordCount()).toBe(6)
    const pinnedTail = tail.pin(0)
    tail.setStorePositions(new Map([[0, 9]]))
    expect(offsets(pinnedTail?.recordsOf('market'))).toEqual([4, 5, 6, 7, 8, 9])
    expect(pinnedTail?.isValid()).toBe(true)
    pinnedTail?.release()
    expect(tail.recordCount()).toBe(1)
  })

  it('knows what the store has and was not delivered, and passes offsets without records', () => {
    const tail = started(5, 7)
    expect(tail.undeliveredRanges()).toEqual([{ partition: 0, from: 5, until: 7 }])
    tail.append(record(5))
    tail.skip({ partition: 0, from: 5, until: 7 })
    expect(tail.isCurrent(0, 0)).toBe(false)
    tail.skip({ partition: 0, from: 6, until: 7 })
    expect(tail.isCurrent(0, 0)).toBe(true)
    expect(tail.undeliveredRanges()).toEqual([])
    expect(tail.append(record(7))).toBe(true)
  })

  it('refuses records that it has had', () => {
    const tail = started(5, 5)
    expect([4, 5, 6, 6, 5, 7].map((offset) => tail.append(record(offset)))).toEqual([
      false,
      true,
      true,
      false,
      false,
      true,
    ])
  })

  it('is current from the positions on that the store and the response have', () => {
    const tail = started(5, 7)
    expect(tail.isCurrent(0, 0)).toBe(false)
    tail.append(record(5))
    tail.append(record(6))
    expect([tail.isCurrent(0, 0), tail.isCurrent(0, 7), tail.isCurrent(0, 8)]).toEqual([
      true,
      true,
      false,
    ])
    expect(tail.isCurrent(1, 0)).toBe(false)
  })

  it('gives no pinned tail while the store lacks records before its start', () => {
    const tail = started(100, 40)
    expect(tail.pin(0)).toBeNull()
    tail.setStorePositions(new Map([[0, 100]]))
    expect(tail.pin(0)).not.toBeNull()
  })

  it('forgets its oldest records at its bound, and with them the pinned tails that need them', () => {
    const tail = started(0, 0, 10_000)
    tail.append(record(0))
    const pinnedTail = tail.pin(0)
    for (let offset = 1; offset < 100; offset += 1) tail.append(record(offset))
    expect(tail.recordCount()).toBe(32)
    expect(pinnedTail?.isValid()).toBe(false)
    expect(tail.pin(0)).toBeNull()
    tail.setStorePositions(new Map([[0, 68]]))
    expect(offsets(tail.pin(0)?.recordsOf('market'))?.[0]).toBe(68)
  })

  it('makes pinned tails invalid when the store was replaced', () => {
    const tail = started(0, 0)
    const pinnedTail = tail.pin(0)
    tail.reset()
    expect([pinnedTail?.isValid(), tail.pin(0)?.isValid()]).toEqual([false, true])
  })
})
