// Fetches the history of the markets of one task: their trades of the last `historyMs` up to the start of the
// tape (the feed of all new trades). The most traded markets come first. At the end every market has a
// watermark; what could not be fetched is a gap, and is tried again later
// (docs/decisions/031-bounded-past.md).
import { UpstreamError } from '../../platforms/upstream/upstream-error.ts'
import type { Sleep } from '../../lib/run/wait.ts'
import { windowsToRetry, type Coverage } from '../windows/coverage.ts'
import { toSettledMs } from '../windows/window-reader.ts'
import type { RequestedHistories } from '../history-requests.ts'
import { createHistoryFeed, type HistoryFeed, type HistoryFeedOptions } from './history-feed.ts'
import { createHistoryQueue, type HistoryQueue } from './history-queue.ts'
import { createRepair, type RepairOptions } from './repair.ts'
import { createRequestedHistory } from './requested-history.ts'
import { createHistoryRestorer } from './restore-histories.ts'

/** After this many failed attempts, the missing part of a market's history becomes a gap. */
const maxAttempts = 3
/** After this many markets, gaps are filled, trades are repaired, and failed markets are tried again. */
const marketsPerRound = 100
/** Pause before the next check when there is no market to fetch. */
const idleMs = 500
/** Pause between two appends of watermarks of markets without trades. */
const untradedMs = 2_000

export interface HistoryOptions
  extends RepairOptions, Pick<HistoryFeedOptions, 'publisher' | 'now'> {
  /** The markets of the task for which clients have requested older trades. */
  readonly requests: RequestedHistories
  readonly sleep: Sleep
}

/**
 * Fetches the history of the markets of one task. It runs until an error or the signal ends it, because
 * new markets keep appearing. The platform's clock must be known before the call.
 */
export async function followHistory(options: HistoryOptions): Promise<never> {
  const { source, memory, shared, endMs, tuning, steadyNow, sleep, signal } = options
  const feed = createHistoryFeed({ ...options, witnesses: shared.witnesses, format: shared.format })
  const { coverageOf, readGroup, publishGroup, readMarketTrades, giveUpMarket } = feed
  const isHistoryBegun = (id: string): boolean => memory.histories.has(id)
  const queue = createHistoryQueue(memory, endMs)
  const repairDue = createRepair(options, feed)
  const requested = createRequestedHistory({ ...options, feed, maxAttempts })
  const failures = new Map<string, number>()
  /** The markets that are being fetched. */
  const busy = new Set<string>()
  /**
   * Markets whose history was read in this round and is still incomplete although no request failed, for example
   * because the responses had no `Date`. They are read again in the next round.
   */
  const stalled = new Set<string>()
  const nextRequestedMarket = (): string | null =>
    requested.next((id) => busy.has(id) || stalled.has(id) || queue.awaitsRestore(id))
  let gapsTriedAtMs = steadyNow()

  // Trades of the last seconds before the tape may appear late, so the history is read only after the
  // settle lag.
  while (source.nowMs() < endMs + tuning.settleLagMs) await sleep(idleMs, signal)

  async function tryToFetchMarket(id: string): Promise<void> {
    try {
      await readMarketTrades(id, { fromS: coverageOf(id).untilMs / 1000, untilS: endMs / 1000 })
      if (coverageOf(id).untilMs < endMs) stalled.add(id)
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
  async function tryToFetchGroup(ids: readonly string[], fromMs: number): Promise<void> {
    if (ids.length > 1) {
      try {
        const { rows, isComplete, asOfMs } = await readGroup(ids, fromMs)
        // If the answer does not contain all trades up to `endMs` yet, each history is read separately, as
        // far as its answers reach.
        const isSettled = toSettledMs(asOfMs, tuning.settleLagMs) >= endMs
        if (isComplete && isSettled) {
          const isSmall = rows.length < tuning.rowsPerWindow / 10
          shared.groupSize = isSmall ? shared.groupSize * 2 : Math.ceil(shared.groupSize / 2)
          await publishGroup(ids, rows, fromMs)
          return
        }
      } catch (error) {
        if (!(error instanceof UpstreamError)) throw error
      }
      shared.groupSize = Math.ceil(shared.groupSize / 2)
    } else {
      shared.groupSize = Math.max(shared.groupSize, 2)
    }
    for (const id of ids) await tryToFetchMarket(id)
  }

  /** A market whose history was partly fetched, or has failed, is fetched alone. */
  function canFetchTogether(first: string, id: string): boolean {
    const isAlone = [first, id].some((one) => isHistoryBegun(one) || failures.has(one))
    return !isAlone && coverageOf(first).fromMs === coverageOf(id).fromMs
  }

  /** Fetches the trades of these markets, which have the same coverage, in one read. */
  async function fetchBackfill(ids: readonly string[], coverage: Coverage): Promise<void> {
    const { fromMs, untilMs } = coverage
    // If the tape began longer than `historyMs` ago, the back-fill reads no trades from before the tape.
    if (untilMs >= endMs) await publishGroup(ids, [], endMs)
    else await tryToFetchGroup(ids, fromMs)
  }

  /** Fetches the whole history of a market: first the part that the back-fill reads, then earlier trades. */
  async function tryToFetchRequestedMarket(id: string): Promise<void> {
    if (!isHistoryBegun(id) || coverageOf(id).untilMs < endMs) await tryToFetchMarket(id)
    else await requested.fetch(id)
  }

  /**
   * Fetches a market for which a client has requested older trades or, if there is none, the next markets of the queue.
   * Returns the number of markets fetched.
   */
  async function fetchNextMarkets(): Promise<number> {
    const asked = nextRequestedMarket()
    if (asked !== null) queue.takeMarket(asked)
    const size = Math.min(shared.groupSize, source.marketsPerTradeRequest)
    const ids = asked === null ? queue.takeMostTradedMarkets(size, canFetchTogether) : [asked]
    const [first] = ids
    if (first === undefined) return 0
    for (const id of ids) busy.add(id)
    try {
      if (asked === null) await fetchBackfill(ids, coverageOf(first))
      else await tryToFetchRequestedMarket(asked)
    } finally {
      for (const id of ids) busy.delete(id)
    }
    queue.releaseCompleteMarkets(ids)
    return ids.length
  }

  /**
   * Fetches up to `marketsPerRound` markets in groups, as the concurrency limit allows. Returns the number of markets
   * fetched, and how many of these histories are still incomplete, because requests failed or the platform's answer was
   * too old.
   */
  async function fetchRound(): Promise<{ readonly fetched: number; readonly left: number }> {
    let fetched = 0
    stalled.clear()
    async function fetchGroups(): Promise<void> {
      for (let count = 1; count > 0 && fetched < marketsPerRound; fetched += count)
        count = await shared.limit(fetchNextMarkets, signal)
    }
    await Promise.all(Array.from({ length: tuning.historyConcurrency }, fetchGroups))
    return { fetched, left: queue.putBackIncompleteMarkets() }
  }

  async function runRounds(): Promise<never> {
    for (;;) {
      feed.advanceBackfillStart()
      const { fetched, left } = await fetchRound()
      if (steadyNow() - gapsTriedAtMs >= tuning.gapRetryMs) {
        gapsTriedAtMs = steadyNow()
        await fillGaps(options, readMarketTrades)
      }
      await repairDue()
      if (fetched === 0 || left > 0) await sleep(idleMs, signal)
    }
  }

  return Promise.race([runRounds(), followUntradedMarkets(options, feed, queue)])
}

/**
 * Publishes the watermarks of new markets without trades. They need no request, so they do not wait for a round. Before
 * that, restores the histories of markets that the poller has forgotten.
 */
async function followUntradedMarkets(
  options: HistoryOptions,
  { publishHistory, publishGroup }: HistoryFeed,
  queue: HistoryQueue,
): Promise<never> {
  const { sleep, signal } = options
  const restoreHistories = createHistoryRestorer(options, { publishHistory }, queue)
  for (;;) {
    await restoreHistories()
    const ids = queue.takeUntradedMarkets()
    if (ids.length > 0) await publishGroup(ids, [], 0)
    queue.releaseCompleteMarkets(ids)
    await sleep(untradedMs, signal)
  }
}

/** Requests the gaps of all histories again. */
async function fillGaps(
  { memory, shared, signal }: Pick<HistoryOptions, 'memory' | 'shared' | 'signal'>,
  readMarket: HistoryFeed['readMarketTrades'],
): Promise<void> {
  for (const [id, state] of memory.histories) {
    for (const window of windowsToRetry(state)) {
      try {
        await shared.limit(() => readMarket(id, window), signal)
      } catch (error) {
        if (!(error instanceof UpstreamError)) throw error
      }
    }
  }
}
