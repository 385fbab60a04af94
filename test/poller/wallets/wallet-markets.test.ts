// Markets that wallets have been in: what is looked up before a row is published, and what after it.
import { describe, expect, it } from '@jest/globals'
import { createPlatformMemory, type MarketState } from '../../../services/poller/checkpoints.ts'
import { createWalletMarkets } from '../../../services/poller/wallets/wallet-markets.ts'
import { identifyActivity } from '../../../services/platforms/platform-a/source/activity.ts'
import { createPlatformA } from '../../../services/platforms/platform-a/source/source.ts'
import type { ActivityRow } from '../../../services/platforms/source.ts'
import { UpstreamError } from '../../../services/platforms/upstream/upstream-error.ts'
import { factOf, walletOf } from '../support/activity.ts'
import { createDeps, nowS } from '../support/source.ts'

const market: MarketState = {
  nativeId: '',
  eventNativeId: null,
  phase: 'open',
  hasBook: false,
  tokens: [],
  outcomes: [],
  volume24h: 0,
  volumeTotal: 0,
  neverTraded: false,
  createdMs: null,
  closedMs: null,
  digest: '',
  listedMs: 0,
}

/** A row in market n; `index` 999 says nothing of its outcome. */
function rowIn(n: number, index = 0): ActivityRow {
  const fact = { ...factOf(walletOf(1), 1, nowS - n), conditionId: `0xm${n}`, outcomeIndex: index }
  const body = JSON.stringify(fact)
  return { ...identifyActivity(fact, body), body, url: 'u', receivedAtMs: 0 }
}

const rowsIn = (from: number, until: number, index = 0): ActivityRow[] =>
  Array.from({ length: until - from }, (_, n) => rowIn(from + n, index))

function open() {
  const deps = createDeps()
  const memory = createPlatformMemory()
  const asked: (readonly string[])[] = []
  const ending = new AbortController()
  const failure = { isDown: false, knowsNone: false }
  const url = 'http://a'
  const discover = async (nativeIds: readonly string[]): Promise<void> => {
    asked.push(nativeIds)
    await Promise.resolve()
    if (failure.isDown) throw new UpstreamError('down', { kind: 'failed', status: 500 })
    for (const nativeId of failure.knowsNone ? [] : nativeIds) {
      memory.markets.set(`pa_${nativeId}`, { ...market, nativeId })
    }
  }
  const no = (): Promise<never> => Promise.reject(new Error('not here'))
  const markets = createWalletMarkets({
    ...deps,
    source: createPlatformA({ gammaUrl: url, clobUrl: url, dataUrl: url }, deps),
    memory,
    snapshots: {
      isDue: () => false,
      publish: no,
      publishRefs: no,
      noteAsked: no,
      retire: no,
      discover,
    },
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(resolve, Math.min(ms, 5))
        signal.addEventListener('abort', () => {
          clearTimeout(timer)
          reject(new Error('aborted'))
        })
      }),
    signal: ending.signal,
  })
  /** Lets the background work until nothing is left to do. */
  const settle = async (isDone: () => boolean): Promise<void> => {
    const following = markets.follow()
    while (!isDone()) await new Promise((resolve) => setTimeout(resolve, 5))
    ending.abort()
    await expect(following).rejects.toThrow()
  }
  return { markets, memory, asked, failure, settle }
}

describe('markets of wallets', () => {
  it('asks nothing about markets that are known, and of rows that are in none', async () => {
    const { markets, asked } = open()
    await markets.prepare(rowsIn(0, 3))
    expect(asked).toHaveLength(1)
    await markets.prepare([...rowsIn(0, 3), { ...rowIn(9), marketNativeId: '' }])
    expect(asked).toHaveLength(1)
  })

  it('waits for one look-up, of the newest, and leaves thousands for later', async () => {
    const { markets, memory, asked, settle } = open()
    await markets.prepare(rowsIn(0, 3_000))
    expect(asked).toEqual([rowsIn(0, 20).map((row) => row.marketNativeId)])
    await settle(() => memory.markets.size === 3_000)
    expect(asked).toHaveLength(150)
  })

  it('waits for every market without which a row would not be understood', async () => {
    const { markets, memory } = open()
    await markets.prepare([...rowsIn(0, 500), ...rowsIn(500, 570, 999)])
    for (let n = 500; n < 570; n += 1) expect(memory.markets.has(`pa_0xm${n}`)).toBe(true)
    expect(memory.markets.size).toBe(70)
  })

  it('lets rows wait only where they must when markets cannot be looked up', async () => {
    const { markets, memory, failure, settle } = open()
    failure.isDown = true
    await markets.prepare(rowsIn(0, 30))
    await expect(markets.prepare(rowsIn(40, 41, 999))).rejects.toThrow(UpstreamError)
    expect(memory.markets.size).toBe(0)
    setTimeout(() => {
      failure.isDown = false
    }, 30)
    await settle(() => memory.markets.size === 30)
  })

  it('publishes rows of markets that the platform does not know, and does not ask for ever', async () => {
    const { markets, asked, failure } = open()
    failure.knowsNone = true
    await markets.prepare(rowsIn(0, 1, 999))
    await markets.prepare(rowsIn(0, 1, 999))
    expect(asked).toHaveLength(1)
  })
})
