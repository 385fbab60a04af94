// The states in a checkpoint view, and the functions that apply a record of the topic `poll-checkpoints` to
// them.
import type { CreateScratchMap } from '../lib/run/scratch-file.ts'
import type { PlatformView } from './checkpoint-view.ts'
import {
  createPlatformStates,
  toHistoryState,
  type BookStampState,
  type CheckpointStates,
  type EventState,
  type HistoryState,
  type MarketState,
  type MarketSummary,
  type MarketTaskStates,
  type PlatformStates,
  type RetiredState,
  type WalletState,
} from './checkpoints.ts'
import { createExpiringMap, type ExpiringMap } from './expiring-map.ts'
import { createPackedStates, type PackedStates } from './packed-states.ts'
import { createRetiredMarkets, extendRetiredHistory } from './retired-markets.ts'
import { marketTaskCount, marketTaskOf } from './tasks.ts'
import type { TaskStates, UnreadStates } from './unread-states.ts'

interface MutableMarketsView extends PackedStates {
  /** The states of the task of these markets; null if that task does not run in this process. */
  assigned: AssignedMarkets | null
}

export interface AssignedMarkets extends MarketTaskStates {
  readonly histories: TaskStates<HistoryState>
  readonly books: TaskStates<BookStampState>
}

/** The states of the platform's task that this view updates. */
export interface AssignedPlatform {
  readonly markets: TaskStates<MarketState, MarketSummary>
  readonly events: UnreadStates<EventState>
  readonly wallets: UnreadStates<WalletState>
}

export interface MutablePlatformView extends PlatformView {
  readonly platformWide: Omit<PlatformStates, 'markets' | 'events' | 'wallets'> & {
    readonly events: ExpiringMap<EventState>
    readonly wallets: Map<string, WalletState>
  }
  readonly tasks: readonly MutableMarketsView[]
  /** null if the platform's task does not run in this process. */
  assignedPlatform: AssignedPlatform | null
}

/**
 * `forgetMarketsAfterMs`: the time after which retired markets and events expire. `createMap`: creates the maps that
 * keep them; in memory if omitted.
 */
export function createMutablePlatformView(
  forgetMarketsAfterMs: number,
  createMap?: CreateScratchMap,
): MutablePlatformView {
  const tasks = Array.from({ length: marketTaskCount }, (): MutableMarketsView => ({
    ...createPackedStates(),
    assigned: null,
  }))
  const platformWide = {
    ...createPlatformStates(),
    retired: createRetiredMarkets(forgetMarketsAfterMs, createMap),
    events: createExpiringMap<EventState>(forgetMarketsAfterMs, createMap),
    wallets: new Map<string, WalletState>(),
  }
  return { platformWide, tasks, assignedPlatform: null }
}

export function marketsOfPartition(
  { tasks }: MutablePlatformView,
  partition: number,
): MutableMarketsView {
  const found = tasks[partition]
  if (!found) throw new Error(`there is no task for partition ${partition}`)
  return found
}

export function forgetExpiredMarkets({ platformWide }: MutablePlatformView, nowMs: number): void {
  platformWide.retired.expire(nowMs)
  platformWide.events.expire(nowMs)
}

/**
 * Finds the histories and books whose market has no state, and returns a function that removes those whose market still
 * has none. Usually these markets are forgotten; but the record of a market may also be in a partition that has not
 * been read to its end. So call the returned function after all partitions have been read again.
 */
export function findOrphanedStates({ tasks }: MutablePlatformView): () => void {
  const found = tasks.flatMap(({ markets, histories, books }) =>
    [histories, books].flatMap((states) =>
      [...states.keys()].filter((id) => !markets.has(id)).map((id) => ({ id, markets, states })),
    ),
  )
  return () => {
    for (const { id, markets, states } of found) if (!markets.has(id)) states.delete(id)
  }
}

export function applyCheckpoint(
  view: MutablePlatformView,
  kind: string,
  id: string,
  text: string,
  recordedAtMs: number,
): void {
  const { platformWide, assignedPlatform } = view
  const parse = <K extends keyof CheckpointStates>(): CheckpointStates[K] =>
    JSON.parse(text) as CheckpointStates[K]
  switch (kind as keyof CheckpointStates) {
    case 'tape':
      platformWide.tape = parse<'tape'>()
      break
    case 'tape-rows':
      // not part of the view: tape-checkpoint.ts reads these states from the log when a tape starts
      return
    case 'changes':
      platformWide.changes = parse<'changes'>()
      break
    case 'walked':
      platformWide.walked = parse<'walked'>()
      break
    case 'list':
      platformWide.lists.set(id, parse<'list'>())
      break
    case 'event':
      platformWide.events.set(id, parse<'event'>(), recordedAtMs)
      assignedPlatform?.events.noteRead(id, text)
      break
    case 'wallet':
      platformWide.wallets.set(id, parse<'wallet'>())
      assignedPlatform?.wallets.noteRead(id, text)
      break
    case 'market':
      return applyMarketCheckpoint(view, id, text, recordedAtMs)
    case 'history': {
      const { retired } = platformWide
      if (retired.has(id)) return extendRetiredHistory(retired, id, parse<'history'>())
      const { histories, assigned } = marketsOfPartition(view, marketTaskOf(id))
      histories.set(id, parse<'history'>())
      assigned?.histories.noteRead(id, text)
      break
    }
    case 'book': {
      if (platformWide.retired.has(id)) return
      const { books, assigned } = marketsOfPartition(view, marketTaskOf(id))
      books.set(id, parse<'book'>())
      assigned?.books.noteRead(id, text)
    }
  }
}

/**
 * Applies a checkpoint of a market. A retired state moves the market to the retired markets. Any other state moves the
 * market back, if it was retired.
 */
function applyMarketCheckpoint(
  view: MutablePlatformView,
  id: string,
  text: string,
  recordedAtMs: number,
): void {
  const { assignedPlatform } = view
  const { retired } = view.platformWide
  const { markets, histories, books, assigned } = marketsOfPartition(view, marketTaskOf(id))
  const state = JSON.parse(text) as MarketState | RetiredState
  if (!('isRetired' in state)) {
    const before = retired.get(id)
    if (before) {
      retired.delete(id)
      const { historyFromMs: fromMs = 0, historyUntilMs: untilMs } = before
      const history = toHistoryState({ fromMs, untilMs, gaps: [] })
      histories.set(id, history)
      assigned?.histories.set(id, history)
    }
    markets.set(id, state)
    assigned?.changedMarkets.add(id)
    assignedPlatform?.markets.noteRead(id, text)
    return
  }
  assigned?.changedMarkets.add(id)
  retired.set(id, state, recordedAtMs)
  for (const states of [histories, assigned?.histories])
    extendRetiredHistory(retired, id, states?.get(id))
  for (const states of [histories, books, assigned?.histories, assigned?.books]) states?.delete(id)
  markets.delete(id)
  assignedPlatform?.markets.noteRemoved(id)
  // If the digests differ, the platform-wide poller has published the market again since this record, and keeps its
  // newer state. The record of that publication follows later in the log.
  if (assignedPlatform?.markets.get(id)?.digest === state.digest)
    assignedPlatform.markets.delete(id)
}
