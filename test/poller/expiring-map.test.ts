// Entries that expire in generations of an eighth of their lifetime.
import { describe, expect, it } from '@jest/globals'
import { createExpiringMap } from '../../services/poller/expiring-map.ts'

const lifetimeMs = 800

function open() {
  const map = createExpiringMap<string>(lifetimeMs)
  map.set('old', 'a', 150)
  map.set('new', 'b', 350)
  return map
}

describe('an expiring map', () => {
  it('removes entries after their lifetime, with all entries of the same eighth of it', () => {
    const map = open()
    map.expire(999)
    expect([map.get('old'), map.has('old'), map.size]).toEqual(['a', true, 2])
    expect(map.expiredBeforeMs).toBe(-Infinity)
    map.expire(1_000)
    expect([map.get('old'), map.has('old'), map.get('new'), map.size]).toEqual([
      undefined,
      false,
      'b',
      1,
    ])
    expect(map.expiredBeforeMs).toBe(200)
    map.expire(9_999)
    expect([map.size, map.expiredBeforeMs]).toEqual([0, 400])
  })

  it('keeps an entry that was set again, but not one whose value was replaced', () => {
    const map = open()
    map.replace('old', 'c')
    map.replace('unknown', 'c')
    map.set('new', 'd', 950)
    expect([map.get('old'), map.get('new'), map.size]).toEqual(['c', 'd', 2])
    map.expire(1_200)
    expect([map.get('old'), map.get('new'), map.size]).toEqual([undefined, 'd', 1])
  })

  it('clears the entries of an expired generation, which may be in a file', () => {
    const generations: Map<string, string>[] = []
    const map = createExpiringMap<string>(lifetimeMs, () => {
      const entries = new Map<string, string>()
      generations.push(entries)
      return entries
    })
    map.set('old', 'a', 150)
    map.set('new', 'b', 350)
    map.expire(1_000)
    expect(generations.map(({ size }) => size)).toEqual([0, 1])
  })

  it('does not count a generation whose entries were all deleted', () => {
    const map = open()
    map.delete('old')
    map.expire(1_000)
    expect(map.expiredBeforeMs).toBe(-Infinity)
  })

  it('reports an entry as aging when half of its lifetime is over', () => {
    const map = open()
    expect(map.isHalfExpired('old', 599)).toBe(false)
    expect(map.isHalfExpired('old', 600)).toBe(true)
    expect(map.isHalfExpired('unknown', 600)).toBe(false)
  })

  it.each([lifetimeMs, Infinity])('keeps entries for their lifetime (%d)', (ms) => {
    const map = createExpiringMap<string>(ms)
    map.set('old', 'a', 150)
    map.expire(999)
    expect(map.get('old')).toBe('a')
    map.expire(1_000)
    expect(map.has('old')).toBe(ms === Infinity)
  })
})
