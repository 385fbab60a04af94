// Markets that have ended and need no further request: the poller keeps a compact state of them, knows
// over restarts what was published of them, and follows them again if the platform changes them.
import { describe, expect, it } from '@jest/globals'
import { openCheckpointView } from '../../../services/poller/checkpoint-view.ts'
import {
  toCheckpoint,
  type MarketState,
  type CheckpointStates,
} from '../../../services/poller/checkpoints.ts'
import { marketDigest } from '../../../services/poller/feeds/market-digest.ts'
import { shortDigest } from '../../../services/platforms/content.ts'
import { keepRetiringMarkets } from '../../../services/poller/feeds/retire-markets.ts'
import { createSnapshotPublisher } from '../../../services/poller/feeds/snapshot-publisher.ts'
import { createPublisher } from '../../../services/poller/publisher.ts'
import { isKnownMarket, outcomesOf } from '../../../services/poller/retired-markets.ts'
import { marketTaskOf } from '../../../services/poller/tasks.ts'
import type { SnapshotGroup, Source } from '../../../services/platforms/source.ts'
import { createMemoryLog, jsonCodec } from '../support/memory-log.ts'
import { anAudit } from '../../projector/records.ts'
import { createDeps, nowMs } from '../support/source.ts'

const platform = 'platform_a'
const id = 'pa_0x1'
const day = 86_400_000
const startMs = nowMs - 30 * day
const tokens = [`${(1n << 256n) - 1n}`, '7']
const outcomes = ['Löwen', '東京']
const aMarket = (body: string) => ({ body, content: shortDigest(body), figures: '' })
const ended: MarketState = {
  phase: 'final',
  hasBook: false,
  tokens,
  outcomes,
  volume24h: 0,
  volumeTotal: 5,
  neverTraded: false,
  createdMs: null,
  closedMs: nowMs - 3 * day,
  nativeId: '0x1',
  eventNativeId: null,
  digest: marketDigest(aMarket('{"a":1}'), null),
  listedMs: nowMs - day,
}

function open() {
  const log = createMemoryLog(() => nowMs)

  /** What a poller process knows that starts now. */
  async function start() {
    const ending = new AbortController()
    const { signal } = ending
    const place = { codec: jsonCodec, topicPrefix: 'pm.' }
    const view = await openCheckpointView({ log, ...place, platforms: [platform], signal })
    const { observer } = createDeps()
    const publisher = createPublisher({
      writer: await log.openWriter('poller'),
      ...place,
      observer,
    })
    const memory = view.statesForPlatformTask(platform, signal)
    const markets = view.statesForMarketsTask(platform, marketTaskOf(id), signal)
    const facts = { ...ended, volume24h: 8, changedMs: null }
    const market = { id, nativeId: '0x1', ...aMarket('{"a":1}'), facts }
    const source = {
      platform,
      events: () => Promise.resolve([]),
      lookup: (ids: readonly string[]) =>
        Promise.resolve(
          ids.map(() => ({ url: 'u', receivedAtMs: nowMs, eventNativeId: null, market })),
        ),
    } as unknown as Source
    const deps = { ...createDeps(), source, memory, publisher, signal }
    const snapshots = createSnapshotPublisher(deps)
    const caughtUp = () => new Promise((resolve) => setImmediate(resolve))
    return {
      memory,
      markets,
      missing: deps.missing.audits,
      view: view.of(platform),
      retire: async () => {
        const sleep = () => {
          throw new Error('one round')
        }
        const retiring = keepRetiringMarkets({ ...deps, view: view.of(platform), snapshots, sleep })
        await expect(retiring).rejects.toThrow('one round')
        await caughtUp()
      },
      publish: async (body: string) => {
        const facts = { ...ended, volume24h: 9, changedMs: null }
        const market = { id, nativeId: '0x1', ...aMarket(body), facts }
        const group: SnapshotGroup = {
          event: null,
          markets: [market],
          url: 'u',
          receivedAtMs: nowMs,
        }
        await snapshots.publish([group])
        await caughtUp()
      },
      stop: async () => {
        ending.abort()
        await view.stop()
      },
    }
  }

  async function append<K extends keyof CheckpointStates>(
    kind: K,
    of: string,
    state: CheckpointStates[K],
  ) {
    const writer = await log.openWriter('test')
    const { topic, key, value } = toCheckpoint(platform, kind, of, state)
    const bytes = jsonCodec.encode(topic, value as never)
    await writer.append([{ topic: `pm.${topic}`, key, value: bytes }])
  }

  async function appendAll(market: MarketState = ended, untilMs = startMs) {
    await append('market', id, market)
    await append('history', id, { untilMs, gaps: [] })
    await append('book', id, { stamp: 's' })
    await append('tape', '', { startMs, untilMs: nowMs, gaps: [] })
  }

  const published = () => log.values('raw.markets').map(({ value }) => value.body)
  return { start, append, appendAll, published }
}

describe('a market that needs no further request', () => {
  it('keeps its digest and outcomes only, in all copies and over restarts', async () => {
    const { start, appendAll, published } = open()
    await appendAll()
    const first = await start()
    await first.retire()
    await first.stop()
    const second = await start()
    for (const { memory, markets, view } of [first, second]) {
      const task = view.tasks[marketTaskOf(id)]
      const left = [memory.markets, markets.markets, markets.histories, markets.books]
      expect(left.map(({ size }) => size)).toEqual([0, 0, 0, 0])
      expect([task?.markets.size, task?.histories.size, task?.books.size]).toEqual([0, 0, 0])
      expect(memory.retired.size).toBe(1)
      expect(isKnownMarket(memory, id)).toBe(true)
      expect(isKnownMarket(memory, 'pa_0x2')).toBe(false)
      const found = outcomesOf(memory, id)
      expect([found.tokens, found.outcomes]).toEqual([tokens, outcomes])
      expect(outcomesOf(markets, 'pa_0x2')).toEqual({ tokens: [], outcomes: [] })
      expect(memory.retired.get(id)?.digest).toBe(ended.digest)
    }
    await second.publish('{"a":1}')
    expect(published()).toEqual([])
    await second.retire()
    expect(second.memory.retired.size).toBe(1)
    await second.stop()
  })

  it('is followed again when the platform changes it, with its complete history', async () => {
    const { start, appendAll, published } = open()
    await appendAll()
    const first = await start()
    await first.retire()
    await first.publish('{"a":2}')
    expect(published()).toEqual(['{"a":2}'])
    const second = await start()
    for (const { memory, markets } of [first, second]) {
      expect(memory.retired.size).toBe(0)
      expect(memory.markets.get(id)?.volume24h).toBe(9)
      expect(markets.markets.get(id)?.volume24h).toBe(9)
      expect(markets.histories.get(id)).toEqual({ untilMs: startMs, gaps: [] })
    }
    await first.publish('{"a":2}')
    expect(published()).toHaveLength(1)
    await first.stop()
    await second.stop()
  })

  it('is requested and followed again while trades of it are missing', async () => {
    const { start, appendAll, published } = open()
    await appendAll()
    const { memory, markets, missing, retire, stop } = await start()
    await retire()
    missing.set(id, anAudit({ platform, market_id: id, status: 'missing' }))
    await retire()
    expect(published()).toEqual(['{"a":1}'])
    expect(memory.retired.size).toBe(0)
    expect(markets.markets.get(id)?.volume24h).toBe(8)
    expect(markets.histories.get(id)).toEqual({ untilMs: startMs, gaps: [] })
    await stop()
  })

  it('is requested while trades of it are missing, also if the poller does not know it', async () => {
    const { start, published } = open()
    const { memory, missing, retire, stop } = await start()
    missing.set(id, anAudit({ platform, market_id: id, status: 'missing' }))
    missing.set('pb_1', anAudit({ platform: 'platform_b', market_id: 'pb_1', status: 'missing' }))
    await retire()
    expect(published()).toEqual(['{"a":1}'])
    expect([...memory.markets.keys()]).toEqual([id])
    await stop()
  })

  it('is not replaced by the retired state of its earlier snapshot', async () => {
    const { start, append, appendAll } = open()
    await appendAll()
    const { memory, markets, stop } = await start()
    const mine = { ...ended, digest: 'newer' }
    memory.markets.set(id, mine)
    const { digest } = ended
    const state = {
      isRetired: true,
      digest,
      tokens,
      outcomes,
      historyUntilMs: startMs,
    } as const
    await append('market', id, state)
    await new Promise((resolve) => setImmediate(resolve))
    expect(memory.markets.get(id)).toBe(mine)
    await append('market', id, mine)
    await new Promise((resolve) => setImmediate(resolve))
    expect(memory.retired.size).toBe(0)
    expect(markets.markets.get(id)).toEqual(mine)
    await stop()
  })

  it.each<[string, Partial<MarketState>, number?]>([
    ['is open', { phase: 'open' }],
    ['has no final result', { phase: 'settling' }],
    ['waits for its final refresh', { volume24h: 1 }],
    ['ended less than a day ago', { closedMs: nowMs - day + 1 }],
    ['was published just now', { listedMs: nowMs - 1_000 }],
    ['has no id to request it by', { nativeId: '' }],
    ['has no complete history', {}, startMs - 1],
  ])('does not include one that %s', async (_name, facts, untilMs = startMs) => {
    const { start, appendAll } = open()
    await appendAll({ ...ended, ...facts }, untilMs)
    const { memory, retire, stop } = await start()
    await retire()
    expect([memory.markets.size, memory.retired.size]).toEqual([1, 0])
    await stop()
  })
})
