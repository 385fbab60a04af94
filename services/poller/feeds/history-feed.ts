// The history of a market (its trades before the platform's tape begins) in the form that window-reader.ts reads: which
// part of the history is complete, how a time window is requested, and how new trades are appended.
import {
  toCheckpoint,
  toHistoryState,
  type HistoryState,
  type MarketTaskStates,
} from '../checkpoints.ts'
import type { FeedGap } from '../../../schemas/generated/events.ts'
import { maxTradedBeforeCreationMs } from '../../domain/market.ts'
import type { Source, TradeResult, TradeRow, Window } from '../../platforms/source.ts'
import type { PollerRecord } from '../publisher.ts'
import { withUnreachableRange, isRangeCovered, type Coverage } from '../windows/coverage.ts'
import { createEvidence } from '../windows/evidence.ts'
import { createPublishedRows, selectNewRows, type NewRow } from '../windows/published-rows.ts'
import type { SplitOptions } from '../windows/split-window.ts'
import { createWindowLength } from '../windows/window-length.ts'
import { createWindowReader, readAllPieces } from '../windows/window-reader.ts'
import type { FormatCheck } from './format-check.ts'
import { beginningOfTrades, createHistoryRereader } from './read-again.ts'
import type { TradeWitnesses } from './trade-witnesses.ts'
import type { PublishedTrades } from './published-trades.ts'
import { toTradeRecord } from './trade-records.ts'
import { toHistoryWatermark } from './watermark-records.ts'
import type { TaskDeps } from '../platform-poller.ts'

export interface HistoryFeedOptions extends Pick<
  TaskDeps,
  'publisher' | 'tuning' | 'now' | 'steadyNow' | 'observer' | 'signal'
> {
  readonly source: Source
  readonly memory: MarketTaskStates
  readonly witnesses: TradeWitnesses
  readonly format: Pick<FormatCheck, 'accepts' | 'check'>
  /** Where the platform's tape begins (Unix ms, a full second). Every history ends at this time. */
  readonly endMs: number
}

export interface HistoryFeed {
  /**
   * Returns the coverage of the market's history. The coverage of an unread history is empty: it begins and ends where
   * the back-fill of the market will begin.
   */
  readonly coverageOf: (id: string) => Coverage
  /**
   * Moves the time at which the back-fill of unread histories begins to `historyMs` before now. Must not be
   * called during a read.
   */
  readonly advanceBackfillStart: () => void
  /** Requests the trades of several markets since `fromMs` at once. */
  readonly readGroup: (ids: readonly string[], fromMs: number) => Promise<TradeResult>
  /**
   * Publishes `rows`, which must be all trades of these markets since `fromMs`, together with the watermarks that state
   * that the histories are complete from `fromMs` on. Rejects with UpstreamError, as all reads do, if the format of the
   * trades has changed.
   */
  readonly publishGroup: (
    ids: readonly string[],
    rows: readonly TradeRow[],
    fromMs: number,
  ) => Promise<void>
  /**
   * Reads the trades from before the coverage of a market, newest first, and publishes them. The coverage grows with
   * each part that is published.
   */
  readonly readEarlier: (id: string) => Promise<void>
  /** Reads one time window of one market's history and publishes its trades. */
  readonly readMarketTrades: (id: string, window: Window) => Promise<void>
  /**
   * Reads the market's trades before `untilMs` again, from the beginning of its coverage. Publishes the trades that are
   * not in `publishedTrades`, and published trades that could not be mapped before but can be mapped now. Resolves with
   * the number of trades that it has published. Rejects with UpstreamError, also if `mayPublish` returns false.
   */
  readonly readAgain: (
    id: string,
    untilMs: number,
    publishedTrades: PublishedTrades,
    mayPublish: () => boolean,
  ) => Promise<number>
  /** Publishes this state of a history, and its watermark, without reading anything. */
  readonly publishHistory: (id: string, history: HistoryState) => Promise<void>
  /** Publishes the watermark of the market's history with these gaps. */
  readonly publishGaps: (id: string, gaps: readonly FeedGap[]) => Promise<void>
  /** Records a gap for the part of the market's history that is still missing. */
  readonly giveUpMarket: (id: string) => Promise<void>
  /** As `giveUpMarket`, for the time before the coverage. */
  readonly giveUpEarlier: (id: string) => Promise<void>
}

/**
 * Histories begin at full hours. So the histories of retired markets have few different beginnings, and each beginning
 * is stored once.
 */
const beginningStepMs = 3_600_000
/**
 * Maximum number of rows of a window. All rows of a window are in memory at the same time and are appended at once,
 * while other tasks wait.
 */
const maxRowsAtOnce = 1_000

function createCoverageFunctions({
  source,
  memory,
  tuning,
  endMs,
}: HistoryFeedOptions): Pick<HistoryFeed, 'advanceBackfillStart' | 'coverageOf'> {
  let beginningMs = 0
  return {
    advanceBackfillStart() {
      const hours = Math.floor((source.nowMs() - tuning.historyMs) / beginningStepMs)
      beginningMs = Math.min(endMs, Math.max(0, hours * beginningStepMs))
    },
    coverageOf(id) {
      const state = memory.histories.get(id)
      if (state) return { fromMs: 0, ...state }
      const createdMs = memory.markets.get(id)?.createdMs ?? -Infinity
      const fromMs = createdMs - maxTradedBeforeCreationMs >= beginningMs ? 0 : beginningMs
      return { fromMs, untilMs: fromMs, gaps: [] }
    },
  }
}

export function createHistoryFeed(options: HistoryFeedOptions): HistoryFeed {
  const { source, memory, publisher, endMs, tuning, now, witnesses, format, observer, signal } =
    options
  const { platform } = source
  const evidence = createEvidence<TradeRow>({ ...options, platform, keyOf: ({ key }) => key })
  const maxRows = Math.min(maxRowsAtOnce, tuning.rowsPerWindow)
  const { advanceBackfillStart, coverageOf } = createCoverageFunctions(options)

  async function publish(
    ids: readonly string[],
    newTrades: readonly NewRow<TradeRow>[],
    coverage: Coverage,
  ): Promise<void> {
    format.check(newTrades, memory)
    const state = toHistoryState(coverage)
    await publisher.publish(platform, [
      ...newTrades.map((trade) => toTradeRecord(platform, memory, trade)),
      ...ids.flatMap((id): PollerRecord[] => [
        toCheckpoint(platform, 'history', id, state),
        toHistoryWatermark(platform, id, coverage, now()),
      ]),
    ])
    for (const id of ids) memory.histories.set(id, state)
  }

  async function read(ids: readonly string[], window: Window): Promise<TradeResult> {
    const markets = ids.flatMap((id) => memory.markets.get(id) ?? [])
    const nativeIds = markets.map(({ nativeId }) => nativeId)
    // The lower limit `maxRows` is only for windows that can be split. A window of one second cannot be split, and a
    // response for several markets is discarded if it has too many rows.
    const isSplit = ids.length === 1 && window.untilS - window.fromS > 1
    const rowLimit = isSplit ? maxRows : tuning.rowsPerWindow
    const request = (): Promise<TradeResult> =>
      source.trades(nativeIds, window, rowLimit, signal, 'history')
    const mayBeEmpty = markets.every(({ neverTraded }) => neverTraded)
    return witnesses.read(request, mayBeEmpty, signal)
  }

  async function readMarketTrades(
    id: string,
    window: Window,
    order: SplitOptions['order'],
  ): Promise<void> {
    const market = memory.markets.get(id)
    if (!market) return
    const published = createPublishedRows()
    const readWindow = createWindowReader<TradeRow>({
      platform,
      order,
      beginning: beginningOfTrades(market.createdMs, source),
      ...(order === 'oldest_first' && {
        length: createWindowLength(maxRows, tuning.settleLagMs),
      }),
      read: (part) => read([id], part),
      evidence,
      known: () => published,
      settleLagMs: tuning.settleLagMs,
      coverage: () => coverageOf(id),
      select: published.select,
      async append({ newRows, coverage }) {
        // Only rows in the coverage are published. The other rows will be read again, when `published` no longer
        // contains them, so they would be published twice.
        const covered = newRows.filter(
          ({ row: { timeMs } }) => timeMs === null || isRangeCovered(timeMs, timeMs + 1, coverage),
        )
        await publish([id], covered, coverage)
        published.note(covered)
        // No later piece of the window contains these rows again, except the rows without a time, which are kept.
        published.forgetRowsBefore(Infinity, [])
      },
      observer,
    })
    await readAllPieces(readWindow(window))
  }

  async function giveUpRange(id: string, fromMs: number, untilMs: number): Promise<void> {
    observer.count('gaps', { platform, reason: 'unreachable' })
    observer.log('warn', 'history cannot be fetched for now', { platform, market: id })
    await publish([id], [], withUnreachableRange(coverageOf(id), fromMs, untilMs))
  }

  return {
    coverageOf,
    advanceBackfillStart,

    readGroup: (ids, fromMs) => read(ids, { fromS: fromMs / 1000, untilS: endMs / 1000 }),

    publishGroup: (ids, rows, fromMs) =>
      publish(
        ids,
        selectNewRows(rows, () => 0),
        { fromMs, untilMs: endMs, gaps: [] },
      ),

    readMarketTrades: (id, window) => readMarketTrades(id, window, 'oldest_first'),

    readEarlier: (id) =>
      readMarketTrades(id, { fromS: 0, untilS: coverageOf(id).fromMs / 1000 }, 'newest_first'),

    readAgain: createHistoryRereader(options, { read, maxRows, evidence, coverageOf }),

    publishHistory: (id, history) => publish([id], [], { fromMs: 0, ...history }),

    publishGaps: (id, gaps) => publish([id], [], { ...coverageOf(id), gaps }),

    giveUpMarket: (id) => giveUpRange(id, coverageOf(id).untilMs, endMs),
    giveUpEarlier: (id) => giveUpRange(id, 0, coverageOf(id).fromMs),
  }
}
