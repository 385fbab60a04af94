import { describe, expect, it } from '@jest/globals'
import { createFormatCheck } from '../../../services/poller/feeds/format-check.ts'
import { UpstreamError } from '../../../services/platforms/upstream/upstream-error.ts'
import { silentObserver } from '../../../services/poller/observer.ts'

const noMarkets = { markets: new Map(), retired: new Map() } as never

const trade = (change: object, needsMarket = false) => {
  const row = { trade_id: 't', count_fp: '1.00', yes_price_dollars: '0.4000', taker_side: 'yes' }
  const body = JSON.stringify({ ...row, created_time: '2026-11-20T12:00:00Z', ...change })
  const about = { marketNativeId: 'KX-1', key: 't', timeMs: 0, url: '', receivedAtMs: Date.now() }
  return { row: { ...about, body, needsMarket }, repeat: 0 }
}
const good = trade({})
const bad = trade({ count_fp: { contracts: 1 } })
const many = <T>(count: number, one: T): T[] => Array.from({ length: count }, () => one)

describe('trades that cannot be mapped', () => {
  const open = () => {
    const { check } = createFormatCheck('platform_b', silentObserver)
    return (trades: Parameters<typeof check>[0]) => check(trades, noMarkets)
  }

  it('are accepted between others, however many they are', () => {
    const check = open()
    for (let n = 0; n < 10; n += 1) check([...many(40, bad), good, bad])
  })

  it('are refused after fifty in a row, until there is one that can be mapped', () => {
    const check = open()
    check([good, ...many(30, bad)])
    check(many(20, bad))
    check([])
    for (let n = 0; n < 3; n += 1) expect(() => check([bad])).toThrow(UpstreamError)
    check([bad, good])
    check(many(50, bad))
    expect(() => check([bad])).toThrow('none of 1 trades can be mapped')
  })

  it('are accepted after one that can be mapped, and so is an empty list', () => {
    const check = open()
    check([good, ...many(60, bad)])
    check([])
    expect(() => check([bad])).toThrow(UpstreamError)
    check([])
  })

  it('are refused at once if there are many', () => {
    const check = open()
    for (const count of [51, 1]) expect(() => check(many(count, bad))).toThrow(UpstreamError)
  })

  it('may be those that wait for their market', () => {
    const check = open()
    check(many(200, trade({ count_fp: null }, true)))
  })
})
