// Which ended markets the matcher keeps in memory.
import { beforeEach, describe, expect, it } from '@jest/globals'
import { createEndedMarkets, type EndedMarkets } from '../../services/matcher/ended-markets.ts'

const dayMs = 86_400_000
let nowMs = dayMs
let ended: EndedMarkets

beforeEach(() => {
  nowMs = dayMs
  ended = createEndedMarkets(() => nowMs, 3)
})

/** Notes a market that has ended. */
const note = (id: string, received_at_ms = nowMs) =>
  ended.note({ id, status: 'closed', received_at_ms })

describe('the markets that leave', () => {
  it('are those of more than a day ago, in order of their last response', () => {
    expect([note('b', nowMs + 1), note('a')]).toEqual([true, true])
    expect(ended.takeExpiredMarkets()).toEqual([])
    nowMs += dayMs
    expect(ended.takeExpiredMarkets()).toEqual(['a'])
    nowMs += 1
    expect(ended.takeExpiredMarkets()).toEqual(['b'])
    expect(ended.has('b')).toBe(false)
  })

  it('are the oldest if there are too many', () => {
    for (const [n, id] of ['d', 'c', 'b', 'a'].entries()) note(id, nowMs - n)
    expect(ended.takeExpiredMarkets()).toEqual(['a'])
    expect(ended.takeExpiredMarkets()).toEqual([])
  })

  it('do not include one that was reported again', () => {
    note('a')
    nowMs += dayMs
    note('a')
    expect(ended.takeExpiredMarkets()).toEqual([])
  })
})

describe('a market that has left', () => {
  const hourMs = 3_600_000

  it('stays away if it is reported again soon', () => {
    note('a')
    nowMs += dayMs
    expect(ended.takeExpiredMarkets()).toEqual(['a'])
    nowMs += hourMs
    expect(note('a')).toBe(false)
    expect(note('b')).toBe(true)
  })

  it('comes back if it is open again', () => {
    note('a')
    nowMs += dayMs
    ended.takeExpiredMarkets()
    expect(ended.note({ id: 'a', status: 'open', received_at_ms: nowMs })).toBe(true)
    expect(note('a')).toBe(true)
  })

  it('is forgotten after a day', () => {
    note('a')
    nowMs += dayMs
    ended.takeExpiredMarkets()
    for (let hours = 0; hours < 24; hours += 12) {
      nowMs += 12 * hourMs
      ended.takeExpiredMarkets()
    }
    expect(note('a')).toBe(true)
  })
})

describe('a market', () => {
  it('is not kept if its last response is a day old', () => {
    expect(note('a', nowMs - dayMs)).toBe(false)
    expect(ended.has('a')).toBe(false)
  })

  it('has not ended while it is open, also if it had', () => {
    note('a')
    expect(ended.has('a')).toBe(true)
    expect(ended.note({ id: 'a', status: 'open', received_at_ms: 0 })).toBe(true)
    expect(ended.has('a')).toBe(false)
    nowMs += 2 * dayMs
    expect(ended.takeExpiredMarkets()).toEqual([])
  })
})
