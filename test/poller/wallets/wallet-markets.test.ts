// Markets that wallets have been in: what is looked up before a row is published, and what after it.
import { describe, expect, it } from '@jest/globals'
import { outcomesOf } from '../../../services/poller/retired-markets.ts'
import { createWalletMarketLookUp } from '../../../services/poller/wallets/wallet-markets.ts'
import { identifyActivity } from '../../../services/platforms/platform-a/source/activity.ts'
import type { ActivityRow } from '../../../services/platforms/source.ts'
import { UpstreamError } from '../../../services/platforms/upstream/upstream-error.ts'
import { factOf, walletOf } from '../support/activity.ts'
import { openLookups } from '../support/market-lookups.ts'
import { nowS } from '../support/source.ts'

/** A row in market n; `index` 999 says nothing of its outcome. */
function rowIn(n: number, index = 0): ActivityRow {
  const fact = { ...factOf(walletOf(1), 1, nowS - n), conditionId: `0xm${n}`, outcomeIndex: index }
  const body = JSON.stringify(fact)
  return { ...identifyActivity(fact, body), body, url: 'u', receivedAtMs: 0 }
}

const rowsIn = (from: number, until: number, index = 0): ActivityRow[] =>
  Array.from({ length: until - from }, (_, n) => rowIn(from + n, index))

async function open(forgetAfterMs = Infinity) {
  const opened = await openLookups({ forgetAfterMs })
  return { ...opened, markets: createWalletMarketLookUp(opened) }
}

describe('markets of wallets', () => {
  it('asks nothing about markets that are known, and of rows that are in none', async () => {
    const { markets, asked } = await open()
    await markets.lookUpForRows(rowsIn(0, 3))
    expect(asked).toHaveLength(1)
    await markets.lookUpForRows([...rowsIn(0, 3), { ...rowIn(9), marketNativeId: '' }])
    expect(asked).toHaveLength(1)
  })

  it('looks up a market that was forgotten, so that its rows have their outcomes', async () => {
    const { markets, memory, asked } = await open(1_000)
    const facts = { tokens: ['former'], outcomes: ['Yes'] }
    const state = { isRetired: true, digest: '', ...facts, historyUntilMs: 0 } as const
    memory.retired.set('pa_0xm0', state, 0)
    await markets.lookUpForRows(rowsIn(0, 1))
    expect(asked).toEqual([])
    expect(outcomesOf(memory, 'pa_0xm0')).toMatchObject(facts)
    memory.retired.expire(9_999)
    await markets.lookUpForRows(rowsIn(0, 1))
    expect(asked).toEqual([['0xm0']])
    expect(outcomesOf(memory, 'pa_0xm0').tokens).toEqual(['first', 'second'])
  })

  it('waits for one look-up, of the newest, and leaves thousands for later', async () => {
    const { markets, memory, asked, settle } = await open()
    await markets.lookUpForRows(rowsIn(0, 3_000))
    expect(asked).toEqual([rowsIn(0, 20).map((row) => row.marketNativeId)])
    await settle(() => memory.markets.size === 3_000)
    expect(asked).toHaveLength(61)
  })

  it('waits for every market without which a row would not be understood', async () => {
    const { markets, memory } = await open()
    await markets.lookUpForRows([...rowsIn(0, 500), ...rowsIn(500, 570, 999)])
    for (let n = 500; n < 570; n += 1) expect(memory.markets.has(`pa_0xm${n}`)).toBe(true)
    expect(memory.markets.size).toBe(70)
  })

  it('lets rows wait only where they must when markets cannot be looked up', async () => {
    const { markets, memory, failures, settle } = await open()
    failures.set('all', 500)
    await markets.lookUpForRows(rowsIn(0, 30))
    await expect(markets.lookUpForRows(rowsIn(40, 41, 999))).rejects.toThrow(UpstreamError)
    expect(memory.markets.size).toBe(0)
    setTimeout(() => failures.clear(), 30)
    await settle(() => memory.markets.size === 30)
  })

  it('publishes rows of markets that the platform does not know, and does not ask for ever', async () => {
    const { markets, asked, absent } = await open()
    absent.add('all')
    await markets.lookUpForRows(rowsIn(0, 1, 999))
    await markets.lookUpForRows(rowsIn(0, 1, 999))
    expect(asked).toHaveLength(1)
  })
})
