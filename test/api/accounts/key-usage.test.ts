// When keys were last used: to the minute, reported once, never going back in time.
import { beforeEach, describe, expect, it } from '@jest/globals'
import { createKeyUsage, type KeyUsage } from '../../../services/api/accounts/key-usage.ts'
import type { ApiKey, Developer } from '../../../services/api/accounts/registry.ts'

const minuteMs = 60_000
const noonMs = Date.UTC(2026, 10, 19, 12)

const keyOf = (lastUsedAtMs: number | null): { -readonly [K in keyof ApiKey]: ApiKey[K] } => ({
  id: 'key_1',
  developer: {} as Developer,
  label: '',
  prefix: '',
  createdAtMs: 0,
  lastUsedAtMs,
  revokedAtMs: null,
})

let nowMs = noonMs
let usage: KeyUsage
beforeEach(() => {
  nowMs = noonMs
  usage = createKeyUsage(() => nowMs)
})

describe('the use of keys', () => {
  it('is kept to the minute', () => {
    const key = keyOf(null)
    expect(usage.lastUseMsOf(key)).toBeNull()
    nowMs = noonMs + 59_999
    usage.record(key)
    expect(usage.lastUseMsOf(key)).toBe(noonMs)
    nowMs += 1
    usage.record(key)
    expect(usage.lastUseMsOf(key)).toBe(noonMs + minuteMs)
    expect(usage.takePendingUses()).toEqual([{ key, usedAtMs: noonMs + minuteMs }])
  })

  it('is reported once for all uses of a minute', () => {
    const key = keyOf(null)
    for (let i = 0; i < 1_000; i += 1) usage.record(key)
    expect(usage.takePendingUses()).toHaveLength(1)
    expect(usage.takePendingUses()).toEqual([])
    usage.record(key)
    key.lastUsedAtMs = noonMs
    usage.record(key)
    expect(usage.takePendingUses()).toEqual([])
  })

  it('does not go back while it is on its way', () => {
    const key = keyOf(noonMs - 5 * minuteMs)
    usage.record(key)
    usage.takePendingUses()
    expect(usage.lastUseMsOf(key)).toBe(noonMs)
  })

  it('does not go back with the clock', () => {
    const key = keyOf(null)
    usage.record(key)
    nowMs -= 10 * minuteMs
    usage.record(key)
    expect(usage.lastUseMsOf(key)).toBe(noonMs)
  })

  it('is the newest of this process and the topic', () => {
    const key = keyOf(null)
    usage.record(key)
    key.lastUsedAtMs = noonMs + minuteMs
    expect(usage.lastUseMsOf(key)).toBe(noonMs + minuteMs)
  })

  it('is reported again after a failure, unless there is a newer use by then', () => {
    const [one, two, three] = [keyOf(null), keyOf(null), keyOf(null)]
    for (const key of [one, two, three]) usage.record(key)
    const uses = usage.takePendingUses()
    nowMs += minuteMs
    usage.record(two)
    usage.restorePendingUses(uses)
    three.lastUsedAtMs = noonMs + minuteMs // written by another process
    expect(new Map(usage.takePendingUses().map((use) => [use.key, use.usedAtMs]))).toEqual(
      new Map([
        [two, noonMs + minuteMs],
        [one, noonMs],
      ]),
    )
  })
})
