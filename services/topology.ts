// The topics, and which of them each role reads and writes. The names of the consumer groups, the types of
// the stages and the table of roles in the README are derived from this file.
import type { TopicValues } from '../schemas/generated/events.ts'

export type Topic = keyof TopicValues

const dayMs = 86_400_000

/**
 * Number of partitions of all topics whose key is a market. It is the same for all of them, so that a market
 * has the same partition number in each topic.
 */
const marketPartitions = 12
/**
 * Number of partitions of all topics whose key is a wallet. It is the same for all of them, so that a wallet
 * has the same partition number in each topic.
 */
const walletPartitions = 12

interface TopicDefinition {
  /** What the key of a record identifies. Records with the same key keep their order. */
  readonly key: string
  readonly partitions: number
  /**
   * `delete`: the log removes records older than `retentionMs`. `compact`: the log keeps only the newest
   * record of each key.
   */
  readonly cleanup: 'delete' | 'compact'
  /** Time for which records are kept. Infinity: they are retained indefinitely. */
  readonly retentionMs: number
  /** Description of the records, for the documentation. */
  readonly meaning: string
}

export const topics: Readonly<Record<Topic, TopicDefinition>> = {
  'raw.markets': {
    key: 'unified market id, or `event/` and unified event id',
    partitions: marketPartitions,
    cleanup: 'compact',
    retentionMs: Infinity,
    meaning: 'markets and events as the platforms sent them',
  },
  'raw.trades': {
    key: 'unified market id',
    partitions: marketPartitions,
    cleanup: 'delete',
    retentionMs: Infinity,
    meaning: 'trades as the platforms sent them, and the watermarks of their feeds',
  },
  'raw.books': {
    key: 'unified market id',
    partitions: marketPartitions,
    cleanup: 'delete',
    retentionMs: 30 * dayMs,
    meaning: 'order books as the platforms sent them, or as their streams changed them',
  },
  'raw.streams': {
    key: 'unified market id',
    partitions: marketPartitions,
    cleanup: 'delete',
    retentionMs: dayMs,
    meaning: 'messages of the live streams as the platforms sent them',
  },
  'raw.provisional-trades': {
    key: 'unified market id',
    partitions: marketPartitions,
    cleanup: 'delete',
    retentionMs: 7 * dayMs,
    meaning: 'trades as live streams announced them, and their withdrawals',
  },
  'raw.wallets': {
    key: 'wallet',
    partitions: walletPartitions,
    cleanup: 'delete',
    retentionMs: Infinity,
    meaning: 'wallet activity as the platform sent it, and the watermark of each wallet',
  },
  markets: {
    key: 'unified market id',
    partitions: marketPartitions,
    cleanup: 'compact',
    retentionMs: Infinity,
    meaning: 'markets in the unified model',
  },
  events: {
    key: 'unified event id',
    partitions: marketPartitions,
    cleanup: 'compact',
    retentionMs: Infinity,
    meaning: 'events in the unified model',
  },
  trades: {
    key: 'unified market id',
    partitions: marketPartitions,
    cleanup: 'delete',
    retentionMs: Infinity,
    meaning: 'trades in the unified model, each once, and the watermarks of their feeds',
  },
  'provisional-trades': {
    key: 'unified market id',
    partitions: marketPartitions,
    cleanup: 'delete',
    retentionMs: 7 * dayMs,
    meaning:
      'trades in the unified model that live streams announced and requests have not confirmed yet, and their withdrawals',
  },
  books: {
    key: 'unified market id',
    partitions: marketPartitions,
    cleanup: 'delete',
    retentionMs: 30 * dayMs,
    meaning: 'order books in the unified model',
  },
  'book-sightings': {
    key: 'unified market id',
    partitions: marketPartitions,
    cleanup: 'compact',
    retentionMs: Infinity,
    meaning: 'when the newest order book of each market was last found unchanged',
  },
  'book-states': {
    key: 'unified market id',
    partitions: marketPartitions,
    cleanup: 'delete',
    retentionMs: dayMs,
    meaning: 'how far the newest order book of each streamed market can be trusted',
  },
  'wallet-activity': {
    key: 'wallet',
    partitions: walletPartitions,
    cleanup: 'delete',
    retentionMs: Infinity,
    meaning:
      'activity of the wallets that clients asked about, in the unified model, and their watermarks',
  },
  matches: {
    key: 'unified market id, or `<platform>/<unified market id>` for a match with any platform but the first registered one',
    partitions: marketPartitions,
    cleanup: 'compact',
    retentionMs: Infinity,
    meaning: 'pairs of markets of two platforms that ask the same question',
  },
  audits: {
    key: 'unified market id',
    partitions: marketPartitions,
    cleanup: 'compact',
    retentionMs: Infinity,
    meaning: 'whether the trades of each market add up to the volume that the platform states',
  },
  'wallet-requests': {
    key: 'wallet',
    partitions: walletPartitions,
    cleanup: 'compact',
    retentionMs: Infinity,
    meaning: 'wallets that clients asked about, with the time of the last request',
  },
  'history-requests': {
    key: 'unified market id',
    partitions: marketPartitions,
    cleanup: 'compact',
    retentionMs: Infinity,
    meaning: 'markets whose older trades clients asked about, with the time of the last request',
  },
  'poll-checkpoints': {
    key: 'feed or polled object',
    partitions: marketPartitions,
    cleanup: 'compact',
    retentionMs: Infinity,
    meaning: 'checkpoints of the poller',
  },
  developers: {
    // This topic has one partition, so that all sign-ups are in one order. Of two sign-ups with the same
    // email, the first one counts.
    key: 'subject of the change: developer id, key id and kind of change',
    partitions: 1,
    cleanup: 'compact',
    retentionMs: Infinity,
    meaning: 'every change of accounts and API keys, without secrets',
  },
  webhooks: {
    key: 'webhook id, followed by `/` and the action for all actions but create and delete',
    partitions: 1,
    cleanup: 'compact',
    retentionMs: Infinity,
    meaning: 'the webhooks of the accounts, without secrets',
  },
  'webhook-messages': {
    key: 'webhook id',
    // One partition, so that a position in the topic is one number.
    partitions: 1,
    cleanup: 'delete',
    retentionMs: 7 * dayMs,
    meaning: 'messages that are sent to webhooks',
  },
  'webhook-checkpoints': {
    key: 'the constant `positions`, or webhook id and kind of state',
    partitions: 1,
    cleanup: 'compact',
    retentionMs: Infinity,
    meaning: 'how far events are detected and messages are delivered',
  },
  'log-identity': {
    key: 'the constant `log`',
    partitions: 1,
    cleanup: 'compact',
    retentionMs: Infinity,
    meaning: 'the identity of this log, which its store keeps too',
  },
  'dead-letters': {
    key: 'topic/partition/offset',
    partitions: 1,
    cleanup: 'delete',
    retentionMs: 90 * dayMs,
    meaning: 'records that a stage could not process',
  },
}

/** Bytes that topics may take; topics without an entry have no limit. */
export type RetentionBytes = Readonly<Partial<Record<Topic, number>>>

interface TopicSettings extends TopicDefinition {
  readonly consumerGroups: readonly string[]
  /** Infinity: no limit. */
  readonly retentionBytes: number
}

/** Returns all topics by their full names in the log (the prefix and the name), with their consumer groups. */
export function topicsWithPrefix(
  prefix: string,
  retentionBytes: RetentionBytes = {},
): Readonly<Record<string, TopicSettings>> {
  return Object.fromEntries(
    Object.entries(topics).map(([name, spec]) => {
      const consumerGroups = stagesReading(name).map((stage) => `${prefix}${roles[stage].group}`)
      const limit = retentionBytes[name as Topic] ?? Infinity
      return [prefix + name, { ...spec, consumerGroups, retentionBytes: limit }]
    }),
  )
}

/**
 * The topics that each role reads and writes. A role with a `group` reads from the committed offset of this
 * consumer group. A role without a group has no committed offsets and reads the records that it needs again
 * after each start.
 */
export const roles = {
  poller: {
    reads: [
      'poll-checkpoints',
      'raw.trades',
      'wallet-requests',
      'history-requests',
      'audits',
      'trades',
      'provisional-trades',
    ],
    writes: [
      'raw.markets',
      'raw.trades',
      'raw.books',
      'raw.streams',
      'raw.provisional-trades',
      'raw.wallets',
      'book-sightings',
      'book-states',
      'poll-checkpoints',
    ],
    group: null,
  },
  normalizer: {
    reads: ['raw.markets', 'raw.trades', 'raw.books', 'raw.provisional-trades', 'raw.wallets'],
    writes: ['markets', 'events', 'trades', 'provisional-trades', 'books', 'wallet-activity'],
    group: 'normalizer',
  },
  matcher: {
    reads: ['markets', 'matches'],
    writes: ['matches'],
    group: null,
  },
  projector: {
    reads: [
      'markets',
      'events',
      'trades',
      'books',
      'book-sightings',
      'wallet-activity',
      'matches',
      'audits',
    ],
    writes: ['audits', 'log-identity'],
    group: 'projector',
  },
  api: {
    reads: [
      'developers',
      'wallet-requests',
      'history-requests',
      'trades',
      'provisional-trades',
      'books',
      'markets',
      'audits',
      'book-sightings',
      'book-states',
      'matches',
      'log-identity',
      'webhooks',
      'webhook-checkpoints',
    ],
    writes: ['developers', 'wallet-requests', 'history-requests', 'webhooks'],
    group: null,
  },
  webhooks: {
    reads: [
      'webhooks',
      'webhook-messages',
      'webhook-checkpoints',
      'developers',
      'trades',
      'markets',
      'matches',
    ],
    writes: ['webhook-messages', 'webhook-checkpoints'],
    group: null,
  },
} as const satisfies Record<
  string,
  { reads: readonly Topic[]; writes: readonly Topic[]; group: string | null }
>

export type Role = keyof typeof roles

/** Returns the stages that read a topic as a consumer group. `topic` is a name without the prefix. */
export function stagesReading(topic: string): readonly Role[] {
  return (Object.keys(roles) as Role[]).filter(
    (role) =>
      roles[role].group !== null && (roles[role].reads as readonly string[]).includes(topic),
  )
}

/** The names of the topics that a role reads. */
export type InputTopicOf<R extends Role> = (typeof roles)[R]['reads'][number]
/** The names of the topics that a role writes. In addition, each stage can write dead letters. */
export type OutputTopicOf<R extends Role> = (typeof roles)[R]['writes'][number]

/**
 * A record for one of the topics T. With `OutputTopicOf<R>` as T, the compiler rejects records for topics
 * that role R does not write.
 */
export type EmittedRecord<T extends Topic = Topic> = {
  readonly [K in T]: {
    readonly topic: K
    /** Determines the partition unless `partition` is given. */
    readonly key: string
    readonly value: TopicValues[K]
    readonly partition?: number
  }
}[T]
