import { describe, expect, it } from '@jest/globals'
import { createSimulator, type SimulatorOptions } from '../../simulator/simulator.ts'
import type { Truth } from '../../simulator/truth.ts'
import type { TrueActivity } from '../../simulator/wallets/true-activity.ts'
import { createTraders, coversSales } from '../../simulator/world/traders.ts'
import { missing, saturdayMs, type Row } from './client.ts'

const small = { historyDays: 0, size: 0.1 }
const hourMs = 3_600_000
const types = ['CONVERSION', 'MERGE', 'REDEEM', 'REWARD', 'SPLIT', 'TRADE']

function truthOf(options: Partial<SimulatorOptions> = {}, clock = { nowMs: saturdayMs }): Truth {
  return createSimulator({ seed: 'wallets', now: () => clock.nowMs, ...small, ...options }).truth
}

const allActivity = (truth: Truth): readonly TrueActivity[] =>
  truth.wallets().flatMap(({ address }) => truth.activity(address))

/** Worlds of several cases: what wallets do is computed on the first request, which takes some seconds. */
const usual = truthOf()
const busy = truthOf({ activity: 3 })

describe('wallets of the simulated world', () => {
  it.each([
    ['the default world', truthOf({ seed: 'oddslog', historyDays: 4, size: 1 })],
    ['a small, quiet one', truthOf({ activity: 0.3 })],
    [
      'a small one in the early morning',
      truthOf({ activity: 0.3 }, { nowMs: saturdayMs - 7 * hourMs }),
    ],
    ['a small, busy one', busy],
  ])('do everything there is to do in %s', (_, truth) => {
    const doing = new Map<string, Set<string>>()
    for (const { address } of truth.wallets().slice(50, 200)) {
      for (const { type } of truth.activity(address))
        doing.set(type, (doing.get(type) ?? new Set()).add(address))
    }
    expect([...doing.keys()].sort()).toEqual(types)
    expect(Math.min(...[...doing.values()].map(({ size }) => size))).toBeGreaterThan(10)
  })

  it('are the same after a restart, whoever is asked about first', () => {
    const [one, other] = [usual, truthOf()]
    const addresses = one.wallets().map(({ address }) => address)
    const inOrder = addresses.map((address) => one.activity(address))
    const reversed = addresses
      .toReversed()
      .map((address) => other.activity(address))
      .toReversed()
    expect(reversed).toEqual(inOrder)
    expect(other.positions(addresses[0] ?? '')).toEqual(one.positions(addresses[0] ?? ''))
  })

  it('are others for another seed', () => {
    const rows = [usual, truthOf({ seed: 'others' })].map(allActivity)
    expect(new Set(rows.flat().map(({ id }) => id)).size).toBe(rows.flat().length)
  })

  it('never change their past, in whatever steps it is looked at', () => {
    const clock = { nowMs: saturdayMs }
    const observed = truthOf({}, clock)
    const some = observed.wallets().filter((_, n) => n % 40 === 5)
    const rowsOf = (address: string): readonly string[] =>
      observed.activity(address).map((row) => JSON.stringify(row))
    const seen = new Map(some.map(({ address }) => [address, rowsOf(address)]))
    // Not past midnight: then yesterday's events are no longer listed.
    for (let step = 1; clock.nowMs < saturdayMs + 12 * hourMs; step++) {
      const lastS = Math.floor(clock.nowMs / 1000)
      clock.nowMs += (step % 7) * 801_000
      for (const { address } of some) {
        const now = rowsOf(address)
        const before = seen.get(address) ?? []
        expect(missing(now, before)).toEqual([])
        expect(now.length).toBeGreaterThanOrEqual(before.length)
        const added = missing(before, now).map((row) => JSON.parse(row) as Row)
        const times = added.map((row) => Number(row['timestampMs']))
        expect(times.filter((ms) => ms < lastS * 1000 || ms > clock.nowMs)).toEqual([])
        seen.set(address, now)
      }
    }
    const fresh = truthOf({}, clock)
    for (const { address } of some)
      expect(observed.activity(address)).toEqual(fresh.activity(address))
    // Looked at from later, the past is what it was.
    clock.nowMs = saturdayMs
    const [{ address }] = some as [(typeof some)[0]]
    expect(observed.activity(address)).toEqual(usual.activity(address))
  })

  it('has every row once', () => {
    const ids = allActivity(busy).map(({ id }) => id)
    expect(ids.length).toBeGreaterThan(10_000)
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('has a heavy one on request, whose trades are on the tape', () => {
    const truth = truthOf({ activity: 3, heavyShare: 0.5 })
    const [heavy, next] = truth.wallets()
    expect(heavy?.rows).toBeGreaterThan(10_000)
    expect(heavy?.rows).toBeGreaterThan(5 * (next?.rows ?? 0))
    expect(usual.wallets().map(({ address }) => address)).not.toContain(heavy?.address)
  })
})

interface Replayed {
  /** By market and outcome. */
  readonly held: ReadonlyMap<string, number>
  /** Sales of more than was held, and everything else of which more was given away. */
  readonly oversold: number
  readonly impossible: readonly TrueActivity[]
}

/** What is held of each outcome, in 1e-6 contracts, replayed without looking at prices. */
function replay(
  rows: readonly TrueActivity[],
  legsOf: (nativeId: string) => readonly string[],
): Replayed {
  const held = new Map<string, number>()
  const impossible: TrueActivity[] = []
  let oversold = 0
  const converted = new Map<string, (string | null)[]>()
  for (const { type, txHash, nativeId } of rows)
    if (type === 'CONVERSION') converted.set(txHash, [...(converted.get(txHash) ?? []), nativeId])
  for (const row of rows) {
    const { nativeId: id, outcomeIndex: outcome } = row
    const size = Math.round(Number(row.size) * 1e6)
    const holds = (leg: string | null, index: number): number => held.get(`${leg}/${index}`) ?? 0
    const change = (leg: string | null, index: number, by: number): void => {
      if (holds(leg, index) + by < 0) impossible.push(row)
      held.set(`${leg}/${index}`, Math.max(0, holds(leg, index) + by))
    }
    if (row.type === 'TRADE' && outcome !== null) {
      const sold = Math.min(size, holds(id, outcome))
      if (row.side === 'sell' && sold < size) oversold++
      change(id, outcome, row.side === 'buy' ? size : -sold)
    } else if (row.type === 'SPLIT') for (const each of [0, 1]) change(id, each, size)
    else if (row.type === 'MERGE') for (const each of [0, 1]) change(id, each, -size)
    else if (row.type === 'REDEEM' && outcome !== null) change(id, outcome, -size)
    else if (row.type === 'REDEEM') for (const each of [0, 1]) change(id, each, -holds(id, each))
    else if (row.type === 'CONVERSION') {
      const given = converted.get(row.txHash) ?? []
      change(id, 1, -size)
      if (id !== given[0]) continue
      for (const leg of legsOf(id ?? '')) if (!given.includes(leg)) change(leg, 0, size)
    }
  }
  return { held, oversold, impossible }
}

describe('what wallets do is possible', () => {
  const truth = truthOf({ activity: 2 }, { nowMs: saturdayMs + 6 * hourMs })
  const markets = truth.markets().filter(({ platform }) => platform === 'platform_a')
  const eventOf = new Map(markets.map(({ nativeId, eventId }) => [nativeId, eventId]))
  const legsOf = (nativeId: string): readonly string[] =>
    markets.filter(({ eventId }) => eventId === eventOf.get(nativeId)).map((leg) => leg.nativeId)
  const traders = createTraders({ wallets: 600, heavyShare: 0 })
  const shown = new Set(
    markets.filter(({ isPlaceholder }) => !isPlaceholder).map(({ nativeId }) => nativeId),
  )

  const all = allActivity(truth)
  const some = truth.wallets().filter((_, n) => n < 10 || n % 5 === 0)

  it('gives away no more than is held, but for sales of those who have tokens from elsewhere', () => {
    let oversold = 0
    for (const { address } of some) {
      const replayed = replay(truth.activity(address), legsOf)
      expect(replayed.impossible).toEqual([])
      if (coversSales(traders.numberOfAddress(address) ?? 1)) expect(replayed.oversold).toBe(0)
      oversold += replayed.oversold
    }
    expect(oversold).toBeGreaterThan(100)
  })

  it('adds up to what is held in the end', () => {
    let positions = 0
    for (const { address } of some) {
      const held = [...replay(truth.activity(address), legsOf).held]
        .filter(([key, size]) => size > 0 && shown.has(key.slice(0, -2)))
        .map(([key, size]) => `${key} ${size / 1e6}`)
      const found = truth
        .positions(address)
        .map(({ nativeId, outcomeIndex, size }) => `${nativeId}/${outcomeIndex} ${size}`)
      expect(found.toSorted()).toEqual(held.toSorted())
      positions += found.length
    }
    expect(positions).toBeGreaterThan(1000)
  })

  it('redeems only what is resolved, in both ways of saying it', () => {
    const status = new Map(markets.map((market) => [market.nativeId, market]))
    const redeemed = all.filter(({ type }) => type === 'REDEEM')
    const combined = redeemed.filter(({ outcomeIndex }) => outcomeIndex === null)
    const single = redeemed.filter(({ outcomeIndex }) => outcomeIndex !== null)
    expect(combined.length).toBeGreaterThan(50)
    expect(single.length).toBeGreaterThan(50)
    for (const { nativeId, outcomeIndex, size, usdcSize } of redeemed) {
      const market = status.get(nativeId ?? '')
      expect(market?.status).toBe('resolved')
      if (outcomeIndex === null) expect(size).toBe(usdcSize)
      else {
        const paid = outcomeIndex === 0 ? (market?.payout ?? 0) : 1 - (market?.payout ?? 0)
        expect(Number(usdcSize)).toBeCloseTo(Number(size) * paid, 5)
      }
    }
    expect(single.some(({ usdcSize }) => usdcSize === '0')).toBe(true)
    const nothing = combined.filter(({ size }) => size === '0').map(({ txHash }) => txHash)
    expect(new Set(nothing).size).toBeLessThan(nothing.length)
  })

  it('converts several at once, for a dollar each but the first', () => {
    const groups = new Map<string, TrueActivity[]>()
    for (const row of all.filter(({ type }) => type === 'CONVERSION'))
      groups.set(row.txHash, [...(groups.get(row.txHash) ?? []), row])
    const sizes = new Set([...groups.values()].map(({ length }) => length))
    expect(sizes).toEqual(new Set([1, 2, 3]))
    for (const rows of groups.values()) {
      expect(new Set(rows.map(({ size }) => size)).size).toBe(1)
      expect(new Set(rows.map(({ eventSlug }) => eventSlug)).size).toBe(1)
      const cash = rows.reduce((sum, { usdcSize }) => sum + Number(usdcSize), 0)
      expect(cash).toBeCloseTo((rows.length - 1) * Number(rows[0]?.size), 5)
    }
  })
})
