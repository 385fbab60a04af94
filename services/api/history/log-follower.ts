// Keeps the memory of the api up to date: follows the topics `trades`, `books`, `markets`, `audits`,
// `book-sightings`, `book-states` and `provisional-trades`, and regularly reads the positions of the store. The
// tables always have the rows of all records before such a position, because the projector writes the position after
// the rows.
import { candlePositions } from '../../domain/store-positions.ts'
import type { Codec } from '../../lib/codec/port.ts'
import type { EventLog, Follower, LogRecord, PartitionRange } from '../../lib/log/port.ts'
import { hasRecords } from '../../lib/run/has-records.ts'
import { readLogIdentity } from '../../lib/run/log-identity.ts'
import type { Store } from '../../lib/store/port.ts'
import { queryStorePositions, type StorePositions } from '../queries/store-positions.ts'
import { liveTopics, type LiveTopic } from '../live/positions.ts'
import type { RecordListener } from '../live/recent-records.ts'
import type { Topic } from '../../topology.ts'
import type { BookStates } from './book-states.ts'
import type { HistoryMemory } from './memory.ts'
import type { ProvisionalTrades } from './provisional-trades.ts'

export interface LogFollowerOptions {
  readonly store: Store
  readonly log: EventLog
  readonly codec: Codec
  readonly topicPrefix: string
  readonly memory: HistoryMemory
  readonly provisionalTrades?: ProvisionalTrades
  readonly bookStates?: BookStates
  /** Receives the records of the topics that clients can follow, each after it was applied to the memory. */
  readonly listener?: RecordListener
  /** How often the positions of the store are read; 1000 if omitted. */
  readonly pollEveryMs?: number
  /** Called after each read of the positions of the store, even if it failed. */
  readonly onPolled: () => void
  /** Called when the positions of the store could not be read. The next poll reads them again. */
  readonly onPollFailed: (error: unknown) => void
  /** Called when a topic can no longer be read. */
  readonly onFatal: (error: Error) => void
}

const topics = ['trades', 'books', 'markets', 'audits'] as const
type FollowedTopic = (typeof topics)[number]

/**
 * If a partition has more records than this after the store's position, they are skipped: following begins
 * at the end of the partition.
 */
const maxRecordsAtStart = 20_000

export function createLogFollower(options: LogFollowerOptions) {
  const { store, log, topicPrefix, memory, provisionalTrades, bookStates, onFatal } = options
  const followers: Follower[] = []
  const apply: Record<FollowedTopic, (record: LogRecord) => void> = {
    trades(record) {
      memory.applyTrade(record)
      provisionalTrades?.applyTrade(record)
    },
    books: memory.applyBook,
    markets: memory.applyMarket,
    audits: memory.applyAudit,
  }
  let logId: string | null = null
  let timer: NodeJS.Timeout | null = null
  let polling: Promise<void> = Promise.resolve()
  let isStopped = false

  async function readStorePositions(): Promise<StorePositions> {
    logId ??= await readLogIdentity(options)
    return queryStorePositions(store, logId)
  }

  /**
   * Passes the positions of the store to the memory. A tail then skips the offsets that are before a position but have
   * no records, such as transaction markers of Kafka: the log would never deliver a record for them.
   */
  async function setStorePositions(found: StorePositions): Promise<void> {
    memory.setStorePositions(found)
    for (const name of topics)
      for (const range of memory.tails[name].undeliveredRanges()) {
        if (isStopped) return
        if (!(await hasRecords(log, { topic: topicPrefix + name, ...range })))
          memory.tails[name].skip(range)
      }
  }

  async function pollRepeatedly(): Promise<void> {
    await readStorePositions().then(setStorePositions).catch(options.onPollFailed)
    options.onPolled()
    if (isStopped) return
    timer = setTimeout(() => {
      polling = pollRepeatedly()
    }, options.pollEveryMs ?? 1_000)
  }

  const isLiveTopic = (name: Topic): name is LiveTopic => liveTopics.some((topic) => topic === name)

  async function follow(name: FollowedTopic, found: StorePositions): Promise<void> {
    const topic = topicPrefix + name
    const positions = found.positionsOf(name)
    const ofCandles =
      name === 'trades' ? found.positionsOf(candlePositions) : new Map<number, number>()
    const from = new Map(
      (await log.ranges(topic)).map((range) => {
        const position = positions.get(range.partition) ?? 0
        return [
          range.partition,
          startPositionOf(range, Math.min(position, ofCandles.get(range.partition) ?? position)),
        ]
      }),
    )
    memory.tails[name].start(from)
    if (name === 'trades') memory.tails.candles.start(from)
    await followFrom(name, from, apply[name])
  }

  /** Applies each record. Then, if clients can follow the topic, passes the batch to the listener. */
  async function followFrom(
    name: Topic,
    from: ReadonlyMap<number, number>,
    applyRecord: (record: LogRecord) => void,
  ): Promise<void> {
    if (isLiveTopic(name)) options.listener?.start(name, from)
    followers.push(
      await log.follow({ topic: topicPrefix + name, from, onFatal }, async (batch) => {
        for (const record of batch) applyRecord(record)
        if (isLiveTopic(name)) options.listener?.append(name, batch)
      }),
    )
  }

  const endOffsetsOf = async (name: Topic): Promise<ReadonlyMap<number, number>> =>
    new Map((await log.ranges(topicPrefix + name)).map(({ partition, high }) => [partition, high]))

  return {
    /**
     * Starts to follow the topics. Resolves when the records after the store's positions have been applied. Rejects
     * if the store or the log cannot be read.
     */
    start: async (): Promise<void> => {
      const found = await readStorePositions()
      if (provisionalTrades) {
        const from = await provisionalTrades.startPositions()
        await followFrom('provisional-trades', from, provisionalTrades.apply)
      }
      for (const name of topics) await follow(name, found)
      await provisionalTrades?.start()
      // Sightings and matches are followed from the ends of their topics, because earlier ones are read from the store.
      // Matches are followed only for clients that follow the log.
      await followFrom('book-sightings', await endOffsetsOf('book-sightings'), memory.applySighting)
      if (bookStates)
        await followFrom('book-states', await bookStates.startPositions(), bookStates.apply)
      if (options.listener)
        await followFrom('matches', await endOffsetsOf('matches'), () => undefined)
      await setStorePositions(found)
      polling = pollRepeatedly()
    },
    stop: async (): Promise<void> => {
      isStopped = true
      if (timer !== null) clearTimeout(timer)
      await polling
      for (const follower of followers) await follower.stop()
    },
  }
}

function startPositionOf({ low, high }: PartitionRange, position: number): number {
  const start = Math.min(Math.max(position, low), high)
  return high - start > maxRecordsAtStart ? high : start
}
