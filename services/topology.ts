// Who reads and who writes what: the one table from which topics, consumer groups, the types of the
// stages and the picture in the README are derived.
import type { TopicValues } from '../schemas/generated/events.ts'

export type Topic = keyof TopicValues

const day = 86_400_000

/** Topics keyed by market have one partition count, so that a market lies in the same partition of all of them. */
const marketPartitions = 12
/** The same for those keyed by wallet. */
const walletPartitions = 12

interface TopicSpec {
  /** What a record's key is; records of one key keep their order. */
  readonly key: string
  readonly partitions: number
  /** `delete`: records older than retentionMs go. `compact`: the newest record of each key stays. */
  readonly cleanup: 'delete' | 'compact'
  /** Infinity: for ever. */
  readonly retentionMs: number
  readonly meaning: string
}

export const topics: Readonly<Record<Topic, TopicSpec>> = {
  'raw.markets': {
    key: 'unified market id, or `event/` and unified event id',
    partitions: marketPartitions,
    cleanup: 'compact',
    retentionMs: Infinity,
    meaning: 'markets and events as the platforms say them; the newest answer about each stays',
  },
  'raw.trades': {
    key: 'unified market id',
    partitions: marketPartitions,
    cleanup: 'delete',
    retentionMs: Infinity,
    meaning: 'trades as the platforms say them, and how far each feed is complete',
  },
  'raw.books': {
    key: 'unified market id',
    partitions: marketPartitions,
    cleanup: 'delete',
    retentionMs: 30 * day,
    meaning: 'order books as the platforms say them',
  },
  'raw.wallets': {
    key: 'wallet',
    partitions: walletPartitions,
    cleanup: 'delete',
    retentionMs: Infinity,
    meaning: 'what wallets did, as the platform says it, and how far each wallet is complete',
  },
  markets: {
    key: 'unified market id',
    partitions: marketPartitions,
    cleanup: 'compact',
    retentionMs: Infinity,
    meaning: 'markets in the unified model; the newest record of each stays',
  },
  events: {
    key: 'unified event id',
    partitions: marketPartitions,
    cleanup: 'compact',
    retentionMs: Infinity,
    meaning: 'events in the unified model; the newest record of each stays',
  },
  trades: {
    key: 'unified market id',
    partitions: marketPartitions,
    cleanup: 'delete',
    retentionMs: Infinity,
    meaning: 'trades in the unified model, each once, and how far each feed is complete',
  },
  books: {
    key: 'unified market id',
    partitions: marketPartitions,
    cleanup: 'delete',
    retentionMs: 30 * day,
    meaning: 'order books in the unified model',
  },
  'wallet-activity': {
    key: 'wallet',
    partitions: walletPartitions,
    cleanup: 'delete',
    retentionMs: Infinity,
    meaning:
      'what wallets that were asked about did, in the unified model, and how far each is complete',
  },
  matches: {
    key: "unified id of platform_b's market",
    partitions: marketPartitions,
    cleanup: 'compact',
    retentionMs: Infinity,
    meaning:
      'which markets ask the same question on both platforms; the newest record of each stays',
  },
  'wallet-requests': {
    key: 'wallet',
    partitions: walletPartitions,
    cleanup: 'compact',
    retentionMs: Infinity,
    meaning: 'wallets that somebody asked about, and when last',
  },
  'poll-checkpoints': {
    key: 'feed or object',
    partitions: marketPartitions,
    cleanup: 'compact',
    retentionMs: Infinity,
    meaning: 'what the poller remembers',
  },
  developers: {
    // one partition: of two that sign up one email, the order of the log decides
    key: 'what the change is about: developer id, key id and kind of change; of revocations each its own',
    partitions: 1,
    cleanup: 'compact',
    retentionMs: Infinity,
    meaning: 'accounts and API keys: every change of them, no secret',
  },
  'dead-letters': {
    key: 'topic/partition/offset',
    partitions: 1,
    cleanup: 'delete',
    retentionMs: 90 * day,
    meaning: 'records that a stage could not work on',
  },
}

/** By the names that they have in the log. */
export function topicsWithPrefix(prefix: string): Readonly<Record<string, TopicSpec>> {
  return Object.fromEntries(Object.entries(topics).map(([name, spec]) => [prefix + name, spec]))
}

/** `reads` of a role with a `group` are consumed from the group's position; without, by replay. */
export const roles = {
  poller: {
    reads: ['poll-checkpoints', 'raw.trades', 'wallet-requests'],
    writes: ['raw.markets', 'raw.trades', 'raw.books', 'raw.wallets', 'poll-checkpoints'],
    group: null,
  },
  normalizer: {
    reads: ['raw.markets', 'raw.trades', 'raw.books', 'raw.wallets'],
    writes: ['markets', 'events', 'trades', 'books', 'wallet-activity'],
    group: 'normalizer',
  },
  matcher: {
    reads: ['markets', 'matches'],
    writes: ['matches'],
    group: null,
  },
  projector: {
    reads: ['markets', 'events', 'trades', 'books', 'wallet-activity', 'matches'],
    writes: [],
    group: 'projector',
  },
  api: {
    reads: ['developers'],
    writes: ['developers', 'wallet-requests'],
    group: null,
  },
} as const satisfies Record<
  string,
  { reads: readonly Topic[]; writes: readonly Topic[]; group: string | null }
>

export type Role = keyof typeof roles
/** The topics that a role consumes. */
export type Reads<R extends Role> = (typeof roles)[R]['reads'][number]
/** The topics that a role may emit to; every stage may write dead letters through its runner. */
export type Writes<R extends Role> = (typeof roles)[R]['writes'][number]

/** A record that role R may append: the compiler refuses a topic that is not its own. */
export type Emitted<T extends Topic = Topic> = {
  readonly [K in T]: {
    readonly topic: K
    /** Decides the partition, unless `partition` does. */
    readonly key: string
    readonly value: TopicValues[K]
    readonly partition?: number
  }
}[T]
