// Retires markets: when a market has ended and is no longer requested, replaces its state with a compact one, so that
// the memory of the poller depends only on the markets that are open or ended recently.
import type { PlatformView } from '../checkpoint-view.ts'
import type { MarketSummary, PlatformStates, RetiredState } from '../checkpoints.ts'
import { marketTaskOf } from '../tasks.ts'
import type { HistoryRequests } from '../history-requests.ts'
import type { MissingTrades } from '../missing-trades.ts'
import { parseId } from '../../platforms/identity.ts'
import type { Source } from '../../platforms/source.ts'
import { UpstreamError } from '../../platforms/upstream/upstream-error.ts'
import { finalRefreshDueMs } from './final-refresh.ts'
import type { SnapshotPublisher } from './snapshot-publisher.ts'
import type { TaskDeps } from '../platform-poller.ts'

/**
 * A market is retired only if its record has not changed for this long. By then, every response that was
 * requested before the last change has arrived, so no later response can be older than the retired record
 * (see isOutdated in change-selection.ts).
 */
const unchangedForMs = 600_000
/**
 * A market is retired only this long after its end, because a tape that requests trades by market includes a market for
 * a day after its end.
 */
const closedForMs = 86_400_000
const marketsPerAppend = 500

export interface RetiringOptions extends Pick<
  TaskDeps,
  'tuning' | 'now' | 'sleep' | 'observer' | 'signal'
> {
  readonly source: Pick<Source, 'platform'>
  readonly memory: PlatformStates
  readonly view: PlatformView
  readonly snapshots: Pick<SnapshotPublisher, 'retireMarkets' | 'discoverMarkets'>
  readonly missing: Pick<MissingTrades, 'audits'>
  /** The requests for older trades; none if omitted. */
  readonly requests?: HistoryRequests
}

/**
 * Runs until the signal aborts. Retires markets, and requests those retired and forgotten markets of which
 * trades are missing, so that they are followed and repaired again.
 */
export async function keepRetiringMarkets(options: RetiringOptions): Promise<never> {
  const { source, memory, snapshots, missing, tuning, sleep, observer, signal } = options
  const { platform } = source
  const retiredStateOf = (id: string): RetiredState | null => toRetiredState(id, options)

  async function requestMarketsMissingTrades(): Promise<void> {
    const nativeIds = [...missing.audits.values()].flatMap(({ platform: of, market_id: id }) =>
      of === platform && !memory.markets.has(id) ? (parseId(id)?.nativeId ?? []) : [],
    )
    try {
      if (nativeIds.length > 0) await snapshots.discoverMarkets(nativeIds, 'lifecycle')
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error
      observer.count('scans_aborted', { platform, list: 'retired', reason: error.kind })
    }
  }

  for (;;) {
    await requestMarketsMissingTrades()
    const ids: string[] = []
    for (const [id, market] of memory.markets)
      if (needsNoRequest(market, options) && retiredStateOf(id) !== null) ids.push(id)
    for (let at = 0; at < ids.length; at += marketsPerAppend)
      await snapshots.retireMarkets(ids.slice(at, at + marketsPerAppend), retiredStateOf)
    await sleep(tuning.endedMs, signal)
  }
}

/** Whether a market has ended, and its final refresh was long enough ago. */
function needsNoRequest(market: MarketSummary, { tuning, now }: RetiringOptions): boolean {
  const { phase, hasBook, nativeId, listedMs, closedMs } = market
  if (phase !== 'final' || hasBook || nativeId === '') return false
  if (finalRefreshDueMs(market, tuning) < Infinity) return false
  return now() - listedMs >= unchangedForMs && now() - (closedMs ?? 0) >= closedForMs
}

/**
 * Returns the compact state of a market; null if a task may still need its whole state or its whole history.
 */
function toRetiredState(id: string, options: RetiringOptions): RetiredState | null {
  const { source, memory, view, missing, requests } = options
  if (missing.audits.has(id)) return null
  const market = memory.markets.get(id)
  if (!market || !needsNoRequest(market, options)) return null
  const { digest, tokens, outcomes } = market
  const history = view.tasks[marketTaskOf(id)]?.histories.get(id)
  const isHistoryComplete =
    history?.gaps.length === 0 && history.untilMs >= (memory.tape?.startMs ?? Infinity)
  if (!isHistoryComplete) return null
  const isRequested = requests?.of(source.platform, marketTaskOf(id)).has(id) === true
  if (history.fromMs !== undefined && isRequested) return null
  const from = history.fromMs === undefined ? {} : { historyFromMs: history.fromMs }
  return { isRetired: true, digest, tokens, outcomes, ...from, historyUntilMs: history.untilMs }
}
