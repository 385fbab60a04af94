// The event log: topics with partitions of records, as in Kafka. This file is the contract of both
// adapters (LMDB and Kafka); test/contracts/event-log.ts checks each sentence of it against each
// adapter. Values are bytes here; the codec encodes and decodes them.

/**
 * The limit for key and value of one record together, in bytes; the log rejects larger records. It is
 * below the 1 MiB that brokers accept per batch, so that a dead letter can contain the whole record.
 */
export const maxRecordBytes = 1_000_000

/** A record to append. */
export interface NewRecord {
  readonly topic: string
  /** Decides the partition (partitioner.ts) unless `partition` is set. May be null only if `partition` is set. */
  readonly key: string | null
  readonly partition?: number
  readonly value: Buffer
}

/** A record in the log. */
export interface LogRecord {
  readonly topic: string
  readonly partition: number
  /** Increases within a partition, with gaps: transaction markers and compacted records use offsets too. */
  readonly offset: number
  readonly key: string | null
  readonly value: Buffer
  /** Append time, Unix milliseconds of the log's clock; never decreases within a partition. */
  readonly timestampMs: number
}

export interface Partition {
  readonly topic: string
  readonly partition: number
}

/** Identifies a partition as the key of a map. */
export const partitionKey = ({ topic, partition }: Partition): string => `${topic}/${partition}`

/** The inverse of partitionKey(). */
export function parsePartitionKey(key: string): Partition {
  const end = key.lastIndexOf('/')
  return { topic: key.slice(0, end), partition: Number(key.slice(end + 1)) }
}

/** A position in a partition: the offset of the next record to read. */
export interface Position extends Partition {
  readonly offset: number
}

export interface PartitionRange extends Partition {
  /** The first offset that retention has kept. */
  readonly low: number
  /** The lowest offset that the next record can have: a reader at `high` has read everything. */
  readonly high: number
}

/** How much disk space a partition uses, and what retention would remove from it now. */
export interface PartitionUsage extends PartitionRange {
  /**
   * The number of records. On Kafka this is an upper bound, because offsets are counted; null for compacted topics,
   * where the bound would be far too high.
   */
  readonly records: number | null
  /**
   * The stored size of the records in one replica, without the space of removed records. null: the brokers do not
   * report the size.
   */
  readonly bytes: number | null
  /** Append time of the oldest record, Unix milliseconds. null: there is none. */
  readonly oldestMs: number | null
  /** Infinity: records are kept whatever their age. */
  readonly retentionMs: number
  /** The share of the partition in the limit of the topic; Infinity: there is no limit. */
  readonly retentionBytes: number
  /**
   * Records before this offset exceed one of the two limits. The limit of bytes is applied with the mean size of a
   * record.
   */
  readonly expiredUntil: number
  /**
   * If retention ran now, it would remove the records before this offset. On LMDB, retention keeps records that a
   * consumer group has not read.
   */
  readonly removableUntil: number
}

export interface Lag extends Partition {
  readonly position: number
  /**
   * The maximum number of records between the group's position and the end; 0 means that the group has
   * read everything.
   */
  readonly behind: number
}

/**
 * Records of one or more partitions, never empty. Within a partition the records are in offset order,
 * and only those that compaction removed are missing.
 */
export type Batch = readonly LogRecord[]

export interface SubscribeOptions {
  /** Each partition of the topics is assigned to one member of the group at a time. */
  readonly group: string
  readonly topics: readonly string[]
  /** A batch has at most this many records (default 10,000); fewer when they are large. */
  readonly maxRecords?: number
  /**
   * How long to wait for more records once there is one (default 0: deliver at once). After a batch that took long, the
   * wait is up to four times as long (linger.ts); after a full batch there is none.
   */
  readonly lingerMs?: number
  /**
   * Called with the partitions that were just assigned to this member: at the start, after another
   * member had them, or after this member had lost them. The subscription awaits it before it delivers
   * a batch of these partitions; from then on no other member moves their positions. If it throws, it
   * is called again after a back-off, unless the error has `retriable: false`: then the subscription
   * stops and calls onFatal. The list may contain partitions that this member never lost. stop() aborts
   * `signal`.
   */
  readonly onPartitionsAssigned?: (
    partitions: readonly Partition[],
    signal: AbortSignal,
  ) => Promise<void>
  /**
   * Called once, when the subscription has stopped because of an error: the handler or
   * onPartitionsAssigned threw an error with `retriable: false`, the handler emitted a record that the
   * log rejects, or the log removed records before the group had read them. Never called after stop()
   * has resolved.
   */
  readonly onFatal: (error: Error) => void
}

/**
 * Processes a batch and returns the records to emit. The emitted records and the group's new position
 * become durable together, or neither does. If the handler throws, nothing is emitted and the same
 * records are delivered again after a back-off (perhaps in other batches or to another member), unless
 * the error has `retriable: false`: then the subscription stops and calls onFatal. The handler must be
 * idempotent: it can receive records again after a crash, a rebalance or a reset. Calls of one
 * subscription do not overlap. stop() aborts `signal`: the handler may then throw to end sooner, or
 * finish, and its result is committed. The handler must not await stop().
 */
export type BatchHandler = (batch: Batch, signal: AbortSignal) => Promise<readonly NewRecord[]>

export interface Subscription {
  /** Waits for the current batch and leaves the group; the handler is not called afterwards. Idempotent. */
  stop(): Promise<void>
}

export interface FollowOptions {
  readonly topic: string
  /**
   * Where to start, by partition; the oldest record in partitions without an entry. A partition starts at
   * the oldest record too if retention has removed records at or after its entry.
   */
  readonly from?: ReadonlyMap<number, number>
  /** A batch has at most this many records (default 2,000); fewer when they are large. */
  readonly maxRecords?: number
  /**
   * Called once, when a follower that had caught up has stopped because of an error: the handler threw
   * an error with `retriable: false`, or the log removed records before the follower had read them. Not
   * called if follow() has rejected, and never after stop() has resolved.
   */
  readonly onFatal: (error: Error) => void
}

/**
 * Applies a batch, usually to state in memory. If the handler throws, the same records are delivered
 * again after a back-off, before any later record of their partition, but perhaps in other batches or
 * after records of other partitions. So the handler must tolerate records of a batch that it had
 * applied in part. An error with `retriable: false` ends the follower instead. Once the handler has
 * resolved, this follower does not deliver the same records again. Calls of one follower do not
 * overlap. stop() and the log's close() abort `signal`: the handler may then throw to end sooner. It
 * must await neither stop() nor close().
 */
export type FollowHandler = (batch: Batch, signal: AbortSignal) => Promise<void>

/** A running `follow`, which calls a handler with each new batch of a topic. */
export interface Follower {
  /** Waits for the current call of the handler; the handler is not called afterwards. Idempotent. */
  stop(): Promise<void>
}

export interface CoordinationOptions {
  /** Must not be the group of a subscription. */
  readonly group: string
  /**
   * The names of the tasks, which are divided evenly. Members may list different tasks: a task is
   * assigned only to members that list it, and to one of them at a time.
   */
  readonly tasks: readonly string[]
  /**
   * Called once, when this member has stopped because of an error: a task threw an error with
   * `retriable: false` that is not WriterFenced. Never called after stop() has resolved.
   */
  readonly onFatal: (error: Error) => void
}

/**
 * Runs one coordinated task for as long as the task is assigned to this member; several tasks run
 * concurrently.
 * 1. The log aborts `signal` when the task is revoked and on stop(). The runner must then return or
 *    throw soon; another member starts the task only afterwards. A runner that has not ended after a
 *    minute is abandoned, and another member starts the task.
 * 2. If the runner ends before the abort, without an error or with an error that is retriable or WriterFenced, it
 *    is called again after a back-off, as long as the task is assigned to this member.
 * 3. A member that the group has removed may keep running without knowing about its removal. So the runner must
 *    append through a Writer named after the task, and must read its state from the log after openWriter().
 * 4. The runner must not await stop().
 */
export type TaskRunner = (task: string, signal: AbortSignal) => Promise<void>

export interface TaskCoordination {
  /** Waits for the tasks to end and leaves the group. Idempotent. */
  stop(): Promise<void>
}

/**
 * A named producer. Opening a writer fences the previous writer of the same name: its appends reject
 * with WriterFenced and write nothing.
 */
export interface Writer {
  /**
   * Appends all records or none, across topics and partitions; resolves when the records are durable.
   * Records of one partition keep the order given. If it rejects, no reader will ever see one of the
   * records, except after a LogError with `unknown: true`: then only reading the topic shows whether
   * they were written. An empty list does nothing. The values are copied at the call.
   */
  append(records: readonly NewRecord[]): Promise<void>
  /** Waits for the current appends; later appends reject. */
  close(): Promise<void>
}

export interface EventLog {
  /** `name` must stay the same when the process restarts (on Kafka it is part of the transactional id). */
  openWriter(name: string): Promise<Writer>

  /** Starts to consume. A group without a position starts at the oldest record. */
  subscribe(options: SubscribeOptions, handle: BatchHandler): Promise<Subscription>

  /** Joins a group whose members divide named tasks that are not partitions. Resolves at once. */
  coordinateTasks(options: CoordinationOptions, runTask: TaskRunner): Promise<TaskCoordination>

  /**
   * Yields the records of one partition from `from` (included) up to `until` (excluded, default: the end at the
   * time of the call), in order; if `from` is before the oldest record, from the oldest record on. Uses no group.
   * Records of aborted transactions are left out. In a compacted topic, a record may be missing if a newer record
   * of its key is appended meanwhile. `pageBytes`: about how much is read at a time (default 4 MiB), for callers
   * that need only the first records.
   */
  read(options: {
    readonly topic: string
    readonly partition: number
    readonly from: number
    readonly until?: number
    readonly pageBytes?: number
  }): AsyncIterable<LogRecord>

  /**
   * Delivers the records of a topic to the handler: first the existing records from `from` on (by default
   * from the oldest on), then new records of all processes soon after they are durable, in order within
   * each partition. Records of aborted transactions are left out. Uses no group: each follower receives
   * all records, and keeps no position.
   *
   * Resolves when the handler has applied all records that read() of each partition, from the same positions on,
   * would have returned at the time of the call. By then the handler may have applied later records, too. Rejects,
   * and no longer calls the handler, when the topic does not exist, when a position of `from` is after the end of
   * its partition, when the follower ends for one of the reasons of `onFatal`, and when the log is closed before
   * the follower has caught up. Retriable errors are retried without limit.
   *
   * In a compacted topic, a record may be missing if a newer record of its key is appended meanwhile. The newest
   * record of each key is always delivered; if it was appended after the call, perhaps only after follow() has
   * resolved. In other topics, a partition without an entry in `from` starts at the oldest record at the time of
   * its first batch. From that record on, no record is left out: the follower ends if retention removes a record
   * that it has not read.
   */
  follow(options: FollowOptions, handle: FollowHandler): Promise<Follower>

  /** One entry per partition. */
  ranges(topic: string): Promise<readonly PartitionRange[]>

  /** One entry per partition. */
  usage(topic: string): Promise<readonly PartitionUsage[]>

  /** Returns for each partition the offset of the first record appended at or after that time, or the end. */
  offsetsAt(topic: string, timestampMs: number): Promise<readonly Position[]>

  lag(group: string, topics: readonly string[]): Promise<readonly Lag[]>

  /**
   * Sets positions of a stopped group, for a replay; other positions stay. Rejects while the group has
   * members, and for offsets outside `low` to `high`.
   */
  reset(group: string, positions: readonly Position[]): Promise<void>

  /** Stops all subscriptions, task coordinations, followers and writers that are still open. */
  close(): Promise<void>
}

/** A log that is opened only to be read: nothing in it can change, not even positions of groups. */
export type ReadableLog = Omit<EventLog, 'openWriter' | 'subscribe' | 'coordinateTasks' | 'reset'>

/**
 * An operation of the log failed. `retriable`: the same call may succeed later. By default, an error is not
 * retriable, for example an unknown topic or partition, a record that is too large, or a closed log.
 */
export class LogError extends Error {
  readonly retriable: boolean
  /** The append rejected but may have become durable. */
  readonly unknown: boolean
  constructor(
    message: string,
    options: { cause?: unknown; retriable?: boolean; unknown?: boolean } = {},
  ) {
    super(message, { cause: options.cause })
    this.name = 'LogError'
    this.retriable = options.retriable ?? false
    this.unknown = options.unknown ?? false
  }
}

/** Another process or caller has opened a writer of the same name. */
export class WriterFenced extends LogError {
  constructor(name: string) {
    super(`writer ${name} was taken over`)
    this.name = 'WriterFenced'
  }
}

/** The settings of each topic, by its full name. */
export type TopicSettings = Readonly<
  Record<
    string,
    {
      readonly partitions: number
      readonly cleanup: 'delete' | 'compact'
      readonly retentionMs: number
      /**
       * The size that the topic may have; each partition may take an equal share. Older records are removed.
       * Only with cleanup `delete`. Default: no limit.
       */
      readonly retentionBytes?: number
      /**
       * LMDB: retention keeps records that one of these groups has not read, however old they are. Kafka's
       * brokers cannot do this (docs/kafka.md).
       */
      readonly consumerGroups?: readonly string[]
    }
  >
>
