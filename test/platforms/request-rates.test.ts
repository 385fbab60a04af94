// Known problem 23: no platform says how much is left, so the poller keeps below what is documented by itself.
import { afterEach, describe, expect, it } from '@jest/globals'
import { createPlatformA } from '../../services/platforms/platform-a/source/source.ts'
import { createPlatformB } from '../../services/platforms/platform-b/source/source.ts'
import type { Source } from '../../services/platforms/source.ts'
import { pollerTasks } from '../../services/poller/tasks.ts'
import { createQuotaFraction } from '../../services/poller/quota-fraction.ts'
import { createDeps, never, nowS } from '../poller/support/source.ts'
import { openWeb, type TestResponse, type Web } from '../poller/support/test-server.ts'

const answers: Readonly<Record<string, TestResponse>> = {
  '/events/keyset': { json: { events: [] } },
  '/markets/keyset': { json: { markets: [] } },
  '/books': { json: [] },
  '/trades': { json: [] },
  '/activity': { json: [] },
  '/events': { json: { events: [], cursor: '' } },
  '/historical/cutoff': { json: { trades_created_ts: '2026-08-01T00:00:00Z' } },
  '/markets/trades': { json: { trades: [], cursor: '' } },
  '/markets/orderbooks': { json: { orderbooks: [{ ticker: 'KX-1' }] } },
}

const target = { id: 'x', nativeId: 'KX-1', tokens: ['1'] }
const page = (list: number) => (source: Source) => source.lists[list]?.page(null, 100, never)
const trades = (source: Source) => source.tape?.({ fromS: nowS - 10, untilS: nowS }, 9, never)
const activity = (source: Source) =>
  source.activity?.('0xw', { fromS: nowS - 10, untilS: nowS }, 9, never)
const books = (source: Source) => source.batchBooks?.read([target], never)

describe('requests', () => {
  const opened: (Web | Source)[] = []
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((one) => one.close()))
  })

  it.each([
    ['platform_a events', 'a', 500, 10, [page(0)]],
    ['platform_a markets', 'a', 300, 10, [page(1)]],
    ['platform_a trades', 'a', 200, 10, [trades]],
    // What `/trades` and `/activity` share is the limit of the Data API: 1,000 for both.
    ['platform_a activity', 'a', 1_000 - 200, 10, [activity]],
    ['platform_a books', 'a', 500, 10, [books]],
    ['platform_b, all together', 'b', 20, 1, [page(0), trades, books]],
  ] as const)('stay below the limit of %s', async (_name, platform, limit, seconds, questions) => {
    const deps = createDeps()
    const atMs: number[] = []
    const web = await openWeb(({ path }) => {
      atMs.push(deps.now())
      return answers[path] ?? { status: 404, text: '{}' }
    })
    const source =
      platform === 'a'
        ? createPlatformA({ gammaUrl: web.url, clobUrl: web.url, dataUrl: web.url }, deps)
        : createPlatformB({ url: web.url }, deps)
    opened.push(web, source)
    while (atMs.length < 1.5 * limit) for (const ask of questions) await ask(source)
    // Time passes only where the poller waits: one that never does has asked everything at once.
    const most = Math.max(
      ...atMs.map((from) => atMs.filter((at) => at >= from && at < from + seconds * 1000).length),
    )
    expect(most).toBeLessThan(limit)
    expect(most).toBeGreaterThan(limit / 2)
  })

  it.each([
    ['platform_a trades', 'a', 200, 10, [trades]],
    ['platform_b, all together', 'b', 20, 1, [page(0), trades, books]],
  ] as const)(
    'of several processes stay below the limit of %s together',
    async (_name, platform, limit, seconds, questions) => {
      const atMs: number[] = []
      // Each process counts its own requests. The parts are uneven, and the platform task is in a small one.
      for (const held of [
        pollerTasks.slice(0, 2),
        pollerTasks.slice(2, 10),
        pollerTasks.slice(10),
      ]) {
        const deps = createDeps()
        const startedMs = deps.now()
        const web = await openWeb(({ path }) => {
          atMs.push(deps.now() - startedMs)
          return answers[path] ?? { status: 404, text: '{}' }
        })
        const urls = { gammaUrl: web.url, clobUrl: web.url, dataUrl: web.url }
        const source =
          platform === 'a'
            ? createPlatformA(urls, deps, createQuotaFraction('platform_a', new Set(held)))
            : createPlatformB(
                { url: web.url },
                deps,
                createQuotaFraction('platform_b', new Set(held)),
              )
        opened.push(web, source)
        while (deps.now() < startedMs + 1_500 * seconds)
          for (const ask of questions) await ask(source)
      }
      const inAll = atMs.filter((at) => at < 1_500 * seconds)
      const most = Math.max(
        ...inAll.map(
          (from) => inAll.filter((at) => at >= from && at < from + seconds * 1000).length,
        ),
      )
      expect(most).toBeLessThan(limit)
      expect(most).toBeGreaterThan(limit / 2)
    },
  )
})
