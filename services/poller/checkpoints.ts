// The checkpoints of the poller, as records of `poll-checkpoints`: each key has one JSON state, and its
// newest record replaces all earlier ones. The topic is private to the poller; only this file knows the
// keys.
import type { FeedGap, Platform } from '../../schemas/generated/events.ts'
import type { MarketFacts } from '../platforms/source.ts'
import { createExpiringMap, type ExpiringMap } from './expiring-map.ts'
import type { PollerRecord } from './publisher.ts'
import { createRetiredMarkets, type RetiredMarkets } from './retired-markets.ts'
import { copyOfText } from '../lib/run/copy-of-text.ts'
import type { ReadonlyStates, States } from './states.ts'

/**
 * The state of a tape (the feed of all trades of a platform). It is complete from `startMs`, when the
 * poller was first started, up to `untilMs`, except for the gaps.
 */
export interface TapeState {
  readonly startMs: number
  readonly untilMs: number
  readonly gaps: readonly FeedGap[]
  /**
   * The time of the newest published row. Later answers must contain this row, even if no trades follow it
   * for a long time.
   */
  readonly newestRowMs?: number
  /**
   * Markets of trades that were appended since this time (the poller's clock) may still have to be looked up; see
   * market-lookups.ts. Absent if all markets have been looked up.
   */
  readonly lookUpFromMs?: number
  /**
   * Where the log stores the identities of the published rows that the next polls will read again. If absent, the
   * identities are read from raw.trades.
   */
  readonly rows?: TapeRowsState
}

/**
 * The parts (records of the kind `tape-rows`) with the numbers `firstPart` to `nextPart` (excluded) contain
 * all published rows of a tape that will be read again: see feeds/tape-rows.ts.
 */
export interface TapeRowsState {
  readonly firstPart: number
  readonly nextPart: number
  /** When the part `firstPart` was appended (the poller's clock). */
  readonly sinceMs: number
}

export interface TapeRowsPart {
  readonly number: number
  readonly rows: readonly StoredRows[]
}

/**
 * The state of a market's history (its trades before the tape). It is complete from `fromMs` up to
 * `untilMs`, except for the gaps.
 */
export interface HistoryState {
  /** Absent: the history is complete from the market's beginning. */
  readonly fromMs?: number
  readonly untilMs: number
  readonly gaps: readonly FeedGap[]
}

export interface MarketState extends Omit<MarketFacts, 'changedMs'> {
  readonly nativeId: string
  readonly eventNativeId: string | null
  /** Digest of the market as it was last published: see feeds/market-digest.ts. */
  readonly digest: string
  /** When the poller received the response from which the market was last published. */
  readonly listedMs: number
  /** When the poller last requested the market after its end without finding a change. */
  readonly askedMs?: number
}

/** What an iteration over the states of all markets returns: all but the texts that take longest to read. */
export type MarketSummary = Omit<MarketState, 'tokens' | 'outcomes' | 'eventNativeId' | 'digest'>

/**
 * The compact state that replaces the state of a market after its end, when the market needs no further request and its
 * history is complete from `historyFromMs` up to `historyUntilMs`.
 */
export interface RetiredState extends Pick<MarketState, 'digest' | 'tokens' | 'outcomes'> {
  readonly isRetired: true
  /** As `fromMs` in HistoryState. */
  readonly historyFromMs?: number
  readonly historyUntilMs: number
}

export interface EventState {
  /** Digest of the event's content as it was last published. */
  readonly digest: string
}

/** How far a list of past (closed) markets or events has been scanned. */
export interface PastMarketsScanState {
  readonly cursor: string | null
  readonly isDone: boolean
  /** Markets that ended before this time were left out. Absent: none were left out. */
  readonly endedSinceMs?: number
}

/**
 * Published when all lists of open markets have been read to their end for the first time. From then on every
 * open market is known.
 */
export interface FirstScanState {
  readonly atMs: number
}

/** The time (platform's clock) up to which the poller has read the changes of markets. */
export interface ChangesState {
  readonly sinceMs: number
}

/** The version stamp that the platform gave to the last published order book of a market. */
export interface BookStampState {
  readonly stamp: string
  /** When the poller received the order book with this stamp; absent in checkpoints of earlier versions. */
  readonly receivedAtMs?: number
}

/**
 * The published rows with one digest: the digest, the time of the rows (null if they have none), and their
 * number.
 */
export type StoredRows = readonly [digest: string, timeMs: number | null, count: number]

/**
 * The state of a wallet. Its activity is complete from `fromMs` (0: from its beginning) up to `untilMs`,
 * except for the gaps.
 */
export interface WalletState {
  readonly fromMs: number
  readonly untilMs: number
  readonly gaps: readonly FeedGap[]
  /**
   * The published rows of time ranges that will be read again, so that these rows are not published
   * twice.
   */
  readonly recent: readonly StoredRows[]
  /**
   * `recent` contains all published rows from this time on. Earlier rows must not be read again, because they
   * would be published twice.
   */
  readonly recentFromMs: number
}

export function toHistoryState({ fromMs, untilMs, gaps }: Required<HistoryState>): HistoryState {
  return { ...(fromMs > 0 ? { fromMs } : {}), untilMs, gaps }
}

/** Every kind of checkpoint. */
export interface CheckpointStates {
  readonly tape: TapeState
  readonly 'tape-rows': TapeRowsPart
  readonly history: HistoryState
  readonly market: MarketState | RetiredState
  readonly event: EventState
  readonly list: PastMarketsScanState
  readonly walked: FirstScanState
  readonly changes: ChangesState
  readonly book: BookStampState
  readonly wallet: WalletState
}

/**
 * The states of one platform that the platform-wide poller reads and writes. Keys are unified ids, unless
 * stated otherwise.
 */
export interface PlatformStates {
  tape: TapeState | null
  changes: ChangesState | null
  walked: FirstScanState | null
  lists: Map<string, PastMarketsScanState>
  /** Without the retired markets. */
  markets: States<MarketState, MarketSummary>
  /** The same object as in the checkpoint view. Only the view writes to it. */
  retired: RetiredMarkets
  /** A forgotten event is published again when a response contains it again. */
  events: Pick<ExpiringMap<EventState>, 'get' | 'set' | 'isHalfExpired'>
  /** By address. */
  wallets: Pick<States<WalletState>, 'get' | 'set'>
}

/** The states that one task reads and writes for the markets of one platform in its partition. */
export interface MarketTaskStates {
  /**
   * The platform-wide poller writes these states. They reach this task through the log, some milliseconds
   * later.
   */
  readonly markets: ReadonlyStates<MarketState, MarketSummary>
  /** The markets whose state was stored or removed since history-queue.ts last cleared this set. */
  readonly changedMarkets: Set<string>
  readonly retired: RetiredMarkets
  readonly histories: States<HistoryState>
  readonly books: States<BookStampState>
}

/** `forgetMarketsAfterMs`: the time after which retired markets and events expire. */
export function createPlatformStates(forgetMarketsAfterMs = Infinity): PlatformStates {
  return {
    tape: null,
    changes: null,
    walked: null,
    lists: new Map(),
    markets: new Map<string, MarketState>(),
    retired: createRetiredMarkets(forgetMarketsAfterMs),
    events: createExpiringMap(forgetMarketsAfterMs),
    wallets: new Map<string, WalletState>(),
  }
}

/**
 * Returns the record that stores a state. `id` is the id of a market, event, list or wallet; it is empty
 * for states of the whole platform.
 */
export function toCheckpoint<K extends keyof CheckpointStates>(
  platform: Platform,
  kind: K,
  id: string,
  state: CheckpointStates[K],
): PollerRecord {
  const key = checkpointKey(platform, kind, id)
  return { topic: 'poll-checkpoints', key, value: { key, state: JSON.stringify(state) } }
}

export function checkpointKey(
  platform: Platform,
  kind: keyof CheckpointStates,
  id: string,
): string {
  return `${platform}/${kind}/${id}`
}

export interface CheckpointKey {
  readonly platform: string
  /** A key of `CheckpointStates`, or another text if a later version of the service wrote the record. */
  readonly kind: string
  readonly id: string
}

export function parseCheckpointKey(key: string): CheckpointKey {
  const [platform = '', kind = ''] = key.split('/', 2)
  return { platform, kind, id: copyOfText(key.slice(platform.length + kind.length + 2)) }
}
