// What the log says that pollers remember, all shares of all processes, as it is written: where a
// share's memory comes from when it is taken, and where it sees what other shares own. Feeds never
// write to it.
import type { Codec } from '../platform/codec/port.ts'
import { LogError, type EventLog, type LogRecord } from '../platform/log/port.ts'
import type { Platform } from '../../schemas/generated/events.ts'
import { topics } from '../topology.ts'
import {
  createHubMemory,
  parseCheckpointKey,
  type BookState,
  type HistoryState,
  type HubMemory,
  type MarketsMemory,
  type MarketState,
  type States,
} from './checkpoints.ts'
import { followTopic } from './follow-topic.ts'
import { marketShareCount, marketShareOf } from './shares.ts'

/** What is known of a platform, as of the last record seen. */
export interface PlatformFold {
  /** Its markets lie in their shares. */
  readonly hub: Readonly<Omit<HubMemory, 'markets'>>
  readonly shares: readonly ShareFold[]
}

export interface ShareFold {
  readonly markets: ReadonlyMap<string, MarketState>
  readonly histories: ReadonlyMap<string, HistoryState>
  readonly books: ReadonlyMap<string, BookState>
}

export interface Fold {
  of(platform: Platform): PlatformFold
  /** Counts up with every record. */
  readonly version: number
  /** Resolves when all is seen that had been appended at the call. Rejects if the log cannot say. */
  catchUp(): Promise<void>
  /**
   * A copy to work on, for whoever alone writes such states from now on. `signal`: aborted when that
   * is over.
   */
  takeHub(platform: Platform, signal: AbortSignal): HubMemory
  /** The same for a share of its markets, whose facts stay those of the fold. */
  takeMarkets(platform: Platform, share: number, signal: AbortSignal): MarketsMemory
  /** Never resolves; rejects when nothing more can come. */
  readonly ended: Promise<never>
  stop(): Promise<void>
}

/** Resolves when all that the log holds is seen; rejects with the signal's reason. */
export async function openFold(options: {
  readonly log: EventLog
  readonly codec: Codec
  readonly topicPrefix: string
  readonly platforms: readonly Platform[]
  readonly signal: AbortSignal
}): Promise<Fold> {
  const { log, codec, signal } = options
  const topic = `${options.topicPrefix}poll-checkpoints`
  const folds = new Map<string, OwnFold>(options.platforms.map((p) => [p, createOwnFold()]))
  /** By partition: where what was not seen begins. Both the follower and catching up move it on. */
  const positions = Array.from({ length: topics['poll-checkpoints'].partitions }, () => 0)
  let version = 0

  function take({ partition, offset, value }: LogRecord): void {
    if (offset < (positions[partition] ?? 0)) return
    try {
      const { key, state } = codec.decode('poll-checkpoints', value)
      const { platform, kind, id } = parseCheckpointKey(key)
      const fold = folds.get(platform)
      if (fold) restore(fold, kind, id, state)
    } catch (cause) {
      // Going on without it might repeat what was published.
      const message = `${topic}/${partition}/${offset} is no checkpoint`
      throw new LogError(message, { cause, retriable: false })
    }
    positions[partition] = offset + 1
    version += 1
  }

  async function readOn(): Promise<void> {
    await Promise.all(
      positions.map(async (from, partition) => {
        for await (const record of log.read({ topic, partition, from })) {
          signal.throwIfAborted()
          take(record)
        }
      }),
    )
  }

  function ownFold(platform: Platform): OwnFold {
    const fold = folds.get(platform)
    if (!fold) throw new Error(`${platform} is not followed`)
    return fold
  }

  const following = await followTopic({ log, topic, signal }, async (batch) => {
    for (const record of batch) take(record)
  })
  return {
    of: ownFold,
    get version() {
      return version
    },
    catchUp: inTurn(readOn),
    takeHub: (platform, until) => takeHub(ownFold(platform), until),
    takeMarkets: (platform, share, until) => takeMarkets(ownFold(platform), share, until),
    ended: following.ended,
    stop: () => following.stop(),
  }
}

/** One run at a time, for all who call before it begins. */
function inTurn(run: () => Promise<void>): () => Promise<void> {
  let last: Promise<void> = Promise.resolve()
  let next: Promise<void> | null = null
  const begin = (): Promise<void> => {
    next = null
    return run()
  }
  return () => {
    if (!next) {
      next = last.then(begin, begin)
      last = next
    }
    return next
  }
}

interface OwnShare extends ShareFold {
  readonly markets: Map<string, MarketState>
  readonly histories: Map<string, HistoryState>
  readonly books: Map<string, BookState>
  /** The copy at which somebody works. */
  taken: MarketsMemory | null
}

interface OwnFold extends PlatformFold {
  readonly hub: HubMemory
  readonly shares: readonly OwnShare[]
  takenHub: HubMemory | null
}

function createOwnFold(): OwnFold {
  const shares = Array.from({ length: marketShareCount }, (): OwnShare => ({
    markets: new Map(),
    histories: new Map(),
    books: new Map(),
    taken: null,
  }))
  return { hub: createHubMemory(), shares, takenHub: null }
}

function shareAt({ shares }: OwnFold, share: number): OwnShare {
  const found = shares[share]
  if (!found) throw new Error(`there is no share ${share}`)
  return found
}

function takeHub(fold: OwnFold, signal: AbortSignal): HubMemory {
  const { hub, shares } = fold
  const taken: HubMemory = {
    ...hub,
    lists: new Map(hub.lists),
    events: new Map(hub.events),
    wallets: new Map(hub.wallets),
    markets: new Map(),
  }
  for (const { markets } of shares) for (const [id, state] of markets) taken.markets.set(id, state)
  fold.takenHub = taken
  signal.addEventListener('abort', () => {
    if (fold.takenHub === taken) fold.takenHub = null
  })
  return taken
}

function takeMarkets(fold: OwnFold, index: number, signal: AbortSignal): MarketsMemory {
  const share = shareAt(fold, index)
  const taken: MarketsMemory = {
    markets: share.markets,
    histories: new Map(share.histories),
    books: new Map(share.books),
  }
  share.taken = taken
  signal.addEventListener('abort', () => {
    if (share.taken === taken) share.taken = null
  })
  return taken
}

function restore(fold: OwnFold, kind: string, id: string, text: string): void {
  const { hub, takenHub } = fold
  const share = (): OwnShare => shareAt(fold, marketShareOf(id))
  switch (kind as keyof States) {
    case 'tape':
      hub.tape = JSON.parse(text) as States['tape']
      break
    case 'changes':
      hub.changes = JSON.parse(text) as States['changes']
      break
    case 'walked':
      hub.walked = JSON.parse(text) as States['walked']
      break
    case 'list':
      return put(hub.lists, takenHub?.lists, id, text)
    case 'event':
      return put(hub.events, takenHub?.events, id, text)
    case 'wallet':
      return put(hub.wallets, takenHub?.wallets, id, text)
    case 'market':
      return put(share().markets, takenHub?.markets, id, text)
    case 'history':
      return put(share().histories, share().taken?.histories, id, text)
    case 'book':
      return put(share().books, share().taken?.books, id, text)
  }
}

/**
 * Most of what comes was written by this very process: then the state of the copy is taken, so that
 * the same thing is not kept twice.
 */
function put<T>(
  into: Map<string, T>,
  taken: ReadonlyMap<string, T> | undefined,
  id: string,
  text: string,
): void {
  const own = taken?.get(id)
  const isOwn = own !== undefined && JSON.stringify(own) === text
  into.set(id, isOwn ? own : (JSON.parse(text) as T))
}
