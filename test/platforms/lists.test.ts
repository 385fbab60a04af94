// Known problems 5, 6, 7, 15 and 16: lists that cap their pages, cursors under another name, filters whose
// default is the opposite, parlays among markets, and settled markets that only one tier has.
import { afterEach, describe, expect, it } from '@jest/globals'
import { createPlatformA } from '../../services/platforms/platform-a/source/source.ts'
import { createPlatformB } from '../../services/platforms/platform-b/source/source.ts'
import type { PlatformList, ListPage, Source } from '../../services/platforms/source.ts'
import { walkPages } from '../../services/platforms/walk-pages.ts'
import { createDeps, never, nowMs } from '../poller/support/source.ts'
import {
  openWeb,
  type TestResponse,
  type ReceivedRequest,
  type Web,
} from '../poller/support/test-server.ts'

type Entry = Readonly<Record<string, unknown>>

/** The whole list; throws like the walk when it goes in circles. */
async function walk(list: PlatformList): Promise<string[]> {
  const ids: string[] = []
  const pages = walkPages<ListPage>(null, (cursor) => list.page(cursor, list.pageSize, never))
  for await (const { groups, entries } of pages) {
    ids.push(...groups.flatMap(({ markets }) => markets.map(({ id }) => id)))
    ids.push(...entries.map(({ market }) => market.id))
  }
  return ids
}

/** Capped at `cap` entries a page, whatever was asked for; `cursorParameter` is the one that counts. */
function serve(name: string, all: readonly Entry[], cap: number, cursorParameter: string) {
  return ({ query }: ReceivedRequest): TestResponse => {
    const from = Number(query.get(cursorParameter) ?? 0)
    const until = from + Math.min(cap, Number(query.get('limit') ?? cap))
    const isA = cursorParameter !== 'cursor'
    const end = isA ? {} : { cursor: '' }
    const next = isA ? { next_cursor: String(until) } : { cursor: String(until) }
    return { json: { [name]: all.slice(from, until), ...(until < all.length ? next : end) } }
  }
}

const marketsOfA = Array.from({ length: 7 }, (_, n) => ({ id: `${n}`, conditionId: `0x${n}` }))
const idsOfA = marketsOfA.map(({ conditionId }) => `pa_${conditionId}`)

describe('lists', () => {
  const opened: (Web | Source)[] = []
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((one) => one.close()))
  })

  async function open(platform: 'a' | 'b', answer: (asked: ReceivedRequest) => TestResponse) {
    const web = await openWeb(answer)
    const deps = createDeps()
    const omitted: string[] = []
    const observer = {
      ...deps.observer,
      count: (what: string, labels: Readonly<Record<string, string>>, by = 1) => {
        if (what === 'left_out') omitted.push(`${labels['reason']} ${by}`)
      },
    }
    const source =
      platform === 'a'
        ? createPlatformA(
            { gammaUrl: web.url, clobUrl: web.url, dataUrl: web.url },
            { ...deps, observer },
          )
        : createPlatformB({ url: web.url }, { ...deps, observer })
    opened.push(web, source)
    const listOf = (name: string): PlatformList => {
      const list = source.lists.find((one) => one.name === name)
      if (!list) throw new Error(`no list ${name}`)
      return list
    }
    return { web, source, listOf, omitted }
  }

  it('of platform_a end where the cursor ends, not at a short page', async () => {
    const { web, listOf } = await open('a', serve('markets', marketsOfA, 3, 'after_cursor'))
    expect(await walk(listOf('markets-open'))).toEqual(idsOfA)
    expect(web.asked).toHaveLength(3)
  })

  it('of platform_b end where the cursor ends, not at a short page', async () => {
    const events = marketsOfA.map(({ id }) => ({
      event_ticker: `KX${id}`,
      markets: [{ ticker: `KX${id}-1` }],
    }))
    const { listOf } = await open('b', serve('events', events, 3, 'cursor'))
    expect(await walk(listOf('events-open'))).toEqual(
      events.map(({ markets: [market] }) => `pb_${market?.ticker}`),
    )
  })

  it('of platform_a never ask by offset, which is refused', async () => {
    const { web, source } = await open('a', serve('markets', marketsOfA, 3, 'after_cursor'))
    for (const list of source.lists.filter(({ name }) => name.startsWith('markets')))
      await walk(list)
    expect(web.asked.some(({ query }) => query.has('offset'))).toBe(false)
  })

  it.each([
    ['a', 'markets-open', serve('markets', marketsOfA, 3, 'a name that is never sent')],
    [
      'a',
      'markets-open',
      (): TestResponse => ({ json: { markets: marketsOfA.slice(0, 3), next_cursor: 'stuck' } }),
    ],
    [
      'b',
      'events-open',
      (): TestResponse => ({ json: { events: [{ event_ticker: 'KX1' }], cursor: 'stuck' } }),
    ],
  ] as const)(
    'of platform_%s that give a page again are given up: %s',
    async (platform, name, answer) => {
      const { web, listOf } = await open(platform, answer)
      await expect(walk(listOf(name))).rejects.toMatchObject({ name: 'UpstreamError' })
      expect(web.asked.length).toBeLessThan(10)
    },
  )

  it('of platform_a, and questions by name, always say which of open and closed they mean', async () => {
    const { web, source } = await open('a', ({ path }) => ({
      json: path.startsWith('/events') ? { events: [] } : { markets: [] },
    }))
    for (const list of source.lists) await walk(list)
    for await (const _ of source.changedMarkets(nowMs, never)) expect(_).toEqual([])
    await source.lookup(['0x1'], never, 'lifecycle')
    await source.events(['1'], never, 'lifecycle')
    expect(new Set(web.asked.map(({ path }) => path))).toEqual(
      new Set(['/events/keyset', '/markets/keyset']),
    )
    for (const { query } of web.asked) expect(['true', 'false']).toContain(query.get('closed'))
  })

  it('of platform_b leave parlays out and count them, whatever the filter was good for', async () => {
    const markets = [{ ticker: 'KXMVE-1' }, { ticker: 'KX-1' }, { ticker: 'KXMVESPORTS-2' }]
    const { web, source, listOf, omitted } = await open(
      'b',
      serve('markets', markets, 100, 'cursor'),
    )
    expect(await walk(listOf('historical-markets'))).toEqual(['pb_KX-1'])
    expect(omitted).toEqual(['parlay 2'])
    for await (const entries of source.changedMarkets(nowMs, never))
      expect(entries.map(({ market }) => market.id)).toEqual(['pb_KX-1'])
    expect(web.asked.map(({ query }) => query.get('mve_filter'))).toEqual(['exclude', 'exclude'])
    expect(source.isDiscoverable('KXMVE-1')).toBe(false)
  })

  it('of platform_b find settled markets on either tier, and by name', async () => {
    const settled = { ticker: 'KX-OLD', status: 'finalized' }
    const { source } = await open('b', ({ path, query }) => {
      if (path === '/historical/markets/KX-OLD') return { json: { market: settled } }
      if (path === '/historical/markets') return { json: { markets: [settled], cursor: '' } }
      if (path === '/markets') return { json: { markets: [], cursor: '' } }
      const events =
        query.get('status') === 'settled'
          ? [{ event_ticker: 'KX', markets: [{ ticker: 'KX-NEW', status: 'finalized' }] }]
          : []
      return path === '/events' ? { json: { events, cursor: '' } } : { status: 404, text: '{}' }
    })
    const past = source.lists.filter(({ kind }) => kind === 'past')
    const found = await Promise.all(past.map(walk))
    expect(found.flat().toSorted()).toEqual(['pb_KX-NEW', 'pb_KX-OLD'])
    const [named] = await source.lookup(['KX-OLD'], never, 'lifecycle')
    expect(named?.market.facts.phase).toBe('final')
  })
})
