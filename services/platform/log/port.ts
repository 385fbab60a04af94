// The event log: topics of partitions of records, as Kafka has them. The contract that every
// adapter keeps; test/contracts/event-log.ts holds each sentence of it to each adapter.
// Keys and values are bytes here; the codec makes them records.

/**
 * Key and value of one record together, in bytes; an append with a larger one is refused. Brokers
 * refuse a batch of 1 MiB, and a dead letter has to hold the record it is about.
 */
export const maxRecordBytes = 1_000_000

/** A record to be appended. */
export interface NewRecord {
  readonly topic: string
  /** Decides the partition (partitioner.ts) unless `partition` is given. null only with `partition`. */
  readonly key: string | null
  readonly partition?: number
  readonly value: Buffer
}

/** A record in the log. */
export interface LogRecord {
  readonly topic: string
  readonly partition: number
  /** Grows within a partition, with holes: transaction markers and compacted records take offsets. */
  readonly offset: number
  readonly key: string | null
  readonly value: Buffer
  /** When it was appended, Unix milliseconds by the log's clock; does not fall within a partition. */
  readonly timestampMs: number
}

export interface Partition {
  readonly topic: string
  readonly partition: number
}

/** A position in a partition: the offset of the next record to be read. */
export interface Position {
  readonly topic: string
  readonly partition: number
  readonly offset: number
}

export interface PartitionRange {
  readonly topic: string
  readonly partition: number
  /** First offset that is still kept. */
  readonly low: number
  /** Offset that the next record will have at the least: a reader at `high` has seen everything. */
  readonly high: number
}

export interface Lag {
  readonly topic: string
  readonly partition: number
  readonly position: number
  /** Records at most between the group's position and the end; 0 means that it has seen everything. */
  readonly behind: number
}

/**
 * Records of one or more partitions. Within a partition they are in offset order and none is left
 * out, but those that compaction removed. Never empty.
 */
export type Batch = readonly LogRecord[]

export interface SubscribeOptions {
  /** Members of one group share the partitions of its topics: each partition has one member at a time. */
  readonly group: string
  readonly topics: readonly string[]
  /** A batch has at most this many records (default 10,000); fewer when they are large. */
  readonly maxRecords?: number
  /** Wait up to this long for more records once one is there (default 0: hand over what is there). */
  readonly lingerMs?: number
  /**
   * Awaited before the first batch of partitions that this member has just been given: at the start,
   * from another member, or back after it was away. From then on no other member moves their
   * positions. If it throws, it is called again after a back-off, and no batch comes before, unless
   * the error has `retriable: false`: then the subscription stops, loudly. It may be told of
   * partitions that it never lost. `signal` is aborted by stop().
   */
  readonly onTaken?: (partitions: readonly Partition[], signal: AbortSignal) => Promise<void>
  /**
   * Called once, when the subscription has stopped for good: the handler or onTaken threw an error
   * with `retriable: false`, or the handler emitted what the log refuses for ever, or the log lost
   * records that the group had not read. Never after stop() has resolved.
   */
  readonly onFatal: (error: Error) => void
}

/**
 * Works on a batch and returns what to emit. The emitted records and the group's new position
 * become durable together, or neither does. If it throws, nothing is emitted and the same records
 * come again after a back-off (perhaps in other batches, perhaps to another member), unless the error has
 * `retriable: false`: then the subscription stops, loudly. It may be called again with records it
 * has seen (after a crash, after a partition moved, after a reset), so its work must not depend on
 * being called once. Calls of one subscription do not overlap. `signal` is aborted by stop(): the
 * handler may then throw to be done sooner, or finish, and its work counts. It must not await stop().
 */
export type Handle = (batch: Batch, signal: AbortSignal) => Promise<readonly NewRecord[]>

export interface Subscription {
  /** Waits for the running batch, gives the partitions up; no call of the handler comes after it. Twice is the same as once. */
  stop(): Promise<void>
}

export interface FollowOptions {
  readonly topic: string
  /** A batch has at most this many records (default 10,000); fewer when they are large. */
  readonly maxRecords?: number
  /**
   * Called once, when a follower that had caught up has stopped for good: the handler threw an error
   * with `retriable: false`, or the log lost records that the follower had not seen. Not when
   * follow() has rejected, and never after stop() has resolved.
   */
  readonly onFatal: (error: Error) => void
}

/**
 * Takes a batch in, as a rule by folding it into memory. If it throws, the same records come again
 * after a back-off (perhaps in other batches, perhaps behind records of other partitions) and none
 * behind them in their partition before them; so it must bear records of which it has taken in a
 * part. An error with `retriable: false` ends the follower instead. Once it has resolved, this
 * follower does not bring the same records again. Calls of one follower do not overlap. `signal` is
 * aborted by stop() and by close() of the log: it may then throw to be done sooner. It must await
 * neither stop() nor close().
 */
export type Fold = (batch: Batch, signal: AbortSignal) => Promise<void>

export interface Follower {
  /** Waits for the running call of the handler; none comes after it. Twice is the same as once. */
  stop(): Promise<void>
}

export interface ShareOptions {
  /** Not the name of a group that subscribes. */
  readonly group: string
  /** Shares 0 to `count - 1` are given out, evenly; every member says the same count. */
  readonly count: number
  /**
   * Called once, when it has stopped for good: the work threw an error with `retriable: false` that
   * is not WriterFenced. Never after stop() has resolved.
   */
  readonly onFatal: (error: Error) => void
}

/**
 * Does the work of one share for as long as it is this member's; several run at the same time.
 * `signal` is aborted when the share is wanted back and by stop(): it must then end soon, by
 * returning or throwing, and only then does another member begin. (One that has not ended after a
 * minute is left to itself, and another begins.) If it ends before, by an error that is retriable or
 * WriterFenced or without one, it is called again after a back-off, if the share is still this
 * member's. It must not await stop(). A member that was taken for dead may work on without knowing: so what the work
 * appends has to go through a Writer whose name is the share's, and what it remembers has to be read
 * from the log behind openWriter.
 */
export type Work = (share: number, signal: AbortSignal) => Promise<void>

export interface Sharing {
  /** Waits for the works to end, gives the shares up. Twice is the same as once. */
  stop(): Promise<void>
}

/**
 * Exclusive right to append on behalf of a name. Opening it takes the right away from whoever held
 * it before: an append of the earlier holder rejects with WriterFenced and leaves nothing behind.
 */
export interface Writer {
  /**
   * All or nothing, across topics and partitions; resolves when the records are durable. Records of
   * one partition keep the order given. Rejects: nothing of it will ever be seen, except after a
   * LogError with `unknown: true`, where reading back tells. No records: nothing happens. The
   * values are taken at the call; the caller may reuse them.
   */
  append(records: readonly NewRecord[]): Promise<void>
  /** Waits for the appends under way; later ones reject. */
  close(): Promise<void>
}

export interface EventLog {
  /** `name` is stable over restarts of the process that owns the work (on Kafka: the transactional id). */
  openWriter(name: string): Promise<Writer>

  /** Starts to consume. A group without a position starts at the oldest record kept. */
  subscribe(options: SubscribeOptions, handle: Handle): Promise<Subscription>

  /** Takes part in sharing out work that is not records of the log. Resolves at once. */
  share(options: ShareOptions, work: Work): Promise<Sharing>

  /**
   * The records of one partition from `from` (included) up to `until` (excluded, default: the end
   * at the time of the call), in order; from the oldest kept if `from` lies before it. Needs no
   * group and moves none. Aborted records are not there. Of a compacted topic, a record that a newer
   * one of its key replaces meanwhile may be left out.
   */
  read(options: {
    readonly topic: string
    readonly partition: number
    readonly from: number
    readonly until?: number
  }): AsyncIterable<LogRecord>

  /**
   * Sees every record of a topic: what is kept, from the oldest, and then whatever is appended, in
   * order within each partition, by whichever process, within moments of its becoming durable.
   * Aborted records are not there. Needs no group and moves none: any number of followers, in any
   * number of processes, each see everything, and each anew from the oldest.
   *
   * Resolves when the handler has taken in all that a read() of each partition would have given at
   * the call; later records may have come by then too. Rejects, and calls the handler no more, when
   * there is no such topic, when the follower ends for one of the reasons of `onFatal`, and when the
   * log is closed before it has caught up. Trouble that may pass is waited out, however long it
   * takes.
   *
   * Of a compacted topic, a record that a newer one of its key replaces meanwhile may be left out.
   * The newest of each key always comes; one that was appended after the call perhaps only after
   * follow() has resolved. Elsewhere, a partition of which nothing has been taken in yet begins at
   * the oldest record kept by then; from there on none is left out, and retention that removes a
   * record before it has been seen ends the follower.
   */
  follow(options: FollowOptions, handle: Fold): Promise<Follower>

  /** One entry per partition. */
  ranges(topic: string): Promise<readonly PartitionRange[]>

  /** Per partition the offset of the first record appended at or after that instant; the end if there is none. */
  offsetsAt(topic: string, timestampMs: number): Promise<readonly Position[]>

  lag(group: string, topics: readonly string[]): Promise<readonly Lag[]>

  /**
   * Sets a stopped group's positions, to replay; the others stay. Rejects while the group has
   * members, and offsets outside `low` to `high`.
   */
  reset(group: string, positions: readonly Position[]): Promise<void>

  /** Stops the subscriptions, sharings, followers and writers that are left. */
  close(): Promise<void>
}

/**
 * The log could not do it. `retriable`: the same call may work later. Not retriable: a topic or
 * partition that is not there, a record that is too large, something closed.
 */
export class LogError extends Error {
  readonly retriable: boolean
  /** An append may have become durable although it rejected. */
  readonly unknown: boolean
  constructor(
    message: string,
    options: { cause?: unknown; retriable: boolean; unknown?: boolean },
  ) {
    super(message, { cause: options.cause })
    this.name = 'LogError'
    this.retriable = options.retriable
    this.unknown = options.unknown ?? false
  }
}

/** Somebody else has opened the writer of this name. */
export class WriterFenced extends LogError {
  constructor(name: string) {
    super(`writer ${name} was taken over`, { retriable: false })
    this.name = 'WriterFenced'
  }
}

/** What a log needs to know of each topic, by its full name. */
export type TopicSettings = Readonly<
  Record<
    string,
    {
      readonly partitions: number
      readonly cleanup: 'delete' | 'compact'
      readonly retentionMs: number
    }
  >
>
