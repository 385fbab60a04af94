// What follows from the comparison of a stated volume with the trades: tolerances, lag, contradicting
// volumes, and how often a market is read again.
import { describe, expect, it } from '@jest/globals'
import type { Audit } from '../../../schemas/generated/events.ts'
import {
  volumeDifferenceOf,
  toNextAudit,
  type AuditInput,
} from '../../../services/projector/audit/judge.ts'

const minuteMs = 60_000
const startMs = Date.UTC(2026, 10, 20, 12)

const seen = (changes: Partial<AuditInput> = {}): AuditInput => ({
  market_id: 'pb_MARKET',
  platform: 'platform_b',
  stated: '100',
  held: '100',
  heldBefore: '90',
  trades: 3,
  snapshotMs: startMs,
  hasEnded: false,
  historyReceivedMs: 1,
  ...changes,
})

const judged = (
  before: Audit | null,
  changes: Partial<AuditInput>,
  { nowMs = startMs, mayRepair = true } = {},
): Audit => toNextAudit(before, seen(changes), { nowMs, mayRepair: () => mayRepair })

const exact = { unit: 'contracts', tolerance: 0, relativeTolerance: 0 } as const
const rounded = { unit: 'dollars', tolerance: 1, relativeTolerance: 0.001 } as const

describe('volumeDifferenceOf', () => {
  it.each([
    ['equal', '100', '100', '100', '0'],
    ['within the trades of the last minutes', '95', '100', '90', '0'],
    ['more than all trades', '100.01', '100', '90', '0.01'],
    ['less than the trades that must be in it', '89.5', '100', '90', '-0.5'],
    ['no trades and no volume', '0', '0', '0', '0'],
    ['a volume and no trades', '5', '0', '0', '5'],
    [
      'exact beyond the precision of a double',
      '90071992547409.93',
      '90071992547409.92',
      '0',
      '0.01',
    ],
  ])('in contracts: %s', (_what, stated, held, heldBefore, difference) => {
    expect(volumeDifferenceOf({ stated, held, heldBefore }, exact)).toBe(difference)
  })

  it.each([
    ['within the absolute tolerance', '100', '99', '0', '0'],
    ['beyond the absolute tolerance', '100', '98.9', '0', '1.1'],
    ['within the relative tolerance', '1000000', '999000', '0', '0'],
    ['beyond the relative tolerance', '1000000', '998999', '0', '1001'],
    ['a surplus within the tolerance', '100', '101', '101', '0'],
    ['a surplus beyond the tolerance', '100', '102', '102', '-2'],
  ])('in dollars: %s', (_what, stated, held, heldBefore, difference) => {
    expect(volumeDifferenceOf({ stated, held, heldBefore }, rounded)).toBe(difference)
  })
})

describe('toNextAudit', () => {
  it('records what was compared', () => {
    expect(judged(null, { stated: '120' })).toEqual({
      market_id: 'pb_MARKET',
      platform: 'platform_b',
      status: 'missing',
      unit: 'contracts',
      stated: '120',
      held: '100',
      difference: '20',
      trades: 3,
      audited_until_ms: startMs,
      ended: false,
      since_ms: startMs,
      attempts: 1,
      retry_at_ms: null,
      history_received_at_ms: 1,
      audited_at_ms: startMs,
    })
  })

  it('agrees again as soon as the trades add up, and forgets the attempts', () => {
    const missing = judged(null, { stated: '120' })
    const after = judged(missing, { stated: '120', held: '120', historyReceivedMs: 2 })
    expect(after).toMatchObject({ status: 'agrees', difference: '0', since_ms: null, attempts: 0 })
  })

  it('keeps a difference unexplained that a second reading did not explain', () => {
    const missing = judged(null, { stated: '120' })
    const waiting = judged(missing, { stated: '120' }, { nowMs: startMs + minuteMs })
    expect(waiting).toMatchObject({ status: 'missing', attempts: 1, since_ms: startMs })
    const read = judged(waiting, { stated: '120', historyReceivedMs: 2 })
    expect(read).toMatchObject({
      status: 'unexplained',
      difference: '20',
      since_ms: startMs,
      retry_at_ms: startMs + 10 * minuteMs,
    })
  })

  it('does not read again before the back-off has passed, however the volume grows', () => {
    const missing = judged(null, { stated: '120' })
    const read = judged(missing, { stated: '120', historyReceivedMs: 2 })
    const early = judged(read, { stated: '500' }, { nowMs: startMs + 9 * minuteMs })
    expect(early).toMatchObject({ status: 'unexplained', difference: '400' })
    expect(early.retry_at_ms).toBe(read.retry_at_ms)
    const due = judged(early, { stated: '500' }, { nowMs: startMs + 10 * minuteMs })
    expect(due).toMatchObject({ status: 'missing', attempts: 2, since_ms: startMs })
  })

  it('doubles the back-off up to a day, and gives up after eight readings', () => {
    let nowMs = startMs
    let audit: Audit | null = null
    const pauses: number[] = []
    for (let history = 2; history < 60; history += 1) {
      audit = judged(audit, { stated: '120', historyReceivedMs: history }, { nowMs })
      if (audit.status !== 'unexplained') continue
      if (audit.retry_at_ms === null) break
      pauses.push((audit.retry_at_ms - nowMs) / minuteMs)
      nowMs = audit.retry_at_ms
    }
    expect(pauses).toEqual([10, 20, 40, 80, 160, 320, 640, 1280])
    expect(audit).toMatchObject({ status: 'unexplained', attempts: 8, retry_at_ms: null })
    const later = judged(audit, { stated: '130' }, { nowMs: nowMs + 86_400_000 })
    expect(later).toMatchObject({ status: 'unexplained', attempts: 8, retry_at_ms: null })
  })

  it.each([
    ['the volume shrinks below the trades', { stated: '50' }],
    ['a market has too many trades to hold them in memory', { stated: '120', trades: 200_001 }],
  ])('reads nothing again when %s', (_what, changes) => {
    const audit = judged(null, changes)
    expect(audit).toMatchObject({ status: 'unexplained', attempts: 0, retry_at_ms: null })
    expect(judged(audit, changes)).toMatchObject({ status: 'unexplained', attempts: 0 })
  })

  it('waits while too many markets of the platform are being read again', () => {
    const refused = judged(null, { stated: '120' }, { mayRepair: false })
    expect(refused).toMatchObject({ status: 'unexplained', attempts: 0, since_ms: startMs })
    const later = judged(refused, { stated: '120' }, { nowMs: startMs + 10 * minuteMs })
    expect(later).toMatchObject({ status: 'missing', attempts: 1 })
  })
})
