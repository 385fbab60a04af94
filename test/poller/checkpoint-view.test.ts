// What a poller knows of the memory of all pollers: as the log is appended to, and when it takes a
// share over while what it has seen lags behind.
import { getEventListeners } from 'node:events'
import { afterEach, describe, expect, it, jest } from '@jest/globals'
import type { Batch, EventLog } from '../../services/lib/log/port.ts'
import {
  createPlatformStates,
  toCheckpoint,
  type MarketState,
  type CheckpointStates,
} from '../../services/poller/checkpoints.ts'
import { openCheckpointView } from '../../services/poller/checkpoint-view.ts'
import { waitMs } from '../../services/poller/duplicate-states.ts'
import { marketTaskCount, marketTaskOf } from '../../services/poller/tasks.ts'
import { aMarketState } from './support/market-state.ts'
import { createMemoryLog, jsonCodec, type MemoryLog } from './support/memory-log.ts'

const platform = 'platform_a'
const tape = (untilMs: number) => ({ startMs: 1_000, untilMs, gaps: [] })
const history = (untilMs: number) => ({ untilMs, gaps: [] })
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
    view.copyStatesForPlatformTask(platform, signal)
    view.copyStatesForMarketsTask(platform, task, signal)
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
      view.copyStatesForMarketsTask(platform, task, signal).histories.get('pa_0x1')?.untilMs
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
    const platformWide = view.copyStatesForPlatformTask(platform, signal)
    const markets = view.copyStatesForMarketsTask(platform, task, signal)
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

  it('keeps what this process wrote, until its task is revoked', async () => {
    const log = createMemoryLog(() => 0)
    const { view } = await open(log)
    const holding = new AbortController()
    const platformWide = view.copyStatesForPlatformTask(platform, holding.signal)
    const mine = market('mine')
    platformWide.markets.set('pa_0x1', mine)
    await append(log, 'market', 'pa_0x1', market('mine'))
    const reduced = (): unknown => view.of(platform).tasks[task]?.markets.get('pa_0x1')
    expect(reduced()).toBe(mine)
    await append(log, 'market', 'pa_0x1', market('theirs'))
    expect(reduced()).toEqual(market('theirs'))
    holding.abort()
    await append(log, 'market', 'pa_0x1', market('mine'))
    expect(reduced()).toEqual(mine)
    expect(reduced()).not.toBe(mine)
  })

  it('has a state once in memory if the task stores it after its checkpoint was read', async () => {
    const log = createMemoryLog(() => 0)
    const { view, signal } = await open(log)
    const platformWide = view.copyStatesForPlatformTask(platform, signal)
    const markets = view.copyStatesForMarketsTask(platform, task, signal)
    const clock = jest.spyOn(performance, 'now')
    const [mine, changed] = [market('mine'), market('changed')]
    const [histories, books] = [history(1), { stamp: 'x' }]
    const event = { digest: 'x' }
    try {
      clock.mockReturnValue(0)
      await append(log, 'market', 'pa_0x1', market('mine'))
      await append(log, 'market', 'pa_0x2', market('before'))
      await append(log, 'event', 'pa_e1', { digest: 'x' })
      await append(log, 'history', 'pa_0x1', history(1))
      await append(log, 'book', 'pa_0x1', { stamp: 'x' })
      platformWide.markets.set('pa_0x1', mine)
      platformWide.markets.set('pa_0x2', changed)
      platformWide.events.set('pa_e1', event, 0)
      markets.histories.set('pa_0x1', histories)
      markets.books.set('pa_0x1', books)
      for (const nowMs of [waitMs, 2 * waitMs]) {
        clock.mockReturnValue(nowMs)
        await append(log, 'walked', '', { atMs: nowMs })
      }
    } finally {
      clock.mockRestore()
    }
    const { platformWide: read, tasks } = view.of(platform)
    expect(tasks[task]?.markets.get('pa_0x1')).toBe(mine)
    expect(tasks[task]?.histories.get('pa_0x1')).toBe(histories)
    expect(tasks[task]?.books.get('pa_0x1')).toBe(books)
    expect(read.events.get('pa_e1')).toBe(event)
    expect(tasks[marketTaskOf('pa_0x2')]?.markets.get('pa_0x2')).toEqual(market('before'))
  })

  it('keeps a state of the tape that was read alone', async () => {
    const log = createMemoryLog(() => 0)
    await append(log, 'tape', '', tape(3_000))
    await append(log, 'market', 'pa_0x1', market('one'))
    const { view } = await open(log)
    const memory = { ...createPlatformStates(), tape: tape(4_000) }
    view.copyStatesForPlatformTask(platform, new AbortController().signal, memory)
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
