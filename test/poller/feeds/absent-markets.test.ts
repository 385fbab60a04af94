// The queue of markets that were absent from the lists of open markets.
import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, it } from '@jest/globals'
import { createMarketNumbers } from '../../../services/lib/run/market-numbers.ts'
import { UpstreamError } from '../../../services/platforms/upstream/upstream-error.ts'
import type { SnapshotGroup, Source } from '../../../services/platforms/source.ts'
import { createPlatformStates } from '../../../services/poller/checkpoints.ts'
import { createAbsentMarkets } from '../../../services/poller/feeds/absent-markets.ts'
import { createDiscovery } from '../../../services/poller/feeds/discovery.ts'
import { createSnapshotPublisher } from '../../../services/poller/feeds/snapshot-publisher.ts'
import { silentObserver } from '../../../services/poller/observer.ts'
import { aMarketState } from '../support/market-state.ts'
import { createRecordingPublisher } from '../support/recording-publisher.ts'
import { createDeps, nowMs } from '../support/source.ts'

const platform = 'platform_a'
const nativeIdOf = (n: number): string => `0x${n}`
const idOf = (n: number): string => `pa_${nativeIdOf(n)}`
const numbers = (from: number, until: number): readonly number[] =>
  Array.from({ length: until - from }, (_, n) => from + n)

/**
 * `known`: how many open markets the poller knows, from number 0 on. `events`: what the platform returns for the events
 * of these markets.
 */
function open(
  known: number,
  lookup: (nativeIds: readonly string[]) => Promise<readonly never[]>,
  events: readonly SnapshotGroup[] = [],
) {
  const memory = createPlatformStates()
  for (const n of numbers(0, known))
    memory.markets.set(idOf(n), { ...aMarketState, nativeId: nativeIdOf(n) })
  const requested: (readonly string[])[] = []
  const failed: unknown[] = []
  let scans = 0
  const source = {
    platform,
    nowMs: () => nowMs,
    lists: [
      {
        name: 'events',
        kind: 'open',
        pageSize: 100,
        page() {
          scans += 1
          return Promise.resolve({ groups: [], entries: [], firstKey: null, nextCursor: null })
        },
      },
    ],
    events: () => Promise.resolve(events),
    lookup(nativeIds: readonly string[]) {
      requested.push(nativeIds)
      return lookup(nativeIds)
    },
  } as unknown as Source
  const common = {
    ...createDeps(),
    source,
    memory,
    publisher: createRecordingPublisher().publisher,
    sleep: () => Promise.reject(new Error('paused')),
    observer: { ...silentObserver, count: (_what: string, labels: unknown) => failed.push(labels) },
    signal: new AbortController().signal,
  }
  const deps = { ...common, snapshots: createSnapshotPublisher(common) }
  return { deps, memory, requested, failed, scans: () => scans }
}

function seenMarkets(...markets: readonly number[]) {
  const seen = createMarketNumbers()
  for (const n of markets) seen.assign(idOf(n))
  return seen
}

const nothing = () => Promise.resolve([])

describe('markets that are absent from the lists of open markets', () => {
  it('are looked up by the two hundred, and each only once for several scans', async () => {
    const { deps, requested } = open(430, nothing)
    const absent = createAbsentMarkets(deps)
    absent.addAbsent(seenMarkets(...numbers(0, 10)))
    absent.addAbsent(seenMarkets())
    await expect(absent.followQueue()).rejects.toThrow('paused')
    expect(requested.map(({ length }) => length)).toEqual([200, 200, 30])
    // the ten that were absent from the second scan only come last
    expect(requested.flat()).toEqual([...numbers(10, 430), ...numbers(0, 10)].map(nativeIdOf))
  })

  it('are published with their event, and looked up by their ids only if it does not contain them', async () => {
    const ended: SnapshotGroup = {
      event: null,
      markets: [
        {
          id: idOf(1),
          nativeId: nativeIdOf(1),
          body: '{}',
          content: 'changed',
          figures: '',
          facts: { ...aMarketState, phase: 'final', hasBook: false, changedMs: null },
        },
      ],
      url: '',
      receivedAtMs: nowMs,
    }
    const { deps, memory, requested } = open(3, nothing, [ended])
    const absent = createAbsentMarkets(deps)
    absent.addAbsent(seenMarkets())
    await expect(absent.followQueue()).rejects.toThrow('paused')
    expect(memory.markets.get(idOf(1))?.phase).toBe('final')
    expect(requested).toEqual([['0x0', '0x2']])
  })

  it('are not looked up if they ended while they waited', async () => {
    const { deps, memory, requested } = open(3, nothing)
    const absent = createAbsentMarkets(deps)
    absent.addAbsent(seenMarkets())
    memory.markets.set(idOf(1), { ...aMarketState, nativeId: nativeIdOf(1), phase: 'final' })
    await expect(absent.followQueue()).rejects.toThrow('paused')
    expect(requested).toEqual([['0x0', '0x2']])
  })

  it('are skipped until the next scan if the platform does not answer', async () => {
    const error = new UpstreamError('away', { kind: 'failed', status: 503 })
    const { deps, requested, failed } = open(210, () => Promise.reject(error))
    const absent = createAbsentMarkets(deps)
    absent.addAbsent(seenMarkets())
    await expect(absent.followQueue()).rejects.toThrow('paused')
    expect(requested.map(({ length }) => length)).toEqual([200, 10])
    expect(failed).toEqual([
      { platform, list: 'lookup', reason: 'failed' },
      { platform, list: 'lookup', reason: 'failed' },
    ])
    absent.addAbsent(seenMarkets())
    await expect(absent.followQueue()).rejects.toThrow('paused')
    expect(requested.map(({ length }) => length)).toEqual([200, 10, 200, 10])
  })

  it('do not delay the next scan', async () => {
    const { deps, requested, scans } = open(3, () => new Promise(() => undefined))
    const discovery = createDiscovery({
      ...deps,
      sleep: () => (scans() < 3 ? nextTurn() : Promise.reject(new Error('three scans'))),
    })
    void discovery.followAbsentMarkets()
    await expect(discovery.followOpenMarkets()).rejects.toThrow('three scans')
    expect(scans()).toBe(3)
    expect(requested).toEqual([['0x0', '0x1', '0x2']])
  })
})
