// The history of each market: its trades from the beginning up to where the tape begins, the most
// traded markets first. Every market ends with one claim; what could not be had stays in it as a gap
// and is tried again.
import { toCheckpoint, type HistoryState, type MarketsMemory } from '../checkpoints.ts'
import type { HistoryPace } from '../followed-platform.ts'
import type { PollerObserver } from '../observer.ts'
import type { Source, TradeRow, Window } from '../platforms/source.ts'
import type { Publisher, PollerRecord } from '../publisher.ts'
import type { PollerTuning } from '../tuning.ts'
import { UpstreamError } from '../upstream/upstream-error.ts'
import type { Sleep } from '../wait.ts'
import { afterReading, isUnreachable, toHistoryClaim, withGap } from './claims.ts'
import { createPublishedTrades } from './published-trades.ts'
import { readPieces, type Piece } from './trade-pieces.ts'
import { toTradeRecord } from './trade-records.ts'

/** A market that failed so often gets its claim with a gap. */
const attemptsAtMarket = 3
/** Markets that need no request are claimed this many at once. */
const claimsPerAppend = 500
/** A market's trades may begin a little before the platform says that it was created. */
const beforeCreationS = 86_400
/** A look for more markets to do. */
const idleMs = 500

export interface HistoryOptions {
  readonly source: Source
  readonly memory: MarketsMemory
  readonly publisher: Publisher
  /** Of all shares that this process holds. */
  readonly pace: HistoryPace
  /** The tape's beginning, a full second: where every history ends. */
  readonly endMs: number
  readonly tuning: PollerTuning
  readonly now: () => number
  readonly sleep: Sleep
  readonly observer: PollerObserver
  readonly signal: AbortSignal
}

/**
 * Fills in the history of a share of the markets, for ever: there are always new ones. The clock of
 * their platform has to be known.
 */
export async function followHistory(options: HistoryOptions): Promise<never> {
  const { source, memory, publisher, pace, endMs, tuning, now, sleep, observer, signal } = options
  const { platform } = source
  const endS = endMs / 1000
  const failures = new Map<string, number>()
  let gapsTriedAtMs = now()

  // Rows of the last moments before the tape appear as late as any.
  while (source.nowMs() < endMs + tuning.settleLagMs) await sleep(idleMs, signal)

  const stateOf = (id: string): HistoryState => memory.histories.get(id) ?? { untilMs: 0, gaps: [] }

  async function publish(id: string, trades: readonly PollerRecord[], state: HistoryState) {
    await publisher.publish(platform, [
      ...trades,
      toCheckpoint(platform, 'history', id, state),
      toHistoryClaim(platform, id, state, now()),
    ])
    memory.histories.set(id, state)
  }

  function toRecords(rows: readonly TradeRow[]): PollerRecord[] {
    return createPublishedTrades()
      .select(rows)
      .map((trade) => toTradeRecord(platform, memory, trade))
  }

  const reader = (nativeIds: readonly string[]) => (window: Window) =>
    source.trades({ kind: 'markets', nativeIds }, window, tuning.rowsPerWindow, signal)

  function afterPiece(before: HistoryState, piece: Piece): HistoryState {
    const [fromMs, untilMs] = [piece.fromS * 1000, piece.untilS * 1000]
    const { isTruncated } = piece
    if (isTruncated) observer.count('gaps', { platform, reason: 'truncated' })
    return {
      untilMs: Math.max(before.untilMs, untilMs),
      gaps: afterReading(before.gaps, { fromMs, untilMs, isTruncated }),
    }
  }

  /** Reads a stretch of one market's history, each piece appended with the claim that it allows. */
  async function readMarket(id: string, window: Window): Promise<void> {
    const market = memory.markets.get(id)
    if (!market) return
    const { createdMs } = market
    const splitAtS = createdMs === null ? null : Math.floor(createdMs / 1000) - beforeCreationS
    // Nothing can lie before; the claim covers it all the same.
    const earliestS = source.isCreationFirst && splitAtS !== null ? splitAtS : 0
    const toRead = {
      ...window,
      fromS: Math.max(window.fromS, Math.min(earliestS, window.untilS - 1)),
    }
    // A row without a time comes with every piece.
    const undated = new Set<string>()
    for await (const piece of readPieces(reader([market.nativeId]), toRead, splitAtS)) {
      const rows = piece.rows.filter((row) => row.timeMs !== null || !undated.has(row.key))
      await publish(id, toRecords(rows), afterPiece(stateOf(id), piece))
      for (const row of rows) if (row.timeMs === null) undated.add(row.key)
    }
  }

  async function tryMarket(id: string): Promise<void> {
    try {
      await readMarket(id, { fromS: stateOf(id).untilMs / 1000, untilS: endS })
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error
      const failed = (failures.get(id) ?? 0) + 1
      failures.set(id, failed)
      if (failed < attemptsAtMarket) return
      const { untilMs, gaps } = stateOf(id)
      const gap = { from_ms: untilMs, until_ms: endMs, reason: 'unreachable' }
      observer.count('gaps', { platform, reason: 'unreachable' })
      observer.log('warn', 'history cannot be fetched for now', { platform, market: id })
      await publish(id, [], { untilMs: endMs, gaps: withGap(gaps, gap) })
    }
  }

  /** Several quiet markets with one request; each by itself if that was too much. */
  async function tryGroup(ids: readonly string[]): Promise<void> {
    const nativeIds = ids.flatMap((id) => memory.markets.get(id)?.nativeId ?? [])
    if (ids.length > 1) {
      try {
        const { rows, isWhole } = await reader(nativeIds)({ fromS: 0, untilS: endS })
        if (isWhole) {
          const isSmall = rows.length < tuning.rowsPerWindow / 10
          pace.groupSize = isSmall ? pace.groupSize * 2 : Math.ceil(pace.groupSize / 2)
          await publishGroup(ids, rows)
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

  async function publishGroup(ids: readonly string[], rows: readonly TradeRow[]): Promise<void> {
    const state: HistoryState = { untilMs: endMs, gaps: [] }
    await publisher.publish(platform, [
      ...toRecords(rows),
      ...ids.flatMap((id) => [
        toCheckpoint(platform, 'history', id, state),
        toHistoryClaim(platform, id, state, now()),
      ]),
    ])
    for (const id of ids) memory.histories.set(id, state)
  }

  /** Markets without a finished history, the most traded first. */
  function pending(): { readonly empty: string[]; readonly traded: string[] } {
    const empty: string[] = []
    const traded: { id: string; volume: number }[] = []
    for (const [id, market] of memory.markets) {
      if (market.nativeId === '' || stateOf(id).untilMs >= endMs) continue
      const isYounger = market.createdMs !== null && market.createdMs >= endMs
      if (isYounger || (market.neverTraded && market.listedMs >= endMs)) empty.push(id)
      else traded.push({ id, volume: market.volume24h * 10 + market.volumeTotal })
    }
    traded.sort((a, b) => b.volume - a.volume)
    return { empty, traded: traded.map(({ id }) => id) }
  }

  async function fillGaps(): Promise<void> {
    gapsTriedAtMs = now()
    for (const [id, state] of memory.histories) {
      for (const gap of state.gaps.filter(isUnreachable)) {
        try {
          const window = { fromS: gap.from_ms / 1000, untilS: gap.until_ms / 1000 }
          await pace.turns(() => readMarket(id, window), signal)
        } catch (error) {
          if (!(error instanceof UpstreamError)) throw error
        }
      }
    }
  }

  function takeGroup(ids: string[]): string[] {
    const size = Math.min(pace.groupSize, source.marketsPerTradeRequest)
    // A market that was begun is gone on with by itself.
    const isBegun = (id: string): boolean => stateOf(id).untilMs > 0 || failures.has(id)
    const first = ids[0]
    if (first === undefined) return []
    const group = isBegun(first) ? [first] : ids.slice(0, size).filter((id) => !isBegun(id))
    for (const id of group) ids.splice(ids.indexOf(id), 1)
    return group
  }

  /** Takes groups off the list until it is empty, each when its turn has come. */
  async function work(ids: string[]): Promise<void> {
    while (ids.length > 0) {
      await pace.turns(async () => {
        const group = takeGroup(ids)
        if (group.length > 0) await tryGroup(group)
      }, signal)
    }
  }

  for (;;) {
    const { empty, traded } = pending()
    for (let at = 0; at < empty.length; at += claimsPerAppend) {
      await publishGroup(empty.slice(at, at + claimsPerAppend), [])
    }
    // A part of the list at a time: its order changes as markets are found.
    const next = traded.slice(0, 1_000)
    await Promise.all(Array.from({ length: tuning.historyConcurrency }, () => work(next)))
    if (now() - gapsTriedAtMs >= tuning.gapRetryMs) await fillGaps()
    const hasFailed = next.length === 0 && traded.some((id) => failures.has(id))
    if (traded.length === 0 || hasFailed) await sleep(idleMs, signal)
  }
}
