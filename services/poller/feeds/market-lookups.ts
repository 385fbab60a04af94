// Looks up markets that are first seen in a trade or in the activity of a wallet. Trades are
// appended without waiting for the look-up: their markets wait in a queue.
// docs/decisions/023-trades-before-their-markets.md
import { backOffMs } from '../../lib/run/retry.ts'
import { createNotifier } from '../../lib/run/notifier.ts'
import type { Source, TradeRow } from '../../platforms/source.ts'
import { isCausedByIds, UpstreamError } from '../../platforms/upstream/upstream-error.ts'
import type { PlatformStates } from '../checkpoints.ts'
import type { NewRow } from '../windows/published-rows.ts'
import { createLookUpFilter } from './look-up-filter.ts'
import { readTradeRecords } from './published-trades.ts'
import type { SnapshotPublisher } from './snapshot-publisher.ts'
import { toTradeRecord } from './trade-records.ts'
import { createWaitingMarkets, rowKey } from './waiting-markets.ts'
import type { TaskDeps } from '../platform-poller.ts'

/**
 * While this many markets wait, further trades and their markets are not put into the queue. They are read
 * from the log later.
 */
const maxWaiting = 20_000
/** Maximum pause while no market is in the queue. */
const idleMs = 60_000

export interface MarketLookups {
  /**
   * Looks up and publishes the given markets that are unknown. Bypasses the queue, because a client waits for the
   * activity of a wallet. Markets that the platform does not find stay unknown. Rejects with UpstreamError.
   */
  ensureMarketsKnown(nativeIds: readonly string[]): Promise<void>
  /** Puts the given markets that are unknown into the queue. */
  add(nativeIds: Iterable<string>): void
  /**
   * Puts the unknown markets of `trades` into the queue. Returns the trades that the normalizer cannot map without
   * their market: after the look-up, they are appended a second time. The caller must append all `trades` now, before
   * it waits for anything else. Otherwise a look-up could end first, and the second record of a trade would come before
   * its first record.
   */
  addTrades(trades: readonly NewRow<TradeRow>[]): ReadonlySet<NewRow<TradeRow>>
  /** See TapeState. */
  readonly lookUpFromMs: number | null
  /** Looks up the markets of the queue until the signal aborts. */
  followQueue(): Promise<never>
}

export interface MarketLookupOptions extends Omit<TaskDeps, 'missing' | 'requests' | 'steadyNow'> {
  readonly source: Source
  readonly memory: PlatformStates
  readonly snapshots: Pick<SnapshotPublisher, 'discoverMarkets' | 'onMarketStored'>
}

export function createMarketLookups(options: MarketLookupOptions): MarketLookups {
  const { source, memory, publisher, snapshots, tuning, now, sleep, random, observer, signal } =
    options
  const { platform } = source
  const lookUpFilter = createLookUpFilter(source, memory, now)
  const waiting = createWaitingMarkets()
  const added = createNotifier(sleep)
  let lookUpFromMs = memory.tape?.lookUpFromMs ?? null
  /** Whether the log has trades since `lookUpFromMs` whose markets are not in the queue. */
  let isUnread = lookUpFromMs !== null

  function enqueueTrade(trade: NewRow<TradeRow>, needsMarket: boolean): void {
    lookUpFromMs ??= now()
    if (waiting.size() >= maxWaiting && !waiting.has(trade.row.marketNativeId)) {
      isUnread = true
      return
    }
    waiting.addTrade(trade, needsMarket)
    added.notify()
  }

  /**
   * Removes the markets from the queue. Appends their trades that need facts about the market again, now with these
   * facts, or without them if the market was not found.
   */
  async function resolveLookups(nativeIds: readonly string[]): Promise<void> {
    const trades = waiting.remove(nativeIds)
    await publisher.publish(
      platform,
      trades.map((trade) => toTradeRecord(platform, memory, trade)),
    )
  }

  /** Adds the markets of trades in the log to the queue, unless they are in it already. */
  async function readTradesFromLog(sinceMs: number): Promise<void> {
    isUnread = false
    const awaiting = new Map<string, NewRow<TradeRow>>()
    for await (const trade of readTradeRecords({ ...options, sinceMs })) {
      const { url, received_at_ms: receivedAtMs, body, repeat } = trade
      const row = { body, url, receivedAtMs, ...source.identifyTrade(body) }
      const key = rowKey(body, repeat)
      if (trade.awaits_market) awaiting.set(key, { row, repeat })
      else if (awaiting.delete(key)) continue
      else if (lookUpFilter.mayBeLookedUp(row.marketNativeId)) enqueueTrade({ row, repeat }, false)
    }
    for (const trade of awaiting.values()) enqueueTrade(trade, true)
  }

  /** Looks up markets of the queue. Returns whether the platform answered. */
  async function lookUpQueuedMarkets(nativeIds: readonly string[]): Promise<boolean> {
    try {
      await lookUpMarkets(snapshots, nativeIds)
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error
      observer.count('scans_aborted', { platform, list: 'unknown', reason: error.kind })
      // These markets go to the end of the queue, so that others are tried first.
      for (const nativeId of nativeIds) waiting.add(nativeId, 0)
      added.notify()
      return false
    }
    lookUpFilter.noteLookedUp(nativeIds)
    await resolveLookups(nativeIds)
    return true
  }

  snapshots.onMarketStored((_id, { nativeId }) => waiting.noteMarketKnown(nativeId))

  return {
    async ensureMarketsKnown(nativeIds) {
      const unknown = [...new Set(nativeIds)].filter(lookUpFilter.mayBeLookedUp)
      if (unknown.length === 0) return
      await snapshots.discoverMarkets(unknown, 'wallets')
      lookUpFilter.noteLookedUp(unknown)
    },

    add(nativeIds) {
      for (const nativeId of nativeIds) {
        if (!lookUpFilter.mayBeLookedUp(nativeId)) continue
        waiting.add(nativeId)
        added.notify()
      }
    },

    addTrades(trades) {
      const unknown = trades.filter(({ row }) => lookUpFilter.mayBeLookedUp(row.marketNativeId))
      const awaiting = new Set(unknown.filter(({ row }) => row.needsMarket === true))
      for (const trade of unknown) enqueueTrade(trade, awaiting.has(trade))
      return awaiting
    },

    get lookUpFromMs() {
      return lookUpFromMs
    },

    async followQueue() {
      for (let failures = 0; ;) {
        signal.throwIfAborted()
        if (isUnread && waiting.size() <= maxWaiting / 2)
          await readTradesFromLog(lookUpFromMs ?? now())
        const nativeIds = waiting.takeUnknownMarkets(lookUpFilter.isMarketKnown)
        const found = waiting.marketsKnownWithoutLookUp()
        if (found.length > 0) await resolveLookups(found)
        if (nativeIds.length === 0) {
          if (isUnread || waiting.size() > 0) continue
          lookUpFromMs = null
          await added.wait(idleMs, signal)
        } else if (await lookUpQueuedMarkets(nativeIds)) failures = 0
        else {
          await sleep(backOffMs({ ...tuning.backOff, random }, failures), signal)
          failures += 1
        }
      }
    },
  }
}

/** Rejects with UpstreamError if the platform does not answer. */
async function lookUpMarkets(
  snapshots: Pick<SnapshotPublisher, 'discoverMarkets'>,
  nativeIds: readonly string[],
): Promise<void> {
  try {
    await snapshots.discoverMarkets(nativeIds, 'lifecycle')
  } catch (error) {
    if (!(error instanceof UpstreamError && isCausedByIds(error))) throw error
    // The cause may be one of the markets, which must not block the others, so each is looked up alone.
    if (nativeIds.length > 1)
      for (const nativeId of nativeIds) await lookUpMarkets(snapshots, [nativeId])
  }
}
