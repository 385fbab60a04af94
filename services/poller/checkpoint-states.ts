// The states of a checkpoint view, and how a record of the topic `poll-checkpoints` changes them.
import type { MarketsView, PlatformView } from './checkpoint-view.ts'
import {
  createPlatformMemory,
  toHistoryState,
  type BookState,
  type HistoryState,
  type MarketsMemory,
  type MarketState,
  type PlatformMemory,
  type RetiredState,
  type States,
} from './checkpoints.ts'
import { extendRetired } from './retired-markets.ts'
import { marketTaskCount, marketTaskOf } from './tasks.ts'

interface OwnMarkets extends MarketsView {
  readonly markets: Map<string, MarketState>
  readonly histories: Map<string, HistoryState>
  readonly books: Map<string, BookState>
  /** The copy that the task in this process writes to; null if the task does not run in this process. */
  assigned: MarketsMemory | null
}

export interface OwnView extends PlatformView {
  readonly platformWide: PlatformMemory
  readonly tasks: readonly OwnMarkets[]
  assignedPlatform: PlatformMemory | null
}

export function createOwnView(forgetAfterMs: number): OwnView {
  const tasks = Array.from({ length: marketTaskCount }, (): OwnMarkets => ({
    markets: new Map(),
    histories: new Map(),
    books: new Map(),
    assigned: null,
  }))
  return { platformWide: createPlatformMemory(forgetAfterMs), tasks, assignedPlatform: null }
}

export function marketsAt({ tasks }: OwnView, partition: number): OwnMarkets {
  const found = tasks[partition]
  if (!found) throw new Error(`there is no task for partition ${partition}`)
  return found
}

export function forgetOld({ platformWide, assignedPlatform }: OwnView, nowMs: number): void {
  platformWide.retired.expire(nowMs)
  platformWide.events.expire(nowMs)
  assignedPlatform?.events.expire(nowMs)
}

/**
 * Finds the histories and books without a market, and returns a function that removes those that
 * still have none. Their markets are forgotten, unless the record of a market was appended after
 * its partition had been read. So the function must be called after a later read of all partitions.
 */
export function findOrphans({ tasks }: OwnView): () => void {
  const found = tasks.flatMap(({ markets, histories, books }) =>
    [histories, books].flatMap((states) =>
      [...states.keys()].filter((id) => !markets.has(id)).map((id) => ({ id, markets, states })),
    ),
  )
  return () => {
    for (const { id, markets, states } of found) if (!markets.has(id)) states.delete(id)
  }
}

export function restore(view: OwnView, kind: string, id: string, text: string, atMs: number): void {
  const { platformWide, assignedPlatform } = view
  const own = (): OwnMarkets => marketsAt(view, marketTaskOf(id))
  switch (kind as keyof States) {
    case 'tape':
      platformWide.tape = JSON.parse(text) as States['tape']
      break
    case 'tape-rows':
      // not part of the view: tape-checkpoint.ts reads this state when a tape starts
      return
    case 'changes':
      platformWide.changes = JSON.parse(text) as States['changes']
      break
    case 'walked':
      platformWide.walked = JSON.parse(text) as States['walked']
      break
    case 'list':
      return put(platformWide.lists, assignedPlatform?.lists, id, text)
    case 'event':
      return restoreEvent(view, id, text, atMs)
    case 'wallet':
      return put(platformWide.wallets, assignedPlatform?.wallets, id, text)
    case 'market':
      return restoreMarket(view, own(), id, text, atMs)
    case 'history':
      if (platformWide.retired.has(id))
        return extendRetired(platformWide.retired, id, JSON.parse(text) as States['history'])
      return put(own().histories, own().assigned?.histories, id, text)
    case 'book':
      if (platformWide.retired.has(id)) return
      return put(own().books, own().assigned?.books, id, text)
  }
}

function restoreEvent(view: OwnView, id: string, text: string, atMs: number): void {
  const { platformWide, assignedPlatform } = view
  const written = writtenState(assignedPlatform?.events, id, text)
  platformWide.events.set(id, written ?? (JSON.parse(text) as States['event']), atMs)
}

/** Stores the state of a market, or moves a market to the retired ones, or back. */
function restoreMarket(
  view: OwnView,
  own: OwnMarkets,
  id: string,
  text: string,
  atMs: number,
): void {
  const { assignedPlatform } = view
  const { retired } = view.platformWide
  const state = JSON.parse(text) as MarketState | RetiredState
  const histories = [own.histories, own.assigned?.histories]
  own.assigned?.changedMarkets.add(id)
  if (!('isRetired' in state)) {
    const before = retired.get(id)
    if (before) {
      retired.delete(id)
      const { historyFromMs: fromMs = 0, historyUntilMs: untilMs } = before
      const history = toHistoryState({ fromMs, untilMs, gaps: [] })
      for (const of of histories) of?.set(id, history)
    }
    own.markets.set(id, writtenState(assignedPlatform?.markets, id, text) ?? state)
    return
  }
  retired.set(id, state, atMs)
  for (const of of histories) extendRetired(retired, id, of?.get(id))
  own.markets.delete(id)
  for (const of of [...histories, own.books, own.assigned?.books]) of?.delete(id)
  // If the digests differ, the platform-wide poller has published the market again since. Its newer state is
  // kept for the record of that publication, which follows.
  if (assignedPlatform?.markets.get(id)?.digest === state.digest)
    assignedPlatform.markets.delete(id)
}

function put<T>(
  into: Map<string, T>,
  assigned: ReadonlyMap<string, T> | undefined,
  id: string,
  text: string,
): void {
  into.set(id, writtenState(assigned, id, text) ?? (JSON.parse(text) as T))
}

/**
 * Most records were written by a task of this process. Then this returns the object of the task's own
 * copy, so that the same state is not in memory twice.
 */
function writtenState<T>(
  assigned: Pick<ReadonlyMap<string, T>, 'get'> | undefined,
  id: string,
  text: string,
): T | undefined {
  const written = assigned?.get(id)
  return written !== undefined && JSON.stringify(written) === text ? written : undefined
}
