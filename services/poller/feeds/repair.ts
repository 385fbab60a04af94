// Repairs markets whose trades do not add up to their stated volume: reads all their trades again and
// publishes the trades that are not in the log, or that are in the log only in a form that the normalizer turns into
// dead letters. During the first attempt, the market's history has a gap with the reason `volume`.
// docs/decisions/017-double-entry.md describes the rules.
// No trade is published twice, because nothing else reads the same time range at the same time:
// 1. The history of a market is read and repaired by the same task, one after the other.
// 2. The task of the tape reads the trades less than `deepOverlapMs` before its watermark again. A repair ends
// before that time, and does not run while the tape has a gap that can still be filled.
// 3. Which trades are published is read from the log when the repair begins.
import type { Audit } from '../../../schemas/generated/events.ts'
import type { Codec } from '../../lib/codec/port.ts'
import type { EventLog } from '../../lib/log/port.ts'
import { maxTradedBeforeCreationMs } from '../../domain/market.ts'
import { rejectOnAbort } from '../../lib/run/wait.ts'
import { UpstreamError } from '../../platforms/upstream/upstream-error.ts'
import type { TapeState } from '../checkpoints.ts'
import type { SharedHistoryState } from '../followed-platform.ts'
import type { MissingTrades } from '../missing-trades.ts'
import { marketTaskOf } from '../tasks.ts'
import {
  isVolumeMismatchGap,
  windowsToRetry,
  toVolumeMismatchGap,
  withGap,
} from '../windows/coverage.ts'
import type { HistoryFeed, HistoryFeedOptions } from './history-feed.ts'
import { readPublishedTradesOfMarkets, type PublishedTrades } from './published-trades.ts'

export interface RepairOptions extends Omit<
  HistoryFeedOptions,
  'witnesses' | 'format' | 'publisher' | 'now'
> {
  readonly log: EventLog
  readonly codec: Codec
  readonly topicPrefix: string
  /** The partition of raw.trades, which is also the number of the task. */
  readonly partition: number
  readonly missing: MissingTrades
  /** The newest state of the platform's tape. */
  readonly tape: () => TapeState | null
  /**
   * How many markets are fetched in one request, and how many requests are sent at the same time. All tasks of this
   * process share this object.
   */
  readonly shared: SharedHistoryState
}

/** Maximum number of published trades that a repair may have in memory. */
const maxTradesAtOnce = 200_000
/** Pause after a repair, as a multiple of the time that the repair took. */
const pauseFactor = 4

/** Returns the function that repairs the markets that are due, if any. Rejects with the errors of the log. */
export function createRepair(options: RepairOptions, feed: HistoryFeed): () => Promise<void> {
  const { source, memory, missing, partition, endMs, tuning, steadyNow, observer, signal } = options
  const { platform } = source
  /** By market id: the last audit after which the market was read again. */
  const done = new Map<string, Audit>()
  let notBeforeMs = -Infinity
  let withdrawnAtMs = -Infinity

  /**
   * Returns the end of the time range that a repair may read; null while the tape may read a part
   * of that range again.
   */
  function repairEndMs(): number | null {
    const tape = options.tape()
    if (!tape || windowsToRetry(tape).length > 0) return null
    const untilMs = tape.untilMs - tuning.deepOverlapMs - tuning.tailOverlapMs
    return Math.floor(untilMs / 1000) * 1000
  }

  function isRepairDue(audit: Audit): boolean {
    const { market_id: id } = audit
    const isOfTask = audit.platform === platform && marketTaskOf(id) === partition
    // A market without a history in memory is not due: its history may still have to be restored from the
    // log.
    return (
      isOfTask &&
      memory.markets.has(id) &&
      memory.histories.has(id) &&
      feed.coverageOf(id).untilMs >= endMs &&
      done.get(id)?.audited_at_ms !== audit.audited_at_ms
    )
  }

  /** Returns the audits of the next markets to repair, as many as fit into memory together. */
  function takeDueAudits(): Audit[] {
    for (const id of done.keys()) if (!missing.audits.has(id)) done.delete(id)
    let trades = 0
    return [...missing.audits.values()].filter(isRepairDue).filter((audit, i) => {
      trades += audit.trades
      return i === 0 || trades <= maxTradesAtOnce
    })
  }

  async function readTradesFromLog(
    ids: readonly string[],
  ): Promise<ReadonlyMap<string, PublishedTrades>> {
    const created = ids.map((id) => memory.markets.get(id)?.createdMs ?? 0)
    const sinceMs = Math.min(...created) - maxTradedBeforeCreationMs
    // The read may wait for an open transaction in the log, so the signal has to end the wait.
    return rejectOnAbort(readPublishedTradesOfMarkets(ids, { ...options, sinceMs }), signal)
  }

  /**
   * Publishes a gap, but only at the first attempt: if trades still seem to be missing afterwards, the volume
   * that the platform states may be wrong.
   */
  async function publishGap({ market_id: id, attempts }: Audit, untilMs: number): Promise<void> {
    const { gaps } = feed.coverageOf(id)
    if (attempts > 1 || gaps.some(isVolumeMismatchGap)) return
    await feed.publishGaps(id, withGap(gaps, toVolumeMismatchGap(untilMs)))
    observer.count('gaps', { platform, reason: 'volume' })
    observer.log('warn', 'trades of a market are missing and are read again', {
      platform,
      market: id,
    })
  }

  async function publishWithoutVolumeGap(id: string): Promise<void> {
    const gaps = feed.coverageOf(id).gaps.filter((gap) => !isVolumeMismatchGap(gap))
    await feed.publishGaps(id, gaps)
  }

  /** Removes the gaps of markets that need no repair any more, because their trades add up. */
  async function withdrawVolumeGaps(): Promise<void> {
    if (!missing.isCaughtUp || steadyNow() - withdrawnAtMs < tuning.gapRetryMs) return
    withdrawnAtMs = steadyNow()
    for (const [id, { gaps }] of memory.histories)
      if (gaps.some(isVolumeMismatchGap) && !missing.audits.has(id))
        await publishWithoutVolumeGap(id)
  }

  async function repairMarket(
    audit: Audit,
    untilMs: number,
    trades: PublishedTrades,
  ): Promise<void> {
    const { market_id: id } = audit
    const mayPublish = (): boolean => (repairEndMs() ?? -Infinity) >= untilMs
    const found = await options.shared.limit(
      () => feed.readAgain(id, untilMs, trades, mayPublish),
      signal,
    )
    // The watermark is published even if there was no gap, so that the auditor learns that the trades were
    // read again.
    await publishWithoutVolumeGap(id)
    done.set(id, audit)
    if (found > 0) observer.count('unexpected_rows', { platform, reason: 'repaired' }, found)
    const fields = { platform, market: id, attempt: audit.attempts, found }
    observer.log('info', 'trades of a market were read again', fields)
  }

  return async () => {
    await withdrawVolumeGaps()
    const untilMs = repairEndMs()
    const due = steadyNow() < notBeforeMs || untilMs === null ? [] : takeDueAudits()
    if (due.length === 0 || untilMs === null) return
    const startedMs = steadyNow()
    for (const audit of due) await publishGap(audit, untilMs)
    const published = await readTradesFromLog(due.map((audit) => audit.market_id))
    let hasFailed = false
    for (const audit of due) {
      const trades = published.get(audit.market_id)
      try {
        if (trades) await repairMarket(audit, untilMs, trades)
      } catch (error) {
        if (!(error instanceof UpstreamError)) throw error
        hasFailed = true
        const fields = { platform, market: audit.market_id, error: error.message }
        observer.log('warn', 'trades of a market could not be read again', fields)
      }
    }
    const pauseMs = (steadyNow() - startedMs) * pauseFactor
    notBeforeMs = steadyNow() + Math.max(pauseMs, hasFailed ? tuning.gapRetryMs : 0)
  }
}
