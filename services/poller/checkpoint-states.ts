// The states in a checkpoint view, and the functions that apply a record of the topic `poll-checkpoints` to
// them.
import type { TextMap } from '../lib/run/scratch-file.ts'
import type { MarketsView, PlatformView } from './checkpoint-view.ts'
import {
  createPlatformStates,
  toHistoryState,
  type BookStampState,
  type HistoryState,
  type MarketTaskStates,
  type MarketState,
  type PlatformStates,
  type RetiredState,
  type CheckpointStates,
  type EventState,
} from './checkpoints.ts'
import { createDuplicateStates, type DuplicateStates } from './duplicate-states.ts'
import { extendRetiredHistory } from './retired-markets.ts'
import { marketTaskCount, marketTaskOf } from './tasks.ts'

interface MutableMarketsView extends MarketsView {
  readonly markets: Map<string, MarketState>
  readonly histories: Map<string, HistoryState>
  readonly books: Map<string, BookStampState>
  /**
   * The copy of the states to which the task of these markets writes; null if that task does not run in this process.
   */
  assigned: MarketTaskStates | null
}

export interface MutablePlatformView extends PlatformView {
  readonly platformWide: PlatformStates
  readonly tasks: readonly MutableMarketsView[]
  assignedPlatform: PlatformStates | null
  readonly duplicates: DuplicateStates
}

/** The parameters are those of createPlatformStates(). */
export function createMutablePlatformView(
  forgetMarketsAfterMs: number,
  createTextMap?: () => TextMap,
): MutablePlatformView {
  const tasks = Array.from({ length: marketTaskCount }, (): MutableMarketsView => ({
    markets: new Map(),
    histories: new Map(),
    books: new Map(),
    assigned: null,
  }))
  return {
    platformWide: createPlatformStates(forgetMarketsAfterMs, createTextMap),
    tasks,
    assignedPlatform: null,
    duplicates: createDuplicateStates(),
  }
}

export function marketsOfPartition(
  { tasks }: MutablePlatformView,
  partition: number,
): MutableMarketsView {
  const found = tasks[partition]
  if (!found) throw new Error(`there is no task for partition ${partition}`)
  return found
}

export function forgetExpiredMarkets(
  { platformWide, assignedPlatform }: MutablePlatformView,
  nowMs: number,
): void {
  platformWide.retired.expire(nowMs)
  platformWide.events.expire(nowMs)
  assignedPlatform?.events.expire(nowMs)
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
  const getPartitionView = (): MutableMarketsView => marketsOfPartition(view, marketTaskOf(id))
  switch (kind as keyof CheckpointStates) {
    case 'tape':
      platformWide.tape = JSON.parse(text) as CheckpointStates['tape']
      break
    case 'tape-rows':
      // not part of the view: tape-checkpoint.ts reads these states from the log when a tape starts
      return
    case 'changes':
      platformWide.changes = JSON.parse(text) as CheckpointStates['changes']
      break
    case 'walked':
      platformWide.walked = JSON.parse(text) as CheckpointStates['walked']
      break
    case 'list':
      return storeState(view, platformWide.lists, assignedPlatform?.lists, id, text)
    case 'event':
      return applyEventCheckpoint(view, id, text, recordedAtMs)
    case 'wallet':
      return storeState(view, platformWide.wallets, assignedPlatform?.wallets, id, text)
    case 'market':
      return applyMarketCheckpoint(view, getPartitionView(), id, text, recordedAtMs)
    case 'history':
      if (platformWide.retired.has(id))
        return extendRetiredHistory(
          platformWide.retired,
          id,
          JSON.parse(text) as CheckpointStates['history'],
        )
      return storeState(
        view,
        getPartitionView().histories,
        getPartitionView().assigned?.histories,
        id,
        text,
      )
    case 'book':
      if (platformWide.retired.has(id)) return
      return storeState(
        view,
        getPartitionView().books,
        getPartitionView().assigned?.books,
        id,
        text,
      )
  }
}

function applyEventCheckpoint(
  view: MutablePlatformView,
  id: string,
  text: string,
  recordedAtMs: number,
): void {
  const { platformWide, assignedPlatform } = view
  const { events } = platformWide
  const into = {
    get: (key: string) => events.get(key),
    set: (key: string, state: EventState) => events.set(key, state, recordedAtMs),
  }
  storeState(view, into, assignedPlatform?.events, id, text)
}

/**
 * Applies a checkpoint of a market. A retired state moves the market to the retired markets. Any other state moves the
 * market back, if it was retired.
 */
function applyMarketCheckpoint(
  view: MutablePlatformView,
  partitionView: MutableMarketsView,
  id: string,
  text: string,
  recordedAtMs: number,
): void {
  const { assignedPlatform } = view
  const { retired } = view.platformWide
  const state = JSON.parse(text) as MarketState | RetiredState
  const histories = [partitionView.histories, partitionView.assigned?.histories]
  partitionView.assigned?.changedMarkets.add(id)
  if (!('isRetired' in state)) {
    const before = retired.get(id)
    if (before) {
      retired.delete(id)
      const { historyFromMs: fromMs = 0, historyUntilMs: untilMs } = before
      const history = toHistoryState({ fromMs, untilMs, gaps: [] })
      for (const of of histories) of?.set(id, history)
    }
    storeState(view, partitionView.markets, assignedPlatform?.markets, id, text, state)
    return
  }
  retired.set(id, state, recordedAtMs)
  for (const of of histories) extendRetiredHistory(retired, id, of?.get(id))
  partitionView.markets.delete(id)
  for (const of of [...histories, partitionView.books, partitionView.assigned?.books])
    of?.delete(id)
  // If the digests differ, the platform-wide poller has published the market again since this record, and keeps its
  // newer state. The record of that publication follows later in the log.
  if (assignedPlatform?.markets.get(id)?.digest === state.digest)
    assignedPlatform.markets.delete(id)
}

/**
 * Stores a state in the view. If the task in this process has an equal state in its copy, the view stores the same
 * object, so that the state is in memory only once.
 */
function storeState<T>(
  { duplicates }: MutablePlatformView,
  target: Pick<Map<string, T>, 'get'> & { set(id: string, state: T): unknown },
  assignedStates: Pick<ReadonlyMap<string, T>, 'get'> | undefined,
  id: string,
  text: string,
  parsedState?: T,
): void {
  const written = findEqualAssignedState(assignedStates, id, text)
  const state = written ?? parsedState ?? (JSON.parse(text) as T)
  target.set(id, state)
  if (written !== undefined || !assignedStates) return
  duplicates.add(() => {
    if (target.get(id) !== state) return
    const writtenSince = findEqualAssignedState(assignedStates, id, text)
    if (writtenSince !== undefined) target.set(id, writtenSince)
  })
}

function findEqualAssignedState<T>(
  assignedStates: Pick<ReadonlyMap<string, T>, 'get'> | undefined,
  id: string,
  text: string,
): T | undefined {
  const written = assignedStates?.get(id)
  return written !== undefined && JSON.stringify(written) === text ? written : undefined
}
