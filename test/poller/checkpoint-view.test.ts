// What a poller knows of the memory of all pollers: as the log is appended to, and when it takes a
// share over while what it has seen lags behind.
import { getEventListeners } from 'node:events'
import { afterEach, describe, expect, it } from '@jest/globals'
import type { Batch, EventLog } from '../../services/lib/log/port.ts'
import {
  createPlatformStates,
  toCheckpoint,
  type MarketState,
  type CheckpointStates,
} from '../../services/poller/checkpoints.ts'
import { openCheckpointView } from '../../services/poller/checkpoint-view.ts'
import { marketTaskCount, marketTaskOf } from '../../services/poller/tasks.ts'
import { aMarketState } from './support/market-state.ts'
import { createMemoryLog, jsonCodec, type MemoryLog } from './support/memory-log.ts'

const platform = 'platform_a'
const tape = (untilMs: number) => ({ startMs: 1_000, untilMs, gaps: [] })
const history = (untilMs: number) => ({ untilMs, gaps: [] })
const wallet = (untilMs: number) => ({ fromMs: 0, untilMs, gaps: [], recent: [], recentFromMs: 0 })
const market = (digest: string): MarketState => ({ ...aMarketState, digest })
const task = marketTaskOf('pa_0x1')

describe('the checkpoint view', () => {
  const ending: AbortController[] = []
  afterEach(() => {
    for (const one of ending.splice(0)) one.abort()
  })

  async function append<K extends keyof CheckpointStates>(
    log: MemoryLog,
    kind: K,
    id: string,
    state: CheckpointStates[K],
    of: 'platform_a' | 'platform_b' = platform,
  ): Promise<void> {
    const writer = await log.openWriter('test')
    const { topic, key, value } = toCheckpoint(of, kind, id, state)
    await writer.append([
      { topic: `pm.${topic}`, key, value: jsonCodec.encode(topic, value as never) },
    ])
    // The follower has it by then.
    await new Promise((resolve) => setImmediate(resolve))
  }

  /** `isDeaf`: later appends are only seen by catching up, or when they are delivered. */
  async function open(log: MemoryLog, { isDeaf = false } = {}) {
    const late: (() => Promise<void>)[] = []
    let isOpen = false
    const seen: EventLog = {
      ...log,
      follow: (options, handle) =>
        log.follow(options, async (batch: Batch, signal) => {
          if (isDeaf && isOpen) late.push(() => handle(batch, signal))
          else await handle(batch, signal)
        }),
    }
    const stopping = new AbortController()
    ending.push(stopping)
    const { signal } = stopping
    const options = { log: seen, codec: jsonCodec, topicPrefix: 'pm.', signal }
    const view = await openCheckpointView({ ...options, platforms: [platform] })
    isOpen = true
    return {
      view,
      signal,
      published: async () => {
        for (const tell of late.splice(0)) await tell()
      },
    }
  }

  it('has no listener on the signal of a task that has ended, which would keep the task in memory', async () => {
    const { view } = await open(createMemoryLog(() => 0))
    const taskEnding = new AbortController()
    const { signal } = taskEnding
    view.statesForPlatformTask(platform, signal)
    view.statesForMarketsTask(platform, task, signal)
    expect(getEventListeners(signal, 'abort')).toHaveLength(2)
    taskEnding.abort()
    expect(getEventListeners(signal, 'abort')).toEqual([])
  })

  it('holds the newest state of each key, of the platforms that are followed', async () => {
    const log = createMemoryLog(() => 0)
    await append(log, 'tape', '', tape(2_000))
    await append(log, 'tape', '', tape(3_000))
    await append(log, 'tape', '', tape(9_000), 'platform_b')
    await append(log, 'market', 'pa_0x1', market('one'))
    const { view } = await open(log)
    expect(view.of(platform).platformWide.tape).toEqual(tape(3_000))
    expect(view.of(platform).platformWide.walked).toBe(null)
    await append(log, 'walked', '', { atMs: 7 })
    await append(log, 'market', 'pa_0x1', market('two'))
    await append(log, 'list', 'with/slash', { cursor: null, isDone: true })
    expect(view.of(platform).platformWide.walked).toEqual({ atMs: 7 })
    expect([...view.of(platform).platformWide.lists.keys()]).toEqual(['with/slash'])
    const { tasks } = view.of(platform)
    expect(tasks).toHaveLength(marketTaskCount)
    expect(tasks.map(({ markets }) => markets.get('pa_0x1')?.digest ?? '')).toEqual(
      tasks.map((_, index) => (index === task ? 'two' : '')),
    )
    expect(() => view.of('platform_b')).toThrow('not followed')
  })

  it('gets new checkpoints by catching up, and keeps them when they are delivered later', async () => {
    const log = createMemoryLog(() => 0)
    await append(log, 'history', 'pa_0x1', history(1))
    const { view, signal, published } = await open(log, { isDeaf: true })
    const known = (): number | undefined =>
      view.statesForMarketsTask(platform, task, signal).histories.get('pa_0x1')?.untilMs
    await append(log, 'history', 'pa_0x1', history(2))
    expect(known()).toBe(1)
    await view.catchUp()
    expect(known()).toBe(2)
    await append(log, 'history', 'pa_0x1', history(3))
    await view.catchUp()
    const { version } = view
    await published()
    expect(known()).toBe(3)
    expect(view.version).toBe(version)
  })

  it('catches up with what was appended at each call, however many call', async () => {
    const log = createMemoryLog(() => 0)
    const { view } = await open(log, { isDeaf: true })
    const seen: (number | undefined)[] = []
    const calls: Promise<void>[] = []
    for (let untilMs = 1; untilMs <= 5; untilMs += 1) {
      await append(log, 'tape', '', tape(untilMs))
      calls.push(
        view.catchUp().then(() => void seen.push(view.of(platform).platformWide.tape?.untilMs)),
      )
    }
    await Promise.all(calls)
    for (const [index, untilMs] of seen.entries()) expect(untilMs).toBeGreaterThan(index)
  })

  it('gives copies: who works on one changes nothing here, and sees the facts of others', async () => {
    const log = createMemoryLog(() => 0)
    await append(log, 'market', 'pa_0x1', market('one'))
    await append(log, 'history', 'pa_0x1', history(1))
    const { view, signal } = await open(log)
    const platformWide = view.statesForPlatformTask(platform, signal)
    const markets = view.statesForMarketsTask(platform, task, signal)
    expect(platformWide.markets.get('pa_0x1')).toEqual(market('one'))
    platformWide.markets.set('pa_0x1', market('mine'))
    platformWide.tape = tape(5_000)
    markets.histories.set('pa_0x1', history(9))
    expect(view.of(platform).platformWide.tape).toBe(null)
    expect(view.of(platform).tasks[task]?.histories.get('pa_0x1')).toEqual(history(1))
    expect(markets.markets.get('pa_0x1')?.digest).toBe('one')
    await append(log, 'market', 'pa_0x1', market('two'))
    expect(markets.markets.get('pa_0x1')?.digest).toBe('two')
    expect(platformWide.markets.get('pa_0x1')?.digest).toBe('mine')
  })

  it('gives the task what it stored last, whatever the view has read since', async () => {
    const log = createMemoryLog(() => 0)
    const { view, signal } = await open(log)
    const { markets } = view.statesForPlatformTask(platform, signal)
    const digestInTask = (): string | undefined => markets.get('pa_0x1')?.digest
    markets.set('pa_0x1', market('one'))
    markets.set('pa_0x1', market('two'))
    await append(log, 'market', 'pa_0x1', market('one'))
    expect(digestInTask()).toBe('two')
    await append(log, 'market', 'pa_0x1', market('two'))
    // the view and the task now have one copy, which follows the log
    await append(log, 'market', 'pa_0x1', market('three'))
    expect(digestInTask()).toBe('three')
    expect([markets.size, [...markets.keys()]]).toEqual([1, ['pa_0x1']])
  })

  it('has a state once in memory if the task stores it after its checkpoint was read', async () => {
    const log = createMemoryLog(() => 0)
    const { view, signal } = await open(log)
    const platformWide = view.statesForPlatformTask(platform, signal)
    const markets = view.statesForMarketsTask(platform, task, signal)
    for (const version of ['1', '2']) {
      const stamp = { stamp: version }
      await append(log, 'market', 'pa_0x1', market(version))
      await append(log, 'event', 'pa_e1', { digest: version })
      await append(log, 'wallet', '0xw', wallet(Number(version)))
      await append(log, 'history', 'pa_0x1', history(Number(version)))
      await append(log, 'book', 'pa_0x1', stamp)
      // The task stores only the first version. Where it has no copy of its own, it has the second one, too.
      if (version === '2') break
      platformWide.markets.set('pa_0x1', market('1'))
      platformWide.events.set('pa_e1', { digest: '1' }, 0)
      platformWide.wallets.set('0xw', wallet(1))
      markets.histories.set('pa_0x1', history(1))
      markets.books.set('pa_0x1', stamp)
    }
    expect(platformWide.markets.get('pa_0x1')?.digest).toBe('2')
    expect(platformWide.events.get('pa_e1')?.digest).toBe('2')
    expect(platformWide.wallets.get('0xw')?.untilMs).toBe(2)
    expect(markets.histories.get('pa_0x1')?.untilMs).toBe(2)
    expect(markets.books.get('pa_0x1')?.stamp).toBe('2')
  })

  it('keeps a market that was published again when it was retired before that', async () => {
    const log = createMemoryLog(() => 0)
    await append(log, 'market', 'pa_0x1', market('one'))
    const { view, signal } = await open(log)
    const { markets, retired } = view.statesForPlatformTask(platform, signal)
    const { tokens, outcomes } = aMarketState
    const retiredOne = {
      isRetired: true,
      digest: 'one',
      tokens,
      outcomes,
      historyUntilMs: 9,
    } as const
    markets.set('pa_0x1', market('two'))
    await append(log, 'market', 'pa_0x1', retiredOne)
    expect([markets.get('pa_0x1')?.digest, markets.size, [...markets.keys()]]).toEqual([
      'two',
      1,
      ['pa_0x1'],
    ])
    expect(retired.has('pa_0x1')).toBe(true)
    await append(log, 'market', 'pa_0x1', market('two'))
    expect([markets.get('pa_0x1')?.digest, markets.size, retired.has('pa_0x1')]).toEqual([
      'two',
      1,
      false,
    ])
    await append(log, 'market', 'pa_0x1', { ...retiredOne, digest: 'two' })
    expect([markets.get('pa_0x1'), markets.size, [...markets]]).toEqual([undefined, 0, []])
  })

  it('keeps a state of the tape that was read alone', async () => {
    const log = createMemoryLog(() => 0)
    await append(log, 'tape', '', tape(3_000))
    await append(log, 'market', 'pa_0x1', market('one'))
    const { view } = await open(log)
    const memory = { ...createPlatformStates(), tape: tape(4_000) }
    view.statesForPlatformTask(platform, new AbortController().signal, memory)
    expect(memory.tape).toEqual(tape(4_000))
    expect(memory.markets.get('pa_0x1')).toEqual(market('one'))
  })

  it('passes over kinds that a later version may write', async () => {
    const log = createMemoryLog(() => 0)
    await append(log, 'novelty' as 'book', 'pa_0x1', { stamp: 'x' })
    await append(log, 'book', 'pa_0x1', { stamp: 'y' })
    const { view } = await open(log)
    expect(view.of(platform).tasks[task]?.books.get('pa_0x1')).toEqual({ stamp: 'y' })
  })

  it('reports invalid checkpoints, at start and while it follows', async () => {
    const log = createMemoryLog(() => 0)
    const { view } = await open(log, { isDeaf: true })
    const writer = await log.openWriter('test')
    const value = Buffer.from('{"key":"platform_a/tape/","state":"{"}')
    await writer.append([{ topic: 'pm.poll-checkpoints', key: 'x', partition: 3, value }])
    const message = 'pm.poll-checkpoints/3/0 is no checkpoint'
    await expect(view.catchUp()).rejects.toMatchObject({ message, retriable: false })
    await expect(open(log)).rejects.toMatchObject({ message, retriable: false })
  })

  it('can be stopped while it reads', async () => {
    const log = createMemoryLog(() => 0)
    const stopping = new AbortController()
    const silent: EventLog = { ...log, follow: () => new Promise(() => undefined) }
    const opening = openCheckpointView({
      log: silent,
      codec: jsonCodec,
      topicPrefix: 'pm.',
      platforms: [platform],
      signal: stopping.signal,
    })
    stopping.abort(new Error('enough'))
    await expect(opening).rejects.toThrow('enough')
  })
})
