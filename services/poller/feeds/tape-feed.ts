// The tape of a platform (the feed of all trades of all its markets) in the form that window-reader.ts reads:
// how a time window is requested, which trades are published, and how new trades are appended.
import { rejectOnAbort } from '../../lib/run/wait.ts'
import { toCheckpoint, type PlatformStates, type TapeState } from '../checkpoints.ts'
import type { PollerObserver } from '../observer.ts'
import type { Source, TradeRow } from '../../platforms/source.ts'
import type { Publisher } from '../publisher.ts'
import type { StreamHints } from '../streams/stream-hints.ts'
import type { PollerTuning } from '../tuning.ts'
import { withWatermarkMovedBack, type Coverage } from '../windows/coverage.ts'
import { createEvidence, type Evidence } from '../windows/evidence.ts'
import type { PublishedRows } from '../windows/published-rows.ts'
import { createWindowLength } from '../windows/window-length.ts'
import {
  createWindowReader,
  expectedSettledMs,
  type RowsToAppend,
  type WindowReader,
} from '../windows/window-reader.ts'
import { createFormatCheck, type FormatCheck } from './format-check.ts'
import type { MarketLookups } from './market-lookups.ts'
import { createTapeReader } from './tape-reader.ts'
import { createTapeRows, withTapeKeys } from './tape-rows.ts'
import { toTradeRecord } from './trade-records.ts'
import { toTapeWatermark } from './watermark-records.ts'

/**
 * If the platform has no request for all trades, the poller requests the trades of each market that is
 * open or closed less than this long ago. A market has no new trades a day after it closed.
 */
const closedForMs = 86_400_000
/**
 * The deep overlap (`deepOverlapMs`) is read in parts. A part is so long that it has about `rowsPerWindow / deepParts`
 * rows.
 */
const deepParts = 3
/**
 * If a watermark was ahead of the platform's clock, at least this much time before the corrected watermark is
 * read again.
 */
const minSuspectMs = 3_600_000

export interface TapeOptions {
  readonly source: Source
  readonly memory: PlatformStates
  readonly publisher: Publisher
  readonly lookups: Pick<MarketLookups, 'addTrades' | 'lookUpFromMs'>
  readonly published: PublishedRows
  /** Resolves when `memory` has the checkpoints of markets. */
  readonly restored: Promise<unknown>
  readonly tuning: PollerTuning
  readonly now: () => number
  /** See createSteadyClock. */
  readonly steadyNow: () => number
  readonly observer: PollerObserver
  /**
   * Notifies of trades that the stream has reported. If omitted, the pause between two polls of the tape is
   * always the same.
   */
  readonly hints?: StreamHints | undefined
  readonly signal: AbortSignal
}

export interface TapeFeed {
  readonly coverage: () => Coverage
  readonly readWindow: WindowReader
  /** How many seconds of the deep overlap (`deepOverlapMs`) are read between two reads of the newest trades. */
  readonly deepPartSeconds: () => number
}

/**
 * Sets the start of the platform's tape to the current time, unless an earlier run has set it. If an earlier run has
 * set it, and the watermark is ahead of the platform's clock, moves the watermark back. The platform's clock must be
 * known before the call.
 */
export async function startTape(
  options: Pick<TapeOptions, 'source' | 'memory' | 'publisher' | 'tuning' | 'now' | 'observer'>,
): Promise<TapeState> {
  const { source, memory, publisher, tuning, now, observer } = options
  const { platform } = source
  const { tape } = memory
  if (tape && !isWatermarkAheadOfPlatform(tape, source)) return tape
  let state: TapeState
  if (tape) {
    const settledMs = expectedSettledMs(source, tuning)
    const before = { ...tape, fromMs: tape.startMs }
    const suspectMs = Math.max(minSuspectMs, tape.untilMs - settledMs)
    const { untilMs, gaps } = withWatermarkMovedBack(before, settledMs, suspectMs)
    // The stored parts (see tape-rows.ts) do not have all rows of the time range that is now read again, so
    // they are not used any more.
    const { rows: _rows, ...rest } = tape
    state = { ...rest, untilMs, gaps }
    observer.count('gaps', { platform, reason: 'unreachable' })
    const fields = { platform, from_ms: tape.untilMs, until_ms: untilMs }
    observer.log('warn', 'the watermark was ahead of the platform and was moved back', fields)
  } else {
    // The earlier of the two clocks: the tape must not start in the future.
    const startMs = Math.floor(Math.min(source.nowMs(), now()) / 1000) * 1000
    const rows = { firstPart: 0, nextPart: 0, sinceMs: now() }
    state = { startMs, untilMs: startMs, gaps: [], rows }
  }
  await publisher.publish(platform, [
    toCheckpoint(platform, 'tape', '', state),
    ...toTapeWatermark(platform, { ...state, fromMs: state.startMs }, now()),
  ])
  memory.tape = state
  return state
}

/**
 * Returns whether the watermark is ahead of the platform's clock, and can be moved back because the tape began earlier.
 */
export function isWatermarkAheadOfPlatform(
  { startMs, untilMs }: TapeState,
  source: Pick<Source, 'nowMs'>,
): boolean {
  return untilMs > Math.max(startMs, source.nowMs())
}

function createTapeEvidence(
  { source, memory, steadyNow, observer }: TapeOptions,
  format: FormatCheck,
): Evidence<TradeRow> {
  const keyOf = ({ key }: TradeRow): string => key
  const isReadable = (row: TradeRow): boolean => format.isReadable(row, memory)
  return createEvidence({ platform: source.platform, keyOf, isReadable, steadyNow, observer })
}

export function createTapeFeed(options: TapeOptions): TapeFeed {
  const {
    source,
    memory,
    publisher,
    lookups,
    published,
    tuning,
    now,
    steadyNow,
    observer,
    signal,
  } = options
  const { platform } = source
  const format = createFormatCheck(platform, observer)
  const evidence = createTapeEvidence(options, format)
  const tapeRows = createTapeRows({ platform, published, state: memory.tape?.rows, now })
  let announcedAtMs = -Infinity
  let announcedUntilMs = -Infinity

  function coverage(): Coverage {
    if (!memory.tape) throw new Error('the tape is not started')
    const { startMs: fromMs, untilMs, gaps } = memory.tape
    return { fromMs, untilMs, gaps }
  }

  function withNewestRow(state: TapeState, newRows: RowsToAppend<TradeRow>['newRows']): TapeState {
    const before = memory.tape?.newestRowMs ?? -Infinity
    const newestRowMs = newRows.reduce(
      (newestMs, { row }) => Math.max(newestMs, row.timeMs ?? 0),
      before,
    )
    return newestRowMs > 0 ? { ...state, newestRowMs } : state
  }

  async function findRecentMarkets(): Promise<string[]> {
    await rejectOnAbort(options.restored, signal)
    const closedAfterMs = source.nowMs() - closedForMs
    const nativeIds: string[] = []
    for (const { nativeId, phase, closedMs } of memory.markets.values())
      if (nativeId !== '' && (phase === 'open' || (closedMs ?? 0) > closedAfterMs))
        nativeIds.push(nativeId)
    return nativeIds
  }

  /**
   * Returns whether a watermark must be published with this piece of a time window. Each watermark is one record
   * in every partition, so it is not published with every piece.
   */
  function isWatermarkDue(next: Coverage): boolean {
    if (next.gaps !== coverage().gaps) return true
    return next.untilMs > announcedUntilMs && steadyNow() - announcedAtMs >= tuning.watermarkMs
  }

  async function append({ newRows, coverage: next }: RowsToAppend<TradeRow>): Promise<void> {
    format.check(newRows, memory)
    const awaiting = lookups.addTrades(newRows)
    const { lookUpFromMs } = lookups
    const { fromMs: startMs, untilMs, gaps } = next
    const lookUp = lookUpFromMs === null ? {} : { lookUpFromMs }
    const isDue = isWatermarkDue(next)
    const isPublished = newRows.length > 0 || isDue
    const parts = isPublished ? tapeRows.add(newRows) : []
    const { rows } = tapeRows
    const state = withNewestRow(
      { startMs, untilMs, gaps, ...lookUp, ...(rows && { rows }) },
      newRows,
    )
    if (isPublished) {
      await publisher.publish(platform, [
        ...newRows.map((trade) => toTradeRecord(platform, memory, trade, awaiting.has(trade))),
        ...parts,
        toCheckpoint(platform, 'tape', '', state),
        ...(isDue ? toTapeWatermark(platform, next, now()) : []),
      ])
    }
    published.note(newRows)
    options.hints?.noteTrades(newRows.map(({ row }) => row))
    memory.tape = state
    if (isDue) {
      announcedAtMs = steadyNow()
      announcedUntilMs = untilMs
      observer.reportTapeWatermark({ platform, completeUntilMs: untilMs })
    }
  }

  const readTape = createTapeReader(options, findRecentMarkets)
  const { rowsPerWindow } = tuning
  // One row less than a page. So a full page counts as incomplete, and no second page is requested.
  const maxRows = Math.min(rowsPerWindow, (source.tapePageRows ?? Infinity) - 1)
  const length = createWindowLength(maxRows, tuning.settleLagMs)
  const readWindow = createWindowReader<TradeRow>({
    platform,
    order: 'oldest_first',
    length,
    async read(window) {
      // A window of one second cannot be split, so all its pages are read. Soon after that second they do not
      // change any more.
      const isSecond = window.untilS - window.fromS === 1
      return withTapeKeys(await readTape(window, isSecond ? rowsPerWindow : maxRows, signal))
    },
    evidence,
    known: () => published,
    settleLagMs: tuning.settleLagMs,
    coverage,
    select: published.select,
    append,
    observer,
  })
  const windowsPerDeepPart = rowsPerWindow / deepParts / maxRows
  const deepPartSeconds = (): number => Math.ceil(windowsPerDeepPart * length.seconds())
  return { coverage, readWindow, deepPartSeconds }
}
