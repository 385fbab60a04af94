import { beforeEach, describe, expect, it } from '@jest/globals'
import type { ProxyAnswer } from '../e2e/tampering-proxy.ts'
import { createListFaults, type ListFault, type ListFaults } from './list-faults.ts'

const nowMs = Date.UTC(2026, 10, 23, 12)
/** Seconds before now, newest first. */
const ages = [1, 30, 90, 200]
const tape = '/platform-b/markets/trades?limit=1000&min_ts=1'
const history = `${tape}&ticker=KX-1`

const row = (ageS: number) => ({
  trade_id: `${ageS % 2 ? '01' : '02'}-${ageS}`,
  created_time: new Date(nowMs - ageS * 1000).toISOString(),
})
const answer: ProxyAnswer = {
  status: 200,
  headers: { date: new Date(nowMs).toUTCString() },
  body: JSON.stringify({ trades: ages.map(row), cursor: '' }),
}

function agesIn({ body }: ProxyAnswer): readonly number[] {
  const { trades } = JSON.parse(body) as { trades: { trade_id: string }[] }
  return trades.map(({ trade_id: id }) => Number(id.split('-')[1]))
}

describe('lists of trades', () => {
  let clockMs: number
  let lists: ListFaults
  const begin = (fault: Partial<ListFault>): void =>
    lists.begin({
      kind: 'empty',
      platform: 'platform_b',
      forMs: 60_000,
      share: 1,
      agoMs: 0,
      ...fault,
    })

  beforeEach(() => {
    clockMs = nowMs
    lists = createListFaults({ now: () => clockMs, random: () => 0.5, truncatesHistories: true })
  })

  it('remain as they are without a fault', () => {
    expect(lists.answerFor(tape, answer)).toBe(answer)
  })

  it('of all markets remain as they are until the poller can know rows', () => {
    begin({ kind: 'empty' })
    expect(agesIn(lists.answerFor(tape, answer))).toEqual(ages)
  })

  it('show an earlier time, with its date or with the age', () => {
    begin({ kind: 'stale-date', agoMs: 60_000 })
    const dated = lists.answerFor(history, answer)
    expect(agesIn(dated)).toEqual([90, 200])
    expect(dated.headers).toEqual({ date: new Date(nowMs - 60_000).toUTCString() })
    begin({ kind: 'stale-age', agoMs: 60_000 })
    clockMs += 10_000
    const aged = lists.answerFor(history, answer)
    expect(agesIn(aged)).toEqual([90, 200])
    expect(aged.headers).toEqual({ ...answer.headers, age: '70' })
  })

  it('lack their older half, of which only audits know', () => {
    begin({ kind: 'truncated' })
    expect(agesIn(lists.answerFor(history, answer))).toEqual([1, 30])
    expect(ages.map((age) => lists.mayBeMissing(row(age).trade_id))).toEqual([
      false,
      false,
      true,
      true,
    ])
  })

  it('are reordered', () => {
    begin({ kind: 'reordered' })
    expect(agesIn(lists.answerFor(history, answer))).toEqual(ages.toReversed())
  })

  it('lack every second trade until it is late enough', () => {
    clockMs -= 100_000
    lists.withhold(90_000, 140_000)
    clockMs = nowMs
    expect(agesIn(lists.answerFor(tape, answer))).toEqual([1, 200])
    expect(lists.mayBeMissing(row(30).trade_id)).toBe(true)
    clockMs = nowMs + 80_000
    expect(agesIn(lists.answerFor(tape, answer))).toEqual([1, 90, 200])
    lists.end()
    expect(lists.answerFor(tape, answer)).toBe(answer)
  })

  it.each([
    ['with a next page', history, { ...answer, body: answer.body.replace('""', '"next"') }],
    ['with an error', history, { ...answer, status: 500 }],
    ['of the other platform', '/data/trades?limit=1000&market=0x1', { ...answer, body: '[]' }],
    ['of something else', '/platform-b/markets?limit=1000', answer],
  ])('%s remain as they are', (_name, path, other) => {
    begin({ kind: 'empty' })
    begin({ kind: 'reordered' })
    expect(lists.answerFor(path, other)).toBe(other)
  })
})
