// What the poller remembers, as it lies in `poll-checkpoints`: one JSON state per key, the newest
// record of a key counts. Private to the poller; only this file knows the keys.
import type { FeedGap, Platform } from '../../schemas/generated/events.ts'
import type { MarketFacts } from './platforms/source.ts'
import type { PollerRecord } from './publisher.ts'

/** A tape: complete from the instant the poller first ran, up to `untilMs` but for the gaps. */
export interface TapeState {
  readonly startMs: number
  readonly untilMs: number
  readonly gaps: readonly FeedGap[]
}

/** A market's history: complete from the beginning up to `untilMs` but for the gaps. */
export interface HistoryState {
  readonly untilMs: number
  readonly gaps: readonly FeedGap[]
}

export interface MarketState extends MarketFacts {
  readonly nativeId: string
  readonly eventNativeId: string | null
  /** Digest of what was published last. */
  readonly digest: string
  /** When the answer came that it was published from. */
  readonly listedMs: number
  /** When the platform was asked about it after its end and had nothing new to say. */
  readonly askedMs?: number
}

export interface EventState {
  readonly digest: string
}

/** A list of the past: where the walk through it is. */
export interface PastListState {
  readonly cursor: string | null
  readonly isDone: boolean
}

/** The open lists were tried once, so that what they name is known: it never has to be waited for again. */
export interface WalkedState {
  readonly atMs: number
}

/** How far (platform's clock) changes have been followed. */
export interface ChangesState {
  readonly sinceMs: number
}

/** The platform's stamp of the last book published of a market. */
export interface BookState {
  readonly stamp: string
}

/** So many rows of a digest, at that instant (null: at none) have been published. */
export type PublishedRows = readonly [digest: string, timeMs: number | null, count: number]

/** A wallet: complete from `fromMs` (0: from the beginning) up to `untilMs` but for the gaps. */
export interface WalletState {
  readonly fromMs: number
  readonly untilMs: number
  readonly gaps: readonly FeedGap[]
  /** What was published of the stretches that will be read again, so that it is published once. */
  readonly recent: readonly PublishedRows[]
  /** From here on `recent` is complete: what lies before it must not be read again. */
  readonly recentFromMs: number
}

/** Every kind of checkpoint. */
export interface States {
  readonly tape: TapeState
  readonly history: HistoryState
  readonly market: MarketState
  readonly event: EventState
  readonly list: PastListState
  readonly walked: WalkedState
  readonly changes: ChangesState
  readonly book: BookState
  readonly wallet: WalletState
}

/** What the hub of a platform remembers; ids are unified ids. */
export interface HubMemory {
  tape: TapeState | null
  changes: ChangesState | null
  walked: WalkedState | null
  readonly lists: Map<string, PastListState>
  readonly markets: Map<string, MarketState>
  readonly events: Map<string, EventState>
  /** By address. */
  readonly wallets: Map<string, WalletState>
}

/** What a share of a platform's markets remembers. */
export interface MarketsMemory {
  /** What the hub says of them: it may be a moment old. */
  readonly markets: ReadonlyMap<string, MarketState>
  readonly histories: Map<string, HistoryState>
  readonly books: Map<string, BookState>
}

export function createHubMemory(): HubMemory {
  return {
    tape: null,
    changes: null,
    walked: null,
    lists: new Map(),
    markets: new Map(),
    events: new Map(),
    wallets: new Map(),
  }
}

/** The record that remembers a state; `id` is that of a market, event, list or wallet, or empty. */
export function toCheckpoint<K extends keyof States>(
  platform: Platform,
  kind: K,
  id: string,
  state: States[K],
): PollerRecord {
  const key = `${platform}/${kind}/${id}`
  return { topic: 'poll-checkpoints', key, value: { key, state: JSON.stringify(state) } }
}

export interface CheckpointKey {
  readonly platform: string
  /** As a rule a key of States: a later version may know more kinds. */
  readonly kind: string
  readonly id: string
}

export function parseCheckpointKey(key: string): CheckpointKey {
  const [platform = '', kind = ''] = key.split('/', 2)
  return { platform, kind, id: key.slice(platform.length + kind.length + 2) }
}
