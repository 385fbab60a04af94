// Reads the history of a market again, to find trades that were missing in it.
import { maxTradedBeforeCreationMs } from '../../domain/market.ts'
import { isRejectedTrade } from '../../platforms/mapping/map-body.ts'
import type { Source, TradeResult, TradeRow, Window } from '../../platforms/source.ts'
import { UpstreamError } from '../../platforms/upstream/upstream-error.ts'
import { toVolumeMismatchGap, type Coverage } from '../windows/coverage.ts'
import type { Evidence } from '../windows/evidence.ts'
import type { SplitOptions } from '../windows/split-window.ts'
import { createWindowLength } from '../windows/window-length.ts'
import { createWindowReader, readAllPieces } from '../windows/window-reader.ts'
import type { HistoryFeed, HistoryFeedOptions } from './history-feed.ts'
import { toTradeRecord } from './trade-records.ts'

/** The parts of a history feed that read trades. */
interface HistoryReadFunctions {
  readonly read: (ids: readonly string[], window: Window) => Promise<TradeResult>
  /** An answer of `read` with more rows than this may be incomplete. */
  readonly maxRows: number
  readonly evidence: Evidence<TradeRow>
  readonly coverageOf: HistoryFeed['coverageOf']
}

export function createHistoryRereader(
  { source, memory, publisher, tuning, format, observer }: HistoryFeedOptions,
  { read, maxRows, evidence, coverageOf }: HistoryReadFunctions,
): HistoryFeed['readAgain'] {
  const { platform } = source
  return async (id, untilMs, { rows: publishedRows, rejected }, mayPublish) => {
    const { fromMs } = coverageOf(id)
    const whole: Coverage = { fromMs, untilMs, gaps: [toVolumeMismatchGap(untilMs)] }
    let found = 0
    const readWindow = createWindowReader<TradeRow>({
      platform,
      order: 'oldest_first',
      beginning: beginningOfTrades(memory.markets.get(id)?.createdMs ?? null, source),
      length: createWindowLength(maxRows, tuning.settleLagMs),
      read: (part) => read([id], part),
      evidence,
      known: () => publishedRows,
      settleLagMs: tuning.settleLagMs,
      coverage: () => whole,
      select: publishedRows.select,
      async append({ newRows }) {
        if (!mayPublish())
          throw new UpstreamError('the tape is being read again', { kind: 'failed', status: 0 })
        const trades = newRows.filter(
          (trade) =>
            !rejected.has(trade.row.key) ||
            !isRejectedTrade(toTradeRecord(platform, memory, trade).value),
        )
        if (format.accepts(trades, memory)) {
          const records = trades.map((trade) => toTradeRecord(platform, memory, trade))
          await publisher.publish(platform, records)
          found += trades.length
        }
        publishedRows.note(newRows)
      },
      observer,
    })
    await readAllPieces(readWindow({ fromS: fromMs / 1000, untilS: untilMs / 1000 }))
    return found
  }
}

/**
 * Returns the time before which a market has no trades, computed from its creation time; null if the creation time is
 * unknown.
 */
export function beginningOfTrades(
  createdMs: number | null,
  { hasNoTradesBeforeCreation }: Source,
): NonNullable<SplitOptions['beginning']> | null {
  if (createdMs === null) return null
  const atS = Math.floor((createdMs - maxTradedBeforeCreationMs) / 1000)
  return { atS, isCertain: hasNoTradesBeforeCreation }
}
