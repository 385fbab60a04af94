// Makes the final refresh of markets: requests them again a day after they ended. Markets are requested
// with their event, because most markets of an event end together, and then by their own ids if the
// event's response does not contain them.
import type { MarketState, MarketSummary, PlatformStates } from '../checkpoints.ts'
import type { Source } from '../../platforms/source.ts'
import { isCausedByIds, UpstreamError } from '../../platforms/upstream/upstream-error.ts'
import { createKeyedQueue } from '../../lib/run/keyed-queue.ts'
import { finalRefreshDueMs } from './final-refresh.ts'
import type { SnapshotPublisher } from './snapshot-publisher.ts'
import type { TaskDeps } from '../platform-poller.ts'

/** Markets per poll: those of some twenty events, which one request returns. */
const marketsPerPoll = 200
/**
 * After this many consecutive failed polls the poller pauses, because the platform is probably
 * unavailable.
 */
const maxConsecutiveFailures = 3

export interface EndedMarketsOptions extends Pick<
  TaskDeps,
  'tuning' | 'now' | 'sleep' | 'observer' | 'signal'
> {
  readonly source: Source
  readonly memory: PlatformStates
  readonly snapshots: SnapshotPublisher
}

/** Refreshes ended markets until the signal aborts. */
export async function followEndedMarkets(options: EndedMarketsOptions): Promise<never> {
  const { source, memory, snapshots, tuning, now, sleep, observer, signal } = options
  const { platform } = source
  /** Markets whose final refresh is not due yet, by the time at which it becomes due. */
  const waiting = createKeyedQueue()
  /**
   * Markets that are due. First those with the highest recorded 24-hour volume (which is outdated), then those whose
   * last poll failed, in the order of their failures.
   */
  const due = createKeyedQueue()
  /** By market id, for the markets whose last poll failed: when it failed. */
  const failedAtMs = new Map<string, number>()

  const stateOf = (id: string): MarketState | undefined => memory.markets.get(id)

  function isRefreshDue(id: string): boolean {
    const market = stateOf(id)
    return market !== undefined && finalRefreshDueMs(market, tuning) <= now()
  }

  /** Puts the market into `waiting`, at the time of its final refresh. */
  function scheduleFinalRefresh(id: string, market: MarketSummary): void {
    due.delete(id)
    const dueMs = finalRefreshDueMs(market, tuning)
    if (dueMs < Infinity) waiting.set(id, dueMs)
    else waiting.delete(id)
    if (dueMs > now()) failedAtMs.delete(id)
  }

  function addDueMarket(id: string): void {
    due.set(id, failedAtMs.get(id) ?? -(stateOf(id)?.volume24h ?? 0))
  }

  function moveDueMarkets(): void {
    for (let next = waiting.first(); next && next.order <= now(); next = waiting.first()) {
      waiting.delete(next.key)
      addDueMarket(next.key)
    }
  }

  /** Takes the markets for the next request. A market whose last poll failed is requested alone. */
  function takeNextMarkets(): string[] {
    const ids: string[] = []
    for (let next = due.first(); next && ids.length < marketsPerPoll; next = due.first()) {
      const hasFailed = failedAtMs.has(next.key)
      if (hasFailed && ids.length > 0) break
      due.delete(next.key)
      if (isRefreshDue(next.key)) ids.push(next.key)
      if (hasFailed) break
    }
    return ids
  }

  /**
   * Requests the markets with their events, then by their ids, and gives up those that neither response
   * contains.
   */
  async function refreshMarkets(ids: readonly string[]): Promise<void> {
    const eventIds = new Set(ids.flatMap((id) => stateOf(id)?.eventNativeId ?? []))
    await snapshots.publish(await source.events([...eventIds], signal, 'lifecycle'))
    const left = ids.filter(isRefreshDue)
    if (left.length === 0) return
    const nativeIds = left.flatMap((id) => stateOf(id)?.nativeId ?? [])
    const entries = await source.lookup(nativeIds, signal, 'lifecycle')
    await snapshots.publishListEntries(entries, 'lifecycle')
    await giveUpMarkets(left.filter(isRefreshDue))
  }

  /**
   * Handles markets that the platform no longer returns. Only the time of the request is recorded, because
   * their last snapshots stay valid.
   */
  async function giveUpMarkets(ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return
    const fields = { platform, markets: ids.length }
    observer.log('info', 'ended markets are no longer returned by the platform', fields)
    await snapshots.noteMarketsNotReturned(ids, now())
  }

  /** Requests the markets, and returns whether the platform answered. */
  async function poll(ids: readonly string[]): Promise<boolean> {
    try {
      await refreshMarkets(ids)
      return true
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error
      observer.count('scans_aborted', { platform, list: 'ended', reason: error.kind })
      if (!isCausedByIds(error)) {
        for (const id of ids) failedAtMs.set(id, now())
        return false
      }
      // The request was rejected, or its response was too large. The cause may be one of the markets, which
      // must not block the others.
      if (ids.length === 1) await giveUpMarkets(ids.filter(isRefreshDue))
      else {
        const half = Math.ceil(ids.length / 2)
        await poll(ids.slice(0, half))
        await poll(ids.slice(half))
      }
      return true
    }
  }

  for (const [id, market] of memory.markets) scheduleFinalRefresh(id, market)
  snapshots.onMarketStored(scheduleFinalRefresh)
  for (;;) {
    moveDueMarkets()
    const polled: string[] = []
    for (let failures = 0; due.size > 0 && failures < maxConsecutiveFailures;) {
      // Refreshing one market also refreshes the other due markets of its event.
      const ids = takeNextMarkets()
      if (ids.length > 0) failures = (await poll(ids)) ? 0 : failures + 1
      polled.push(...ids)
    }
    for (const id of polled) if (isRefreshDue(id)) addDueMarket(id)
    await sleep(tuning.endedMs, signal)
  }
}
