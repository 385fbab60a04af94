// Finds markets and events and follows their changes: walks the open lists again and again, asks in
// between for what changed, walks the past once in the background, and looks up what vanished.
import { toCheckpoint, type MarketState, type HubMemory } from '../checkpoints.ts'
import type { PollerObserver } from '../observer.ts'
import type { List, MarketRef, Source } from '../platforms/source.ts'
import { walkPages } from '../platforms/walk-pages.ts'
import type { PollerTuning } from '../tuning.ts'
import { UpstreamError } from '../upstream/upstream-error.ts'
import type { Sleep } from '../wait.ts'
import type { ListingPublisher } from './listing-publisher.ts'

/** Changes are asked for from a little before the newest one seen. */
const changesOverlapMs = 60_000
/** Ids looked up at once. */
const lookupBatch = 50

export interface DiscoveryOptions {
  readonly source: Source
  readonly memory: HubMemory
  readonly listings: ListingPublisher
  readonly tuning: PollerTuning
  readonly sleep: Sleep
  readonly observer: PollerObserver
  readonly signal: AbortSignal
}

export interface Discovery {
  /** Walks the open lists, for ever. */
  readonly followOpen: () => Promise<never>
  /** Asks for changes, for ever. */
  readonly followChanges: () => Promise<never>
  /** Walks the lists of the past; resolves when all of them were walked to their end. */
  readonly walkPast: () => Promise<void>
  /** Resolves when the open lists were tried once. */
  readonly firstWalk: Promise<void>
}

export function createDiscovery(options: DiscoveryOptions): Discovery {
  const { source, memory, listings, tuning, sleep, observer, signal } = options
  const { platform } = source
  let firstWalkDone = (): void => undefined
  const firstWalk = new Promise<void>((resolve) => {
    firstWalkDone = resolve
  })

  function isChanged({ market }: MarketRef): boolean {
    const known = memory.markets.get(market.id)
    return !known || known.mark !== market.facts.mark
  }

  /** Walks one list to its end; true if that worked. `seen` takes the ids of the markets met. */
  async function walk(list: List, seen: Set<string>): Promise<boolean> {
    const past = list.kind === 'past' ? memory.lists.get(list.name) : undefined
    let pageSize = list.pageSize
    const fetchPage = async (cursor: string | null): ReturnType<List['page']> => {
      for (;;) {
        try {
          return await list.page(cursor, pageSize, signal)
        } catch (error) {
          const isTooLarge = error instanceof UpstreamError && error.kind === 'too_large'
          if (!isTooLarge || pageSize === 1) throw error
          pageSize = Math.ceil(pageSize / 4)
        }
      }
    }
    try {
      for await (const page of walkPages(past?.cursor ?? null, fetchPage)) {
        for (const { markets } of page.listings) for (const { id } of markets) seen.add(id)
        for (const { market } of page.refs) seen.add(market.id)
        const state = { cursor: page.next, isDone: page.next === null }
        const more = list.kind === 'past' ? [toCheckpoint(platform, 'list', list.name, state)] : []
        await listings.publish(page.listings)
        await listings.publishRefs(page.refs.filter(isChanged), more)
        if (list.kind === 'past') memory.lists.set(list.name, state)
      }
      return true
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error
      observer.count('sweeps_aborted', { platform, list: list.name, reason: error.kind })
      observer.log('warn', 'list not walked to its end', {
        platform,
        list: list.name,
        error: error.message,
      })
      // The cursor itself may be what the platform refuses: begin again.
      if (past && error.kind === 'refused') memory.lists.delete(list.name)
      return false
    }
  }

  /** Absence from the lists is not closure: what is missing is asked for by its id. */
  function toLookUp(seen: ReadonlySet<string>): string[] {
    const closedAfterMs = source.nowMs() - tuning.settleFollowMs
    const isDue = (market: MarketState): boolean =>
      market.phase === 'open' ||
      (market.phase === 'settling' && (market.closedMs ?? 0) > closedAfterMs)
    return [...memory.markets].flatMap(([id, market]) =>
      market.nativeId !== '' && !seen.has(id) && isDue(market) ? [market.nativeId] : [],
    )
  }

  async function lookUp(nativeIds: readonly string[]): Promise<void> {
    for (let at = 0; at < nativeIds.length; at += lookupBatch) {
      try {
        const refs = await source.lookup(nativeIds.slice(at, at + lookupBatch), signal)
        await listings.publishRefs(refs.filter(isChanged))
      } catch (error) {
        if (!(error instanceof UpstreamError)) throw error
        observer.count('sweeps_aborted', { platform, list: 'lookup', reason: error.kind })
      }
    }
  }

  return {
    firstWalk,

    async followOpen() {
      for (;;) {
        const seen = new Set<string>()
        let isWhole = true
        try {
          for (const list of source.lists) {
            if (list.kind === 'open') isWhole = (await walk(list, seen)) && isWhole
          }
        } finally {
          // Also when we are stopped: others wait for it.
          firstWalkDone()
        }
        if (isWhole) await lookUp(toLookUp(seen))
        await sleep(isWhole ? tuning.openSweepMs : tuning.openSweepMs / 4, signal)
      }
    },

    async followChanges() {
      for (;;) {
        const sinceMs = memory.changes?.sinceMs ?? source.nowMs()
        let newestMs = sinceMs
        try {
          for await (const refs of source.changed(sinceMs - changesOverlapMs, signal)) {
            for (const { market } of refs) {
              const atMs = Date.parse(market.facts.mark)
              if (atMs > newestMs) newestMs = atMs
            }
            await listings.publishRefs(refs.filter(isChanged))
          }
          const state = { sinceMs: Math.min(newestMs, source.nowMs()) }
          if (!memory.changes || state.sinceMs > memory.changes.sinceMs) {
            await listings.publish([], [toCheckpoint(platform, 'changes', '', state)])
            memory.changes = state
          }
        } catch (error) {
          if (!(error instanceof UpstreamError)) throw error
          observer.count('sweeps_aborted', { platform, list: 'changed', reason: error.kind })
        }
        await sleep(tuning.changedMs, signal)
      }
    },

    async walkPast() {
      await firstWalk
      const seen = new Set<string>()
      for (;;) {
        let isDone = true
        for (const list of source.lists) {
          if (list.kind !== 'past' || memory.lists.get(list.name)?.isDone === true) continue
          isDone = (await walk(list, seen)) && isDone
        }
        if (isDone) return
        await sleep(tuning.openSweepMs / 4, signal)
      }
    },
  }
}
