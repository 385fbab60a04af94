// Answers requests for the trades after a cursor of the log. The answers come from the log and from the newest
// records in memory, never from the tables, so a cursor stays valid while the tables are rebuilt
// (docs/decisions/044-following-the-log.md).
import pLimit from 'p-limit'
import type { Trade } from '../../../schemas/generated/events.ts'
import type { Codec } from '../../lib/codec/port.ts'
import type { EventLog } from '../../lib/log/port.ts'
import { createRecordDecoder } from '../history/records.ts'
import type { LoadCursorCodec } from './cursor-source.ts'
import type { LogCursorCodec } from './log-cursor.ts'
import { createLogReader } from './log-reader.ts'
import type { MarketFilter } from './market-filter.ts'
import type { MutablePositions } from './positions.ts'
import type { RecentRecords } from './recent-records.ts'
import { createStartPositions } from './start-positions.ts'
import { toTradeJson } from './trade-json.ts'

export interface LiveLogOptions {
  readonly log: EventLog
  readonly codec: Codec
  readonly topicPrefix: string
  /** The newest records of the followed topics, in memory. */
  readonly recent: RecentRecords
  readonly loadCursorCodec: LoadCursorCodec
  /** Maximum number of records that a request reads from the log; 10,000 if omitted. */
  readonly maxLogRecords?: number
}

export interface TradesRequest {
  /** The cursor after which the trades begin; undefined: they begin at `sinceMs`. */
  readonly after: string | undefined
  /** Only trades of this time or later, Unix milliseconds; undefined: trades of any time. */
  readonly sinceMs: number | undefined
  readonly filter: MarketFilter
  readonly limit: number
}

export interface TradesAfterCursor {
  /** JSON of each trade. */
  readonly trades: readonly string[]
  /** Where the next request begins. */
  readonly cursor: string
  /** Whether this process has received records after `cursor`. The filter of the request may exclude all of them. */
  readonly hasMore: boolean
}

export interface LiveLog {
  /**
   * Returns trades in the order of the log. Rejects with a RequestError: 422 if the cursor cannot be used, 503
   * if the log cannot be read.
   */
  trades(request: TradesRequest): Promise<TradesAfterCursor>
}

/** Maximum number of requests that read the log at the same time, because reading takes processor time from others. */
const maxConcurrentReads = 2

export function createLiveLog(options: LiveLogOptions): LiveLog {
  const { codec, topicPrefix, recent, maxLogRecords = 10_000 } = options
  const decoder = createRecordDecoder(codec, topicPrefix)
  const reader = createLogReader(options)
  const start = createStartPositions(options)
  const limitReads = pLimit(maxConcurrentReads)

  async function startPositionsOf({ after, sinceMs }: TradesRequest, cursorCodec: LogCursorCodec) {
    if (after !== undefined)
      return (await start.positionsOfCursor(after, ['trades'], ['query', 'after'], cursorCodec))
        .positions
    return sinceMs === undefined
      ? start.oldestPositions(['trades'])
      : start.positionsSince('trades', sinceMs)
  }

  function hasMore(positions: MutablePositions, { hasPartition }: MarketFilter): boolean {
    const offsets = positions.get('trades') ?? []
    return recent
      .ranges('trades')
      .some(({ next }, partition) => hasPartition(partition) && (offsets[partition] ?? 0) < next)
  }

  return {
    async trades(request) {
      const { filter, limit, sinceMs = 0 } = request
      const isWantedTrade = ({ market_id: marketId, timestamp_ms: ms }: Trade): boolean =>
        ms >= sinceMs && filter.has(marketId)
      const cursorCodec = await options.loadCursorCodec()
      const positions = await startPositionsOf(request, cursorCodec)
      const trades: string[] = []
      const read = {
        positions,
        isWanted: filter.hasPartition,
        maxLogRecords,
        visit: (_topic: string, record: Parameters<typeof decoder.decodeTrade>[0]) => {
          if (record.key !== null && !filter.has(record.key)) return true
          const trade = decoder.decodeTrade(record)
          if (trade && isWantedTrade(trade)) trades.push(toTradeJson(trade))
          return trades.length < limit
        },
      }
      if (reader.hasRecordsInMemory(positions)) reader.readFromMemory(read)
      else await limitReads(() => reader.read(read))
      return {
        trades,
        cursor: cursorCodec.toCursor(positions),
        hasMore: hasMore(positions, filter),
      }
    },
  }
}
