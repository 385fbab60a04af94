// How fast the back-fill requests data while the processors are busy.
import { describe, expect, it } from '@jest/globals'
import type { RequestClass } from '../../services/platforms/request-class.ts'
import { createBackfillRate, minBytesPerS } from '../../services/poller/backfill-rate.ts'
import { createDeps, never } from './support/source.ts'

const bytes = 250_000
const requestMs = 50

function open() {
  const deps = createDeps()
  const world = { delayMs: 0 }
  const logged: string[] = []
  const rate = createBackfillRate({
    ...deps,
    takeDelayMs: () => world.delayMs,
    observer: { log: (_level, message) => logged.push(message) },
  })

  async function request(requestClass: RequestClass = 'history', signal = never): Promise<void> {
    await rate.waitUntilDue(requestClass, signal)
    await deps.sleep(requestMs, never)
    rate.note(requestClass, bytes)
  }

  /** Returns how many bytes a second are received with this number of requests, one after the other. */
  async function bytesPerS(requests: number): Promise<number> {
    const startMs = deps.now()
    for (let n = 0; n < requests; n += 1) await request()
    return (requests * bytes * 1_000) / (deps.now() - startMs)
  }

  async function slowDown(): Promise<void> {
    world.delayMs = 100
    await bytesPerS(120)
  }

  return { deps, world, logged, request, bytesPerS, slowDown }
}

describe('the rate of the back-fill', () => {
  it('is that of the platform while the event loop is not delayed', async () => {
    const { bytesPerS, logged } = open()
    expect(await bytesPerS(200)).toBe((bytes * 1_000) / requestMs)
    expect(logged).toEqual([])
  })

  it('falls while the event loop is delayed, but not below a minimum, and rises afterwards', async () => {
    const { world, bytesPerS, slowDown, logged } = open()
    await slowDown()
    const slow = await bytesPerS(30)
    expect(slow).toBeGreaterThan(0.8 * minBytesPerS)
    expect(slow).toBeLessThan(1.2 * minBytesPerS)
    world.delayMs = 0
    await bytesPerS(1_000)
    expect(await bytesPerS(200)).toBe((bytes * 1_000) / requestMs)
    expect(logged).toEqual([
      'the processors are busy: the back-fill slows down',
      'the back-fill is not slowed down any more',
    ])
  })

  it('holds for all requests together', async () => {
    const { deps, request, slowDown } = open()
    await slowDown()
    const startMs = deps.now()
    await Promise.all(Array.from({ length: 20 }, () => request()))
    const seconds = (deps.now() - startMs) / 1_000
    expect(seconds).toBeGreaterThan((0.8 * 20 * bytes) / minBytesPerS)
  })

  it('rejects with the reason of the signal while it waits', async () => {
    const { request, slowDown } = open()
    await slowDown()
    const ended = AbortSignal.abort(new Error('ended'))
    await expect(request('history', ended)).rejects.toThrow('ended')
  })

  it('keeps no time for requests that are given up', async () => {
    const { deps, request, slowDown } = open()
    await slowDown()
    const ended = AbortSignal.abort(new Error('ended'))
    for (let n = 0; n < 20; n += 1) await expect(request('history', ended)).rejects.toThrow('ended')
    const startMs = deps.now()
    await request()
    expect((deps.now() - startMs) / 1_000).toBeLessThan((3 * bytes) / minBytesPerS)
  })

  it('concerns only histories and the past', async () => {
    const { deps, request, slowDown } = open()
    await slowDown()
    const startMs = deps.now()
    for (const one of ['tape', 'lists', 'books', 'lifecycle'] as const) await request(one)
    expect(deps.now() - startMs).toBe(4 * requestMs)
    await request('past')
    expect(deps.now() - startMs).toBeGreaterThan(8 * requestMs)
  })
})
