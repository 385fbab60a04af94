// A platform that lists many times more markets than MAX_MARKETS: by its lists of open, past and changed markets,
// and as other markets of an event that is requested for one of them.
import { describe, expect, it } from '@jest/globals'
import { createPlatformStates, type EventState } from '../../../services/poller/checkpoints.ts'
import { createExpiringMap } from '../../../services/poller/expiring-map.ts'
import { createDiscovery } from '../../../services/poller/feeds/discovery.ts'
import { createMarketLimit } from '../../../services/poller/feeds/market-limit.ts'
import { createSnapshotPublisher } from '../../../services/poller/feeds/snapshot-publisher.ts'
import { silentObserver } from '../../../services/poller/observer.ts'
import { defaultTuning } from '../../../services/poller/tuning.ts'
import { toMarket } from '../../../services/platforms/platform-a/source/snapshots.ts'
import type {
  ListEntry,
  PlatformList,
  SnapshotGroup,
  Source,
} from '../../../services/platforms/source.ts'
import { aMarketState } from '../support/market-state.ts'
import { createRecordingPublisher } from '../support/recording-publisher.ts'
import { createDeps, nowMs } from '../support/source.ts'

const platform = 'platform_a'
const maxMarkets = 1_000
const perEvent = 10
const idOf = (n: number): string => `pa_0x${n}`
const response = { url: 'u', receivedAtMs: nowMs }
const ended = { closed: true, closedTime: new Date(nowMs - 3_600_000).toISOString() }

/** Market n; the others of its event have the same tens. */
const market = (n: number, fields: Readonly<Record<string, unknown>> = {}) =>
  toMarket(JSON.stringify({ id: `${n}`, conditionId: `0x${n}`, active: true, ...fields }))
const group = (...markets: SnapshotGroup['markets']): SnapshotGroup => ({
  event: null,
  markets,
  ...response,
})

function groupOf(event: number): SnapshotGroup {
  const markets = Array.from({ length: perEvent }, (_, n) => market(event * perEvent + n))
  const id = String(event)
  const snapshot = { id: `pa_e${id}`, nativeId: id, body: '{}', content: id, marketFields: '' }
  return { event: snapshot, markets, ...response }
}

const entryOf = (n: number, fields = {}): ListEntry => ({
  market: market(n, fields),
  eventNativeId: String(Math.floor(n / perEvent)),
  ...response,
})

/** Pages of a hundred entries, numbered from `first` on, computed when they are requested. */
function listOf(
  kind: PlatformList['kind'],
  pages: number,
  entriesOf: (
    page: number,
  ) => Partial<Record<'groups', SnapshotGroup[]> & Record<'entries', ListEntry[]>>,
): PlatformList {
  return {
    name: kind,
    kind,
    pageSize: 100,
    page: (cursor) => {
      const page = Number(cursor ?? 0)
      const nextCursor = page + 1 < pages ? String(page + 1) : null
      return Promise.resolve({
        groups: [],
        entries: [],
        firstKey: `${kind}${page}`,
        nextCursor,
        ...entriesOf(page),
      })
    },
  }
}

/** `known`: how many markets are known before, from number 0 on. */
function open(lists: readonly PlatformList[], changed: readonly ListEntry[] = [], known = 0) {
  const events = createExpiringMap<EventState>(Infinity)
  const memory = { ...createPlatformStates(), events }
  for (let n = 0; n < known; n += 1)
    memory.markets.set(idOf(n), { ...aMarketState, nativeId: `0x${n}` })
  const { published, publisher } = createRecordingPublisher()
  let leftOut = 0
  const logged: unknown[] = []
  const requestedEvents: string[] = []
  const ending = new AbortController()
  const source = {
    platform,
    lists,
    nowMs: () => nowMs,
    async *changedMarkets() {
      yield await Promise.resolve(changed)
    },
    events(nativeIds: readonly string[]) {
      requestedEvents.push(...nativeIds)
      return Promise.resolve(nativeIds.map((id) => groupOf(Number(id))))
    },
    lookup: (nativeIds: readonly string[]) =>
      Promise.resolve(nativeIds.map((nativeId) => entryOf(Number(nativeId.slice(2))))),
  } as unknown as Source
  const deps = {
    ...createDeps(),
    source,
    memory,
    publisher,
    tuning: { ...defaultTuning, maxMarkets },
    observer: {
      ...silentObserver,
      count: (what: string, labels: Readonly<Record<string, string>>, by = 1) => {
        if (what === 'left_out' && labels['reason'] === 'limit') leftOut += by
      },
      log: (_level: string, _message: string, fields: unknown) => void logged.push(fields),
    },
    signal: ending.signal,
  }
  const snapshots = createSnapshotPublisher(deps)
  const discovery = createDiscovery({
    ...deps,
    snapshots,
    sleep: (_ms, signal) => {
      ending.abort(new Error('one round'))
      return Promise.reject(signal.reason as Error)
    },
  })
  return {
    memory,
    snapshots,
    discovery,
    requestedEvents,
    logged,
    leftOut: () => leftOut,
    publishedMarkets: () =>
      published.filter(({ topic, value }) => topic === 'raw.markets' && value.kind === 'market'),
  }
}

describe('a platform that lists more markets than MAX_MARKETS', () => {
  it('gets as many as the limit from the lists of open markets', async () => {
    const events = listOf('open', 100, (page) => ({
      groups: Array.from({ length: 10 }, (_, n) => groupOf(page * 10 + n)),
    }))
    const alone = listOf('open', 100, (page) => ({
      entries: Array.from({ length: 100 }, (_, n) => entryOf(10_000 + page * 100 + n)),
    }))
    const world = open([events, { ...alone, name: 'alone' }])
    await expect(world.discovery.followOpenMarkets()).rejects.toThrow('one round')
    expect(world.memory.markets.size).toBe(maxMarkets)
    expect(world.memory.events.size).toBe(maxMarkets / perEvent)
    expect(world.publishedMarkets()).toHaveLength(maxMarkets)
    // no request for markets that would be left out
    expect(world.requestedEvents).toEqual([])
    expect(world.leftOut()).toBe(19_000)
    expect(world.logged).toEqual([{ platform, left_out: 19_000 }])
  })

  it('gets only the traded ones of the changed markets', async () => {
    const changed = Array.from({ length: 5_000 }, (_, n) => entryOf(20_000 + n))
    const traded = entryOf(9_003, { volume24hr: 5 })
    const world = open([], [...changed, traded], maxMarkets)
    await expect(world.discovery.followChangedMarkets()).rejects.toThrow('one round')
    expect(world.requestedEvents).toEqual(['900'])
    expect(world.memory.markets.has(idOf(9_003))).toBe(true)
    // without the other markets of its event
    expect(world.memory.markets.size).toBe(maxMarkets + 1)
  })

  it('gets markets that ended only up to half of the limit', async () => {
    const past = listOf('past', 20, (page) => ({
      groups: [group(...Array.from({ length: 100 }, (_, n) => market(page * 100 + n, ended)))],
    }))
    const world = open([
      { ...past, name: 'past' },
      listOf('open', 1, () => ({ groups: [groupOf(900)] })),
    ])
    await expect(world.discovery.followOpenMarkets()).rejects.toThrow('one round')
    await world.discovery.scanListsOfPastMarkets()
    expect(world.memory.markets.size).toBe(maxMarkets / 2)
    expect(world.memory.markets.has(idOf(9_000))).toBe(true)
  })

  it('gets a market that was looked up, without the others of its event', async () => {
    const world = open([], [], maxMarkets)
    await world.snapshots.discoverMarkets(['0x7003'], 'lifecycle')
    expect(world.memory.markets.size).toBe(maxMarkets + 1)
    expect(world.memory.markets.has(idOf(7_003))).toBe(true)
  })

  it('gets changes of known markets', async () => {
    const world = open([], [entryOf(3, { question: 'new?' })], maxMarkets)
    await expect(world.discovery.followChangedMarkets()).rejects.toThrow('one round')
    expect(world.publishedMarkets().map(({ key }) => key)).toContain(idOf(3))
    expect(world.memory.markets.size).toBe(maxMarkets)
    expect(world.leftOut()).toBe(0)
  })
})

describe('the limit of one response', () => {
  it('fills up to the limit and keeps the order', () => {
    const memory = createPlatformStates()
    memory.markets.set(idOf(0), aMarketState)
    const limit = createMarketLimit({
      platform,
      memory,
      tuning: { maxMarkets: 3 },
      observer: silentObserver,
    })
    const kept = limit.filterGroups(
      [group(market(1), market(0), market(2), market(3)), group(market(4)), group()],
      new Set(),
    )
    const ids = kept.map(({ markets }) => markets.map(({ id }) => id))
    expect(ids).toEqual([[idOf(1), idOf(0), idOf(2)], []])
  })
})
