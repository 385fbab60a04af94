// The look-ups of markets against a platform that finds what the test lets it find.
import { expect } from '@jest/globals'
import { createPlatformStates } from '../../../services/poller/checkpoints.ts'
import { createMarketLookups } from '../../../services/poller/feeds/market-lookups.ts'
import type { SnapshotPublisher } from '../../../services/poller/feeds/snapshot-publisher.ts'
import { createPublisher } from '../../../services/poller/publisher.ts'
import { createPlatformA } from '../../../services/platforms/platform-a/source/source.ts'
import { UpstreamError } from '../../../services/platforms/upstream/upstream-error.ts'
import { until } from '../../support/waiting.ts'
import { aMarketState } from './market-state.ts'
import { createMemoryLog, jsonCodec } from './memory-log.ts'
import { createDeps } from './source.ts'

/** `lookUpFromMs`: what the checkpoint of an earlier run says. */
export async function openLookups(
  options: {
    lookUpFromMs?: number
    log?: ReturnType<typeof createMemoryLog>
    forgetAfterMs?: number
  } = {},
) {
  const deps = createDeps()
  const { tuning, now, random, observer } = deps
  const memory = createPlatformStates(options.forgetAfterMs)
  const { log = createMemoryLog(now), lookUpFromMs } = options
  if (lookUpFromMs !== undefined) memory.tape = { startMs: 0, untilMs: 0, gaps: [], lookUpFromMs }
  const asked: (readonly string[])[] = []
  const ending = new AbortController()
  /** Statuses of failing look-ups, by market; what is said of `all` applies to every look-up. */
  const failures = new Map<string, number>()
  const absent = new Set<string>()
  const listeners: Parameters<SnapshotPublisher['onMarketStored']>[0][] = []
  const discoverMarkets = async (nativeIds: readonly string[]): Promise<void> => {
    asked.push(nativeIds)
    await Promise.resolve()
    for (const one of ['all', ...nativeIds]) {
      const status = failures.get(one)
      const kind = status === 500 ? 'failed' : 'refused'
      if (status !== undefined) throw new UpstreamError('no', { kind, status })
    }
    for (const nativeId of nativeIds.filter((one) => !absent.has(one) && !absent.has('all')))
      learn(nativeId)
  }
  function learn(nativeId: string): void {
    const state = { ...aMarketState, nativeId, tokens: ['first', 'second'] }
    memory.markets.set(`pa_${nativeId}`, state)
    for (const listener of listeners) listener(`pa_${nativeId}`, state)
  }
  const writer = await log.openWriter('poller')
  const publisher = createPublisher({ writer, codec: jsonCodec, topicPrefix: 'pm.', observer })
  const url = 'http://a'
  const source = createPlatformA({ gammaUrl: url, clobUrl: url, dataUrl: url }, deps)
  const lookups = createMarketLookups({
    source,
    memory,
    publisher,
    snapshots: { discoverMarkets, onMarketStored: (listener) => void listeners.push(listener) },
    log,
    codec: jsonCodec,
    topicPrefix: 'pm.',
    tuning,
    now,
    observer,
    random,
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
  return {
    lookups,
    source,
    memory,
    publisher,
    log,
    asked,
    failures,
    absent,
    learn,
    /** Lets the queue be worked on until nothing is left to do. */
    settle: async (isDone: () => boolean): Promise<void> => {
      const following = lookups.followQueue()
      await until(isDone)
      ending.abort()
      await expect(following).rejects.toThrow()
    },
  }
}
