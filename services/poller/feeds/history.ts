// Fetches the history of the markets of one task: their trades of the last `historyMs` up to the start of the
// tape (the feed of all new trades). The most traded markets come first. At the end every market has a
// watermark; what could not be fetched is a gap, and is tried again later
// (docs/decisions/031-bounded-past.md).
import type { HistoryPace } from '../followed-platform.ts'
import { UpstreamError } from '../../platforms/upstream/upstream-error.ts'
import type { Sleep } from '../../lib/run/wait.ts'
import { missingWindows } from '../windows/coverage.ts'
import { toSettledMs } from '../windows/window-reader.ts'
import type { RequestedHistories } from '../history-requests.ts'
import { createHistoryFeed, type HistoryFeed, type HistoryFeedOptions } from './history-feed.ts'
import { createRequestedHistory } from './requested-history.ts'

/** After this many failed attempts, the missing part of a market's history becomes a gap. */
const maxAttempts = 3
/**
 * Markets without trades in their history need no request; this many of them are published in one append.
 */
const marketsPerAppend = 500
/** After this many markets the order is computed again, because new markets are found meanwhile. */
const marketsPerRound = 1_000
/** Pause before the next check when there is no market to fetch. */
const idleMs = 500

export interface HistoryOptions extends Omit<HistoryFeedOptions, 'witnesses'> {
  /** The group size and concurrency limit, which all tasks of this process share. */
  readonly pace: HistoryPace
  /** See createRepair. */
  readonly createRepair: (feed: HistoryFeed) => () => Promise<void>
  /** The markets of the task whose older trades clients asked about. */
  readonly requests: RequestedHistories
  readonly sleep: Sleep
}

/**
 * Fetches the history of the markets of one task. It runs until an error or the signal ends it, because
 * new markets keep appearing. The platform's clock must be known before the call.
 */
export async function followHistory(options: HistoryOptions): Promise<never> {
  const { source, memory, pace, endMs, tuning, steadyNow, sleep, signal } = options
  const feed = createHistoryFeed({ ...options, witnesses: pace.witnesses })
  const { coverageOf, readGroup, publishGroup, readMarket, giveUpMarket } = feed
  const isBegun = (id: string): boolean => memory.histories.has(id)
  const repairDue = options.createRepair(feed)
  const requested = createRequestedHistory({ ...options, feed, maxAttempts })
  const failures = new Map<string, number>()
  /** The markets that are being fetched. */
  const busy = new Set<string>()
  const nextRequested = (): string | null => requested.next((id) => busy.has(id))
  let gapsTriedAtMs = steadyNow()

  // Trades of the last seconds before the tape may appear late, so the history is read only after the
  // settle lag.
  while (source.nowMs() < endMs + tuning.settleLagMs) await sleep(idleMs, signal)

  async function tryMarket(id: string): Promise<void> {
    try {
      await readMarket(id, { fromS: coverageOf(id).untilMs / 1000, untilS: endMs / 1000 })
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error
      const failed = (failures.get(id) ?? 0) + 1
      failures.set(id, failed)
      if (failed >= maxAttempts) await giveUpMarket(id)
    }
  }

  /**
   * Fetches the history since `fromMs` of several markets with one request. If that request fails or its
   * response is too large, it fetches each market separately.
   */
  async function tryGroup(ids: readonly string[], fromMs: number): Promise<void> {
    if (ids.length > 1) {
      try {
        const { rows, isComplete, asOfMs } = await readGroup(ids, fromMs)
        // The answer is older than the end of the histories, so each history is read by itself, up to the
        // time of the answers.
        const isSettled = toSettledMs(asOfMs, tuning.settleLagMs) >= endMs
        if (isComplete && isSettled) {
          const isSmall = rows.length < tuning.rowsPerWindow / 10
          pace.groupSize = isSmall ? pace.groupSize * 2 : Math.ceil(pace.groupSize / 2)
          await publishGroup(ids, rows, fromMs)
          return
        }
      } catch (error) {
        if (!(error instanceof UpstreamError)) throw error
      }
      pace.groupSize = Math.ceil(pace.groupSize / 2)
    } else {
      pace.groupSize = Math.max(pace.groupSize, 2)
    }
    for (const id of ids) await tryMarket(id)
  }

  /**
   * Returns the markets whose history is not complete. `empty` have no trades before the tape. `skipped`
   * have none that the back-fill reads, because the tape began longer than `historyMs` ago. `traded` may have
   * some and are sorted by volume, the most traded first.
   */
  function pending(): Record<'empty' | 'skipped' | 'traded', string[]> {
    const empty: string[] = []
    const skipped: string[] = []
    const traded: { id: string; volume: number }[] = []
    for (const [id, market] of memory.markets) {
      const state = memory.histories.get(id)
      if (market.nativeId === '' || (state && state.untilMs >= endMs)) continue
      const isYounger = market.createdMs !== null && market.createdMs >= endMs
      if (isYounger || (market.neverTraded && market.listedMs >= endMs)) empty.push(id)
      else if (coverageOf(id).untilMs >= endMs) skipped.push(id)
      else traded.push({ id, volume: market.volume24h * 10 + market.volumeTotal })
    }
    traded.sort((a, b) => b.volume - a.volume)
    return { empty, skipped, traded: traded.map(({ id }) => id) }
  }

  /** Publishes complete histories without trades. */
  async function publishEmpty(ids: readonly string[], fromMs: number): Promise<void> {
    for (let at = 0; at < ids.length; at += marketsPerAppend)
      await publishGroup(ids.slice(at, at + marketsPerAppend), [], fromMs)
  }

  async function fillGaps(): Promise<void> {
    gapsTriedAtMs = steadyNow()
    for (const [id, state] of memory.histories) {
      for (const window of missingWindows(state)) {
        try {
          await pace.limit(() => readMarket(id, window), signal)
        } catch (error) {
          if (!(error instanceof UpstreamError)) throw error
        }
      }
    }
  }

  /** Removes the markets of the next request from `ids` and returns them. */
  function takeGroup(ids: string[]): string[] {
    const size = Math.min(pace.groupSize, source.marketsPerTradeRequest)
    // A market whose history was partly fetched, or has failed, is fetched alone.
    const isAlone = (id: string): boolean => isBegun(id) || failures.has(id)
    const first = ids[0]
    if (first === undefined) return []
    const { fromMs } = coverageOf(first)
    const isAlike = (id: string): boolean => !isAlone(id) && coverageOf(id).fromMs === fromMs
    const group = isAlone(first) ? [first] : ids.slice(0, size).filter(isAlike)
    for (const id of group) ids.splice(ids.indexOf(id), 1)
    return group
  }

  /** Fetches the whole history of a market: first the part that the back-fill reads, then earlier trades. */
  async function tryRequested(id: string): Promise<void> {
    if (!isBegun(id) || coverageOf(id).untilMs < endMs) await tryMarket(id)
    else await requested.fetch(id)
  }

  /** Fetches a market that a client asked about, or else the first markets in `ids`, and removes them from it. */
  async function fetchNext(ids: string[]): Promise<void> {
    const asked = nextRequested()
    if (asked !== null && ids.includes(asked)) ids.splice(ids.indexOf(asked), 1)
    const group = asked === null ? takeGroup(ids) : [asked]
    if (group[0] === undefined) return
    for (const id of group) busy.add(id)
    try {
      if (asked === null) await tryGroup(group, coverageOf(group[0]).fromMs)
      else await tryRequested(asked)
    } finally {
      for (const id of group) busy.delete(id)
    }
  }

  /** Fetches markets until `ids` is empty and no request is left. The concurrency limit delays each group. */
  async function fetchGroups(ids: string[]): Promise<void> {
    while (ids.length > 0 || nextRequested() !== null)
      await pace.limit(() => fetchNext(ids), signal)
  }

  for (;;) {
    feed.advanceBeginning()
    const { empty, skipped, traded } = pending()
    await publishEmpty(empty, 0)
    await publishEmpty(skipped, endMs)
    const next = traded.slice(0, marketsPerRound)
    await Promise.all(Array.from({ length: tuning.historyConcurrency }, () => fetchGroups(next)))
    if (steadyNow() - gapsTriedAtMs >= tuning.gapRetryMs) await fillGaps()
    await repairDue()
    const hasFailed = next.length === 0 && traded.some((id) => failures.has(id))
    if (traded.length === 0 || hasFailed) await sleep(idleMs, signal)
  }
}
