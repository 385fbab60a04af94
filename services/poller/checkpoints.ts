// What the poller remembers, as it lies in `poll-checkpoints`: one JSON state per key, the newest
// record of a key counts. Private to the poller; only this file knows the keys.
import type { Codec } from '../platform/codec/port.ts'
import type { EventLog } from '../platform/log/port.ts'
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

interface States {
  readonly tape: TapeState
  readonly history: HistoryState
  readonly market: MarketState
  readonly event: EventState
  readonly list: PastListState
  readonly changes: ChangesState
  readonly book: BookState
  readonly wallet: WalletState
}

/** Everything remembered about one platform; ids are unified ids. */
export interface PlatformMemory {
  tape: TapeState | null
  changes: ChangesState | null
  readonly lists: Map<string, PastListState>
  readonly markets: Map<string, MarketState>
  readonly events: Map<string, EventState>
  readonly histories: Map<string, HistoryState>
  readonly books: Map<string, BookState>
  /** By address. */
  readonly wallets: Map<string, WalletState>
}

export function createMemory(): PlatformMemory {
  return {
    tape: null,
    changes: null,
    lists: new Map(),
    markets: new Map(),
    events: new Map(),
    histories: new Map(),
    books: new Map(),
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

function restore(memory: PlatformMemory, kind: string, id: string, state: unknown): void {
  switch (kind as keyof States) {
    case 'tape':
      memory.tape = state as TapeState
      break
    case 'changes':
      memory.changes = state as ChangesState
      break
    case 'list':
      memory.lists.set(id, state as PastListState)
      break
    case 'market':
      memory.markets.set(id, state as MarketState)
      break
    case 'event':
      memory.events.set(id, state as EventState)
      break
    case 'history':
      memory.histories.set(id, state as HistoryState)
      break
    case 'book':
      memory.books.set(id, state as BookState)
      break
    case 'wallet':
      memory.wallets.set(id, state as WalletState)
      break
  }
}

/** Reads all that is remembered. */
export async function readMemory(options: {
  readonly log: EventLog
  readonly codec: Codec
  readonly topicPrefix: string
  readonly platforms: readonly Platform[]
  readonly signal: AbortSignal
}): Promise<ReadonlyMap<string, PlatformMemory>> {
  const { log, codec, signal } = options
  const topic = `${options.topicPrefix}poll-checkpoints`
  const memories = new Map<string, PlatformMemory>(
    options.platforms.map((platform) => [platform, createMemory()]),
  )
  for (const { partition, low } of await log.ranges(topic)) {
    for await (const record of log.read({ topic, partition, from: low })) {
      signal.throwIfAborted()
      const { key, state } = codec.decode('poll-checkpoints', record.value)
      const [platform = '', kind = ''] = key.split('/', 2)
      const memory = memories.get(platform)
      if (!memory) continue
      restore(memory, kind, key.slice(platform.length + kind.length + 2), JSON.parse(state))
    }
  }
  return memories
}
