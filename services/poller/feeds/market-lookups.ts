// Looks up markets that are first seen in a trade or in the activity of a wallet. Trades are appended
// without waiting for it: their markets wait in a queue. docs/decisions/023-trades-before-their-markets.md
import type { Codec } from '../../lib/codec/port.ts'
import type { EventLog } from '../../lib/log/port.ts'
import { createKeyedQueue } from '../../lib/run/keyed-queue.ts'
import { backOffMs } from '../../lib/run/retry.ts'
import { createSignal } from '../../lib/run/signal.ts'
import type { Sleep } from '../../lib/run/wait.ts'
import { toId } from '../../platforms/identity.ts'
import type { Source, TradeRow } from '../../platforms/source.ts'
import { isCausedByIds, UpstreamError } from '../../platforms/upstream/upstream-error.ts'
import type { PlatformMemory } from '../checkpoints.ts'
import type { PollerObserver } from '../observer.ts'
import type { Publisher } from '../publisher.ts'
import { isKnownMarket } from '../retired-markets.ts'
import type { PollerTuning } from '../tuning.ts'
import type { NewRow } from '../windows/published-rows.ts'
import { readTradeRecords } from './published-trades.ts'
import type { SnapshotPublisher } from './snapshot-publisher.ts'
import { toTradeRecord } from './trade-records.ts'

/** A market that the platform did not find is looked up again after this time at the earliest. */
const lookUpAgainMs = 600_000
/** How many markets are looked up with one call. */
const marketsPerLookup = 50
/**
 * While this many markets wait, the markets and rows of further trades are not kept in memory. They are read
 * from the log later.
 */
const maxWaiting = 20_000
/** The longest wait for new markets to look up. */
const idleMs = 60_000

export interface MarketLookups {
  /**
   * Looks up and publishes the unknown markets of wallets at once. Markets that the platform does not find
   * stay unknown. Rejects with UpstreamError.
   */
  ensureKnown(nativeIds: readonly string[]): Promise<void>
  /** Puts the unknown ones of these markets into the queue. */
  add(nativeIds: Iterable<string>): void
  /**
   * Puts the unknown markets of new trades into the queue. Returns the trades that will be appended again
   * once their market was looked up. The caller must append all trades before it waits for anything.
   */
  addTrades(trades: readonly NewRow<TradeRow>[]): ReadonlySet<NewRow<TradeRow>>
  /** See TapeState. */
  readonly lookUpFromMs: number | null
  /** Looks up the markets of the queue until the signal aborts. */
  follow(): Promise<never>
}

interface Waiting {
  /** How many trades of the market were appended meanwhile. */
  trades: number
  /** The trades to append again, by body and repeat. */
  readonly awaiting: Map<string, NewRow<TradeRow>>
}

export interface MarketLookupOptions {
  readonly source: Source
  readonly memory: PlatformMemory
  readonly publisher: Publisher
  readonly snapshots: Pick<SnapshotPublisher, 'discover' | 'onStored'>
  readonly log: EventLog
  readonly codec: Codec
  readonly topicPrefix: string
  readonly tuning: PollerTuning
  readonly now: () => number
  readonly sleep: Sleep
  readonly random: () => number
  readonly observer: PollerObserver
  readonly signal: AbortSignal
}

export function createMarketLookups(options: MarketLookupOptions): MarketLookups {
  const { source, memory, publisher, snapshots, tuning, now, sleep, random, observer, signal } =
    options
  const { platform } = source
  const waiting = new Map<string, Waiting>()
  /** The markets of `waiting` that are still to be looked up, the most traded first. */
  const queue = createKeyedQueue<string>()
  /** Markets of `waiting` that have become known without a look-up. */
  const found = new Set<string>()
  /** When a market that the platform did not find was last looked up; oldest first. */
  const askedAtMs = new Map<string, number>()
  const added = createSignal(sleep)
  let lookUpFromMs = memory.tape?.lookUpFromMs ?? null
  /** Whether the log has trades since `lookUpFromMs` whose markets are not in the queue. */
  let isUnread = lookUpFromMs !== null

  const isKnown = (nativeId: string): boolean => isKnownMarket(memory, toId(platform, nativeId))

  function isToLookUp(nativeId: string): boolean {
    const askedMs = askedAtMs.get(nativeId) ?? -Infinity
    return source.isDiscoverable(nativeId) && !isKnown(nativeId) && now() - askedMs >= lookUpAgainMs
  }

  const tradesOf = (nativeId: string): number => waiting.get(nativeId)?.trades ?? 0

  function enqueue(nativeId: string, trades: number): Waiting {
    const entry = waiting.get(nativeId) ?? { trades, awaiting: new Map() }
    entry.trades = trades
    waiting.set(nativeId, entry)
    queue.set(nativeId, -trades)
    added.notify()
    return entry
  }

  function enqueueTrade(trade: NewRow<TradeRow>, isAwaiting: boolean): void {
    const { row, repeat } = trade
    lookUpFromMs ??= now()
    if (waiting.size >= maxWaiting && !waiting.has(row.marketNativeId)) {
      isUnread = true
      return
    }
    const entry = enqueue(row.marketNativeId, tradesOf(row.marketNativeId) + 1)
    if (isAwaiting) entry.awaiting.set(rowKey(row.body, repeat), trade)
  }

  /**
   * Removes the markets from the queue, and appends their trades again that await them. The trades of
   * markets that were not found get no facts.
   */
  async function settle(nativeIds: readonly string[]): Promise<void> {
    const trades = nativeIds.flatMap((nativeId) => [
      ...(waiting.get(nativeId)?.awaiting.values() ?? []),
    ])
    for (const nativeId of nativeIds)
      for (const each of [waiting, queue, found]) each.delete(nativeId)
    await publisher.publish(
      platform,
      trades.map((trade) => toTradeRecord(platform, memory, trade)),
    )
  }

  function noteNotFound(nativeIds: readonly string[]): void {
    for (const nativeId of nativeIds) {
      askedAtMs.delete(nativeId)
      if (!isKnown(nativeId)) askedAtMs.set(nativeId, now())
    }
    for (const [nativeId, askedMs] of askedAtMs) {
      if (now() - askedMs < lookUpAgainMs) break
      askedAtMs.delete(nativeId)
    }
  }

  /** Rejects with UpstreamError if the platform does not answer. */
  async function lookUp(nativeIds: readonly string[]): Promise<void> {
    try {
      await snapshots.discover(nativeIds, 'lifecycle')
    } catch (error) {
      if (!(error instanceof UpstreamError && isCausedByIds(error))) throw error
      // One market must not block the others.
      if (nativeIds.length > 1) for (const nativeId of nativeIds) await lookUp([nativeId])
    }
  }

  /** Puts the markets that the log has, and the queue has not, into the queue. */
  async function readLog(sinceMs: number): Promise<void> {
    isUnread = false
    const awaiting = new Map<string, NewRow<TradeRow>>()
    for await (const trade of readTradeRecords({ ...options, sinceMs })) {
      const { url, received_at_ms: receivedAtMs, body, repeat } = trade
      const row = { ...source.identify(body), body, url, receivedAtMs }
      const key = rowKey(body, repeat)
      if (trade.awaits_market) awaiting.set(key, { row, repeat })
      else if (awaiting.delete(key)) continue
      else if (isToLookUp(row.marketNativeId)) enqueueTrade({ row, repeat }, false)
    }
    for (const trade of awaiting.values()) enqueueTrade(trade, true)
  }

  /** Takes the most traded markets out of the queue, for one look-up. */
  function takeUnknown(): string[] {
    const nativeIds: string[] = []
    for (let next = queue.first(); next !== undefined; next = queue.first()) {
      if (nativeIds.length === marketsPerLookup) break
      queue.delete(next.key)
      if (isKnown(next.key)) found.add(next.key)
      else nativeIds.push(next.key)
    }
    return nativeIds
  }

  /** Looks up markets of the queue. Returns whether the platform answered. */
  async function lookUpQueued(nativeIds: readonly string[]): Promise<boolean> {
    try {
      await lookUp(nativeIds)
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error
      observer.count('scans_aborted', { platform, list: 'unknown', reason: error.kind })
      // These markets go to the end of the queue, because look-ups of other markets may succeed.
      for (const nativeId of nativeIds) enqueue(nativeId, 0)
      return false
    }
    noteNotFound(nativeIds)
    await settle(nativeIds)
    return true
  }

  snapshots.onStored((_id, { nativeId }) => {
    if (waiting.has(nativeId)) found.add(nativeId)
  })

  return {
    async ensureKnown(nativeIds) {
      const unknown = [...new Set(nativeIds)].filter(isToLookUp)
      if (unknown.length === 0) return
      await snapshots.discover(unknown, 'wallets')
      noteNotFound(unknown)
    },

    add(nativeIds) {
      for (const nativeId of nativeIds)
        if (isToLookUp(nativeId)) enqueue(nativeId, tradesOf(nativeId))
    },

    addTrades(trades) {
      const unknown = trades.filter(({ row }) => isToLookUp(row.marketNativeId))
      const awaiting = new Set(unknown.filter(({ row }) => row.needsMarket === true))
      for (const trade of unknown) enqueueTrade(trade, awaiting.has(trade))
      return awaiting
    },

    get lookUpFromMs() {
      return lookUpFromMs
    },

    async follow() {
      for (let failures = 0; ;) {
        signal.throwIfAborted()
        if (isUnread && waiting.size <= maxWaiting / 2) await readLog(lookUpFromMs ?? now())
        const nativeIds = takeUnknown()
        if (found.size > 0) await settle([...found])
        if (nativeIds.length === 0) {
          if (isUnread || waiting.size > 0) continue
          lookUpFromMs = null
          await added.wait(idleMs, signal)
        } else if (await lookUpQueued(nativeIds)) failures = 0
        else {
          await sleep(backOffMs({ ...tuning.backOff, random }, failures), signal)
          failures += 1
        }
      }
    },
  }
}

const rowKey = (body: string, repeat: number): string => `${repeat} ${body}`
