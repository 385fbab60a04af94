// Publishes the market snapshots and events that have changed. A market is always published together with its event. A
// change of figures (volumes, listed prices) is published only at intervals (figure-throttle.ts), and a change of time
// stamps is never published (docs/decisions/022-changes-of-markets.md).
import pLimit from 'p-limit'
import type { Source, SnapshotGroup, ListEntry } from '../../platforms/source.ts'
import {
  toCheckpoint,
  type MarketState,
  type PlatformStates,
  type RetiredState,
} from '../checkpoints.ts'
import type { RequestClass } from '../../platforms/request-class.ts'
import { toId } from '../../platforms/identity.ts'
import type { MissingTrades } from '../missing-trades.ts'
import type { PollerObserver } from '../observer.ts'
import type { Publisher, PollerRecord } from '../publisher.ts'
import type { PollerTuning } from '../tuning.ts'
import { createFigureThrottle } from './figure-throttle.ts'
import { createChangeSelection } from './change-selection.ts'
import { withRequestTime } from './final-refresh.ts'
import { createListEntrySelection } from './list-entry-selection.ts'
import { createMarketLimit } from './market-limit.ts'
import { publishInParts } from './publish-parts.ts'

export interface SnapshotPublisher {
  /** Does not publish the markets that MAX_MARKETS leaves out (market-limit.ts). */
  publish(groups: readonly SnapshotGroup[], furtherRecords?: readonly PollerRecord[]): Promise<void>
  /**
   * Whether an entry of a market list has to be published with `publishListEntries`: the market is unknown and may be
   * added, or its content has changed, or `withFigures` is set and a change of its figures is due.
   */
  needsPublishing(entry: ListEntry, withFigures: boolean): boolean
  /**
   * Fetches the events of the entries, and publishes the markets together with their events. MAX_MARKETS can leave out
   * other markets of these events, but no market of `entries`.
   */
  publishListEntries(
    entries: readonly ListEntry[],
    requestClass: RequestClass,
    furtherRecords?: readonly PollerRecord[],
  ): Promise<void>
  /**
   * Looks up and publishes unknown markets, also if more than MAX_MARKETS are known; markets that the platform does
   * not find stay unknown.
   */
  discoverMarkets(nativeIds: readonly string[], requestClass: RequestClass): Promise<void>
  /** As `discoverMarkets`, for retired markets, which are then no longer retired. */
  reviveMarkets(nativeIds: readonly string[], requestClass: RequestClass): Promise<void>
  /** Records that these markets were requested, and that the platform did not return them. */
  noteMarketsNotReturned(ids: readonly string[], askedMs: number): Promise<void>
  /**
   * Publishes the states that `stateOf` returns for these markets, except null. The checkpoint view then
   * removes the markets from `memory.markets`.
   */
  retireMarkets(ids: readonly string[], stateOf: (id: string) => RetiredState | null): Promise<void>
  /** From now on, calls `listener` after the state of a market was stored in `memory.markets`. */
  onMarketStored(listener: (id: string, state: MarketState) => void): void
  /** Logs how many markets MAX_MARKETS has left out since the last call, if any. */
  reportLeftOutMarkets(): void
}

export function createSnapshotPublisher(options: {
  readonly source: Source
  readonly memory: PlatformStates
  readonly publisher: Publisher
  readonly missing: Pick<MissingTrades, 'audits'>
  readonly tuning: PollerTuning
  readonly observer: Pick<PollerObserver, 'count' | 'log'>
  readonly now: () => number
  /** See createSteadyClock. */
  readonly steadyNow: () => number
  readonly signal: AbortSignal
}): SnapshotPublisher {
  const { source, memory, publisher, missing, tuning, observer, now, steadyNow, signal } = options
  const { platform } = source
  const limit = createMarketLimit({ platform, memory, tuning, observer })
  /**
   * Only one call publishes at a time, because a snapshot is compared with the last published one, which must
   * be durable.
   */
  const serially = pLimit(1)
  const throttle = createFigureThrottle({ memory, tuning, steadyNow })
  const listEntries = createListEntrySelection({ memory, throttle, limit })
  /** Markets that were dropped from memory (retired) and are being looked up, to be followed again. */
  const revived = new Set<string>()
  const isWanted = (id: string): boolean => missing.audits.has(id) || revived.has(id)
  const selectChanges = createChangeSelection({ platform, memory, tuning, throttle, isWanted, now })
  const listeners: ((id: string, state: MarketState) => void)[] = []

  function store(id: string, state: MarketState): void {
    memory.markets.set(id, state)
    for (const listener of listeners) listener(id, state)
  }

  async function publishPart(
    groups: readonly SnapshotGroup[],
    furtherRecords: readonly PollerRecord[],
  ): Promise<void> {
    const { aging, records, events, markets } = selectChanges(groups)
    await publisher.publish(platform, [
      ...aging,
      ...records,
      ...[...events].map(([id, state]) => toCheckpoint(platform, 'event', id, state)),
      ...[...markets].map(([id, state]) => toCheckpoint(platform, 'market', id, state)),
      ...furtherRecords,
    ])
    for (const [id, state] of events) memory.events.set(id, state, now())
    for (const [id, state] of markets) store(id, state)
  }

  async function noteMarketsNotReturnedNow(ids: readonly string[], askedMs: number): Promise<void> {
    const asked = statesWithRequestTime(memory, ids, askedMs)
    await publisher.publish(
      platform,
      asked.map(([id, state]) => toCheckpoint(platform, 'market', id, state)),
    )
    for (const [id, state] of asked) store(id, state)
  }

  async function retireMarketsNow(
    ids: readonly string[],
    stateOf: (id: string) => RetiredState | null,
  ): Promise<void> {
    const records = ids.flatMap((id) => {
      const state = stateOf(id)
      return state ? [toCheckpoint(platform, 'market', id, state)] : []
    })
    if (records.length > 0) await publisher.publish(platform, records)
    for (const id of ids) listEntries.forgetMarket(id)
  }

  const publish = (
    groups: readonly SnapshotGroup[],
    furtherRecords: readonly PollerRecord[] = [],
    requestedIds: ReadonlySet<string> = new Set(),
  ): Promise<void> =>
    serially(() => {
      const kept = limit.filterGroups(groups, requestedIds)
      return publishInParts(kept, (part, isLast) => publishPart(part, isLast ? furtherRecords : []))
    })

  async function publishListEntries(
    entries: readonly ListEntry[],
    requestClass: RequestClass,
    furtherRecords: readonly PollerRecord[] = [],
  ): Promise<void> {
    const eventIds = new Set(entries.flatMap(({ eventNativeId }) => eventNativeId ?? []))
    const events = await source.events([...eventIds], signal, requestClass)
    const requestedIds = new Set(entries.map(({ market }) => market.id))
    await publish(toGroups(entries, events), furtherRecords, requestedIds)
    listEntries.notePublished(entries)
  }

  const discoverMarkets: SnapshotPublisher['discoverMarkets'] = async (nativeIds, requestClass) =>
    publishListEntries(await source.lookup(nativeIds, signal, requestClass), requestClass)

  const reviveMarkets: SnapshotPublisher['reviveMarkets'] = (nativeIds, requestClass) => {
    const ids = nativeIds.map((nativeId) => toId(platform, nativeId))
    return addIdsDuring(revived, ids, () => discoverMarkets(nativeIds, requestClass))
  }

  return {
    publish,
    needsPublishing: listEntries.needsPublishing,
    publishListEntries,
    retireMarkets: (ids, stateOf) => serially(retireMarketsNow, ids, stateOf),
    noteMarketsNotReturned: (ids, askedMs) => serially(noteMarketsNotReturnedNow, ids, askedMs),
    onMarketStored: (listener) => void listeners.push(listener),
    reportLeftOutMarkets: () => limit.report(),
    discoverMarkets,
    reviveMarkets,
  }
}

/** Returns the groups of the events, and one more group for each entry whose market is in none of them. */
function toGroups(
  entries: readonly ListEntry[],
  events: readonly SnapshotGroup[],
): readonly SnapshotGroup[] {
  const groups = new Map(events.map((one) => [one.event?.nativeId ?? '', one]))
  const alone = entries.flatMap((entry): SnapshotGroup[] => {
    const group = entry.eventNativeId === null ? undefined : groups.get(entry.eventNativeId)
    if (group?.markets.some(({ id }) => id === entry.market.id)) return []
    const { url, receivedAtMs, market } = entry
    return [{ event: group?.event ?? null, markets: [market], url, receivedAtMs }]
  })
  return [...groups.values(), ...alone]
}

/** Adds the ids to the set while `run` runs. */
async function addIdsDuring(
  set: Set<string>,
  ids: readonly string[],
  run: () => Promise<void>,
): Promise<void> {
  for (const id of ids) set.add(id)
  try {
    await run()
  } finally {
    for (const id of ids) set.delete(id)
  }
}

/** Returns the ids of the known markets among `ids`, each with a state that has the given `askedMs`. */
const statesWithRequestTime = (
  { markets }: Pick<PlatformStates, 'markets'>,
  ids: readonly string[],
  askedMs: number,
): [string, MarketState][] =>
  ids.flatMap((id) => {
    const known = markets.get(id)
    return known ? [[id, withRequestTime(known, askedMs)]] : []
  })
