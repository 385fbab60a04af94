// A log with the topics that clients can follow, and processes that follow it, for tests.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLiveServices, type LiveOptions } from '../../../services/api/live/live.ts'
import type { TradesRequest } from '../../../services/api/live/live-log.ts'
import { createMarketFilter } from '../../../services/api/live/market-filter.ts'
import { liveTopics, type LiveTopic } from '../../../services/api/live/positions.ts'
import type { Streams } from '../../../services/api/live/streams.ts'
import { openLocalCodec } from '../../../services/lib/codec/local.ts'
import { openLmdbLog } from '../../../services/lib/log/lmdb.ts'
import { partitionOf } from '../../../services/lib/log/partitioner.ts'
import type { Follower, NewRecord } from '../../../services/lib/log/port.ts'
import { readOrCreateLogIdentity } from '../../../services/lib/run/log-identity.ts'
import { topics } from '../../../services/topology.ts'
import type { Book, FeedProgress, Market, Match, Trade } from '../../../schemas/generated/events.ts'
import { aBook, aMarket, aMatch, aTrade } from '../../projector/records.ts'
import { until } from '../../support/waiting.ts'

export const partitions = 3
export const topicPrefix = 'pm.'
export const partitionOfMarket = (marketId: string): number => partitionOf(marketId, partitions)

export type ProcessOptions = Partial<
  Omit<LiveOptions, 'log' | 'codec' | 'topicPrefix' | 'partitions'>
> & {
  /** It starts at the end of each partition, as after a long time, else with the oldest record. */
  readonly fromEnd?: boolean
}

export type LiveWorld = Awaited<ReturnType<typeof openLiveWorld>>

/** `retentionMs`: of trades. */
export async function openLiveWorld({ retentionMs = Infinity } = {}) {
  const directory = await mkdtemp(join(tmpdir(), 'oddslog-live-'))
  let nowMs = Date.UTC(2026, 10, 19, 12)
  const log = await openLmdbLog({
    path: join(directory, 'log'),
    topics: {
      ...Object.fromEntries(
        liveTopics.map((topic) => [topicPrefix + topic, { ...topics[topic], partitions }]),
      ),
      [`${topicPrefix}trades`]: { ...topics.trades, partitions, retentionMs },
      [`${topicPrefix}log-identity`]: topics['log-identity'],
    },
    now: () => nowMs,
  })
  const codec = await openLocalCodec({ path: join(directory, 'schemas') })
  const logId = await readOrCreateLogIdentity({ log, codec, topicPrefix, now: () => nowMs })
  const writer = await log.openWriter('test')
  const followers: Follower[] = []
  const opened: Pick<Streams, 'stop'>[] = []

  function toRecord(trade: Trade): NewRecord {
    const value = codec.encode('trades', { trade, progress: null })
    return { topic: `${topicPrefix}trades`, key: trade.market_id, value }
  }

  return {
    log,
    logId,
    codec,
    append: (records: readonly NewRecord[]): Promise<void> => writer.append(records),
    appendTrades: (trades: readonly Partial<Trade>[]): Promise<void> =>
      writer.append(trades.map((trade) => toRecord(aTrade(trade)))),
    appendBooks: (books: readonly Partial<Book>[]): Promise<void> =>
      writer.append(
        books.map((fields) => {
          const book = aBook(fields)
          const value = codec.encode('books', book)
          return { topic: `${topicPrefix}books`, key: book.market_id, value }
        }),
      ),
    appendMatch(fields: Partial<Match> = {}): Promise<void> {
      const match = { ...aMatch(), ...fields }
      const value = codec.encode('matches', match)
      return writer.append([{ topic: `${topicPrefix}matches`, key: match.market_id, value }])
    },
    appendMarket(fields: Partial<Market>): Promise<void> {
      const market = aMarket(fields)
      const value = codec.encode('markets', market)
      return writer.append([{ topic: `${topicPrefix}markets`, key: market.id, value }])
    },
    /** A watermark of a tape in one partition. */
    appendWatermark: (partition: number, completeUntilMs: number): Promise<void> => {
      const progress: FeedProgress = {
        feed: 'platform_b/trades',
        platform: 'platform_b',
        market_id: null,
        complete_from_ms: 0,
        complete_until_ms: completeUntilMs,
        gaps: [],
        received_at_ms: nowMs,
      }
      const value = codec.encode('trades', { trade: null, progress })
      return writer.append([
        { topic: `${topicPrefix}trades`, key: progress.feed, partition, value },
      ])
    },
    nowMs: () => nowMs,
    pass(ms: number): void {
      nowMs += ms
    },
    /** The part of an api process that follows the log. */
    async openProcess({ fromEnd = false, ...options }: ProcessOptions = {}) {
      const { recent, liveLog, streams } = createLiveServices({
        log,
        codec,
        topicPrefix,
        partitions,
        maxBytes: 1e9,
        limits: { perAccount: 100, total: 100 },
        now: () => nowMs,
        onFailure: fail,
        checkEveryMs: 5,
        ...options,
      })
      const own: Follower[] = []
      async function follow(topic: LiveTopic): Promise<void> {
        const ranges = await log.ranges(topicPrefix + topic)
        const from = new Map(
          ranges.map(({ partition, low, high }) => [partition, fromEnd ? high : low]),
        )
        recent.start(topic, from)
        const options = { topic: topicPrefix + topic, from, onFatal: fail }
        own.push(await log.follow(options, async (batch) => recent.append(topic, batch)))
      }
      for (const topic of liveTopics) await follow(topic)
      followers.push(...own)
      opened.push(streams)
      return {
        recent,
        live: liveLog,
        streams,
        stop: async (): Promise<void> => {
          streams.stop()
          for (const follower of own) await follower.stop()
        },
        /** Waits until the process has received all records. */
        async received(topic: LiveTopic = 'trades'): Promise<void> {
          const ranges = await log.ranges(topicPrefix + topic)
          await until(() =>
            ranges.every(
              ({ partition, high }) => (recent.ranges(topic)[partition]?.next ?? 0) >= high,
            ),
          )
        },
      }
    },
    async close(): Promise<void> {
      for (const streams of opened) streams.stop()
      for (const follower of followers) await follower.stop()
      await log.close()
      await rm(directory, { recursive: true, force: true })
    },
  }
}

function fail(error: unknown): never {
  throw error
}

export function aRequest(
  changes: Partial<TradesRequest> & {
    readonly marketIds?: readonly string[]
    readonly platform?: string
  } = {},
): TradesRequest {
  const { marketIds, platform, ...others } = changes
  const ids = marketIds ? new Set(marketIds) : null
  const filter = createMarketFilter(ids, platform, partitionOfMarket)
  return { after: undefined, sinceMs: undefined, filter, limit: 1_000, ...others }
}

export function idsOf(trades: readonly string[]): readonly string[] {
  return trades.map((trade) => (JSON.parse(trade) as { readonly id: string }).id)
}
