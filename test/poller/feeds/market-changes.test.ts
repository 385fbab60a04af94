// Which changes of markets are published, when, and with how many requests for events.
import { afterEach, describe, expect, it } from '@jest/globals'
import { createPlatformStates } from '../../../services/poller/checkpoints.ts'
import { createDiscovery } from '../../../services/poller/feeds/discovery.ts'
import { createSnapshotPublisher } from '../../../services/poller/feeds/snapshot-publisher.ts'
import { defaultTuning } from '../../../services/poller/tuning.ts'
import { createPlatformA } from '../../../services/platforms/platform-a/source/source.ts'
import { toSnapshotGroup } from '../../../services/platforms/platform-a/source/snapshots.ts'
import type { Source } from '../../../services/platforms/source.ts'
import { silentObserver, type PollerObserver } from '../../../services/poller/observer.ts'
import { createRecordingPublisher } from '../support/recording-publisher.ts'
import { createDeps, nowMs } from '../support/source.ts'
import { openWeb, type Web } from '../support/test-server.ts'

type Fields = Readonly<Record<string, unknown>>

const minute = 60_000
const stamp = (ms: number): string => new Date(ms).toISOString()
const market = (n: number, fields: Fields = {}) => ({
  id: `${n}`,
  conditionId: `0x${n}`,
  question: `Q${n}?`,
  closed: false,
  volumeNum: 10,
  volume24hr: 5,
  updatedAt: stamp(nowMs),
  ...fields,
})

describe('changes of markets', () => {
  const opened: (Web | Source)[] = []
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((one) => one.close()))
  })

  async function open(figuresTopCount = defaultTuning.figuresTopCount) {
    let clockMs = nowMs
    /** The markets of event 7, as they are in the event, and as they are in the list of markets. */
    const platform = {
      event: { id: '7', title: 'E' } as Fields,
      nested: [market(1), market(2)] as readonly Fields[],
      listed: null as readonly Fields[] | null,
    }
    const web = await openWeb(({ path, query }) => {
      const isOpen = query.get('closed') === 'false'
      const { event, nested, listed } = platform
      if (path === '/events/keyset')
        return { json: { events: isOpen ? [{ ...event, markets: nested }] : [] } }
      const markets = (listed ?? nested).map((one) => ({ ...one, events: [event] }))
      return { json: { markets: isOpen ? markets : [] } }
    })
    const fresh: string[] = []
    const observer: PollerObserver = {
      ...silentObserver,
      reportFreshness: (of, requestClass, asOfMs) =>
        void fresh.push(`${of} ${requestClass} ${asOfMs - nowMs}`),
    }
    const deps = {
      ...createDeps(),
      observer,
      tuning: { ...defaultTuning, figuresTopCount },
      now: () => clockMs,
      steadyNow: () => clockMs,
    }
    const source = createPlatformA({ gammaUrl: web.url, clobUrl: web.url, dataUrl: web.url }, deps)
    opened.push(web, source)
    const memory = createPlatformStates()
    const { published, publisher } = createRecordingPublisher()
    const snapshots = createSnapshotPublisher({
      ...deps,
      source,
      memory,
      publisher,
      signal: new AbortController().signal,
    })
    /** One round of a job, at a time after the start. Returns what it published and requested. */
    async function run(job: 'followOpenMarkets' | 'followChangedMarkets', atMs: number) {
      clockMs = nowMs + atMs
      published.length = 0
      web.asked.length = 0
      const ending = new AbortController()
      const discovery = createDiscovery({
        ...deps,
        source,
        memory,
        snapshots,
        signal: ending.signal,
        sleep: (_ms, signal) => {
          ending.abort(new Error('one round'))
          return Promise.reject(signal.reason as Error)
        },
      })
      await expect(discovery[job]()).rejects.toThrow('one round')
      return {
        markets: published.flatMap(({ topic, value }) =>
          topic === 'raw.markets' && value.kind === 'market' ? [value.native_id] : [],
        ),
        events: published.filter(
          ({ topic, value }) => topic === 'raw.markets' && value.kind === 'event',
        ).length,
        records: published.length,
        eventRequests: web.asked.filter(({ query }) => query.has('id')).length,
      }
    }
    return { platform, memory, snapshots, run, fresh }
  }

  it('are published at once if the content changed, with one request for the event', async () => {
    const { platform, run, fresh } = await open()
    expect(await run('followOpenMarkets', 0)).toMatchObject({ markets: ['0x1', '0x2'], events: 1 })
    platform.nested = [market(1, { question: 'R?', updatedAt: stamp(nowMs + 1_000) }), market(2)]
    expect(await run('followChangedMarkets', 1_000)).toMatchObject({
      markets: ['0x1'],
      eventRequests: 1,
    })
    expect(await run('followChangedMarkets', 2_000)).toMatchObject({ records: 0, eventRequests: 0 })
    expect(await run('followOpenMarkets', 3_000)).toMatchObject({ records: 0, eventRequests: 0 })
    expect(fresh).toEqual([
      'platform_a lists 0',
      'platform_a lifecycle 1000',
      'platform_a lifecycle 2000',
      'platform_a lists 3000',
    ])
  })

  it('are not published, and request no event, if only the time stamps changed', async () => {
    const { platform, run } = await open()
    await run('followOpenMarkets', 0)
    for (const atMs of [minute, 2 * minute, 20 * minute]) {
      platform.event = { ...platform.event, updatedAt: stamp(nowMs + atMs), volume: atMs }
      platform.nested = [1, 2].map((n) => market(n, { updatedAt: stamp(nowMs + atMs) }))
      expect(await run('followOpenMarkets', atMs)).toMatchObject({ records: 0, eventRequests: 0 })
      expect(await run('followChangedMarkets', atMs)).toMatchObject({
        markets: [],
        eventRequests: 0,
      })
    }
  })

  it('of figures are published after a minute or after ten, and request no event', async () => {
    const { platform, memory, run } = await open(1)
    platform.nested = [market(1), market(2, { volume24hr: 9 })]
    await run('followOpenMarkets', 0)
    const change = (atMs: number) => {
      platform.nested = [market(1, { volumeNum: atMs }), market(2, { volume24hr: 9 + atMs })]
    }
    const published: Record<number, readonly string[]> = {}
    for (const atS of [30, 60, 90, 120, 570, 600, 630]) {
      change(atS)
      const { markets, eventRequests } = await run('followOpenMarkets', atS * 1000)
      published[atS] = markets
      expect(eventRequests).toBe(0)
      expect(await run('followChangedMarkets', atS * 1000)).toMatchObject({ eventRequests: 0 })
    }
    const top = ['0x2']
    expect(published).toEqual({
      30: [],
      60: top,
      90: [],
      120: top,
      570: top,
      600: ['0x1'],
      630: top,
    })
    expect(memory.markets.get('pa_0x1')?.volumeTotal).toBe(600)
  })

  it('of figures are published with a change of the content', async () => {
    const { platform, memory, run } = await open()
    await run('followOpenMarkets', 0)
    platform.nested = [market(1, { question: 'R?', volumeNum: 11 }), market(2)]
    await run('followOpenMarkets', 1_000)
    expect(memory.markets.get('pa_0x1')?.volumeTotal).toBe(11)
  })

  it('of figures are published of a market that only the list of markets has', async () => {
    const { platform, run } = await open()
    platform.nested = []
    platform.listed = [market(1)]
    await run('followOpenMarkets', 0)
    platform.listed = [market(1, { volumeNum: 11 })]
    expect(await run('followOpenMarkets', minute - 1)).toMatchObject({ markets: [] })
    expect(await run('followOpenMarkets', minute)).toMatchObject({
      markets: ['0x1'],
      eventRequests: 1,
    })
  })

  it('that the event contradicts request it once', async () => {
    const { platform, run } = await open()
    platform.listed = [market(1, { onlyInLists: true }), market(2)]
    expect(await run('followOpenMarkets', 0)).toMatchObject({ eventRequests: 1 })
    expect(await run('followOpenMarkets', minute)).toMatchObject({ eventRequests: 0, records: 0 })
    platform.listed = [market(1, { onlyInLists: true, question: 'R?' }), market(2)]
    expect(await run('followChangedMarkets', minute)).toMatchObject({ eventRequests: 1 })
  })

  it('of the fields that a market copies from its event publish the market', async () => {
    const { platform, run } = await open()
    await run('followOpenMarkets', 0)
    platform.event = { id: '7', title: 'F' }
    expect(await run('followOpenMarkets', 1)).toMatchObject({ markets: ['0x1', '0x2'], events: 1 })
    expect(await run('followOpenMarkets', 2)).toMatchObject({ records: 0 })
  })

  it('of the figures of a market with a final result are published at once', async () => {
    const { snapshots, memory } = await open()
    const publish = (volumeNum: number, fields: Fields) =>
      snapshots.publish([
        toSnapshotGroup(
          JSON.stringify({ id: '7', markets: [market(1, { volumeNum, ...fields })] }),
          {
            url: '',
            receivedAtMs: nowMs,
          },
        ),
      ])
    await publish(10, {})
    await publish(11, {})
    expect(memory.markets.get('pa_0x1')?.volumeTotal).toBe(10)
    const final = { closed: true, umaResolutionStatus: 'resolved', outcomePrices: '["1", "0"]' }
    await publish(12, final)
    await publish(13, final)
    expect(memory.markets.get('pa_0x1')?.volumeTotal).toBe(13)
    // without a stated end: the last change
    expect(memory.markets.get('pa_0x1')?.closedMs).toBe(nowMs)
  })

  it('are published once more after an upgrade from digests of the whole text', async () => {
    const { memory, run } = await open()
    await run('followOpenMarkets', 0)
    for (const id of memory.markets.keys()) {
      const state = memory.markets.get(id)
      if (state) memory.markets.set(id, { ...state, digest: 'A'.repeat(22) })
    }
    expect(await run('followOpenMarkets', 1)).toMatchObject({ markets: ['0x1', '0x2'] })
    expect(await run('followOpenMarkets', 2)).toMatchObject({ records: 0 })
  })
})
