// Publishes the market snapshots and events that have changed. A market is always published together with
// its event. A change of figures (volumes, listed prices) is published at a pace of its own, and a change of
// time stamps never (docs/decisions/022-changes-of-markets.md).
import pLimit from 'p-limit'
import type { Source, SnapshotGroup, MarketRef } from '../../platforms/source.ts'
import {
  toCheckpoint,
  type MarketState,
  type PlatformMemory,
  type RetiredState,
} from '../checkpoints.ts'
import type { RequestClass } from '../../platforms/request-class.ts'
import { toId } from '../../platforms/identity.ts'
import type { MissingTrades } from '../missing-trades.ts'
import type { Publisher, PollerRecord } from '../publisher.ts'
import type { PollerTuning } from '../tuning.ts'
import { createFigurePace } from './figure-pace.ts'
import { createChangeSelection } from './change-selection.ts'
import { createListEntrySelection } from './list-entry-selection.ts'
import { publishInParts } from './publish-parts.ts'

export interface SnapshotPublisher {
  publish(groups: readonly SnapshotGroup[], furtherRecords?: readonly PollerRecord[]): Promise<void>
  /**
   * Whether an entry of a market list has to be published with `publishRefs`: the market is unknown, or its
   * content has changed, or `withFigures` is set and a change of its figures is due.
   */
  isDue(ref: MarketRef, withFigures: boolean): boolean
  /** Fetches the events of markets that were returned without them, and publishes both together. */
  publishRefs(
    refs: readonly MarketRef[],
    requestClass: RequestClass,
    furtherRecords?: readonly PollerRecord[],
  ): Promise<void>
  /** Looks up and publishes unknown markets; markets that the platform does not find stay unknown. */
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
}

export function createSnapshotPublisher(options: {
  readonly source: Source
  readonly memory: PlatformMemory
  readonly publisher: Publisher
  readonly missing: Pick<MissingTrades, 'audits'>
  readonly tuning: PollerTuning
  readonly now: () => number
  readonly signal: AbortSignal
}): SnapshotPublisher {
  const { source, memory, publisher, missing, tuning, now, signal } = options
  const { platform } = source
  /**
   * Only one call publishes at a time, because a snapshot is compared with the last published one, which must
   * be durable.
   */
  const serially = pLimit(1)
  const pace = createFigurePace({ memory, tuning })
  const dueRefs = createListEntrySelection({ memory, pace })
  /** The retired markets that are being revived. */
  const revived = new Set<string>()
  const isWanted = (id: string): boolean => missing.audits.has(id) || revived.has(id)
  const selectChanges = createChangeSelection({ platform, memory, tuning, pace, isWanted, now })
  const listeners: ((id: string, state: MarketState) => void)[] = []

  function store(id: string, state: MarketState): void {
    memory.markets.set(id, state)
    for (const listener of listeners) listener(id, state)
  }

  async function publishPart(
    groups: readonly SnapshotGroup[],
    more: readonly PollerRecord[],
  ): Promise<void> {
    const { aging, records, events, markets } = selectChanges(groups)
    await publisher.publish(platform, [
      ...aging,
      ...records,
      ...[...events].map(([id, state]) => toCheckpoint(platform, 'event', id, state)),
      ...[...markets].map(([id, state]) => toCheckpoint(platform, 'market', id, state)),
      ...more,
    ])
    for (const [id, state] of events) memory.events.set(id, state, now())
    for (const [id, state] of markets) store(id, state)
  }

  async function noteMarketsNotReturnedNow(ids: readonly string[], askedMs: number): Promise<void> {
    const asked = withAskedTime(memory, ids, askedMs)
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
    for (const id of ids) dueRefs.forget(id)
  }

  const publish: SnapshotPublisher['publish'] = (groups, moreRecords = []) =>
    serially(() =>
      publishInParts(groups, (part, isLast) => publishPart(part, isLast ? moreRecords : [])),
    )

  async function publishRefs(
    refs: readonly MarketRef[],
    requestClass: RequestClass,
    more: readonly PollerRecord[] = [],
  ): Promise<void> {
    const eventIds = new Set(refs.flatMap(({ eventNativeId }) => eventNativeId ?? []))
    const events = await source.events([...eventIds], signal, requestClass)
    const groups = new Map(events.map((one) => [one.event?.nativeId ?? '', one]))
    const alone = refs.flatMap((ref): SnapshotGroup[] => {
      const group = ref.eventNativeId === null ? undefined : groups.get(ref.eventNativeId)
      if (group?.markets.some(({ id }) => id === ref.market.id)) return []
      const { url, receivedAtMs, market } = ref
      return [{ event: group?.event ?? null, markets: [market], url, receivedAtMs }]
    })
    await publish([...groups.values(), ...alone], more)
    dueRefs.notePublished(refs)
  }

  async function discoverMarkets(
    nativeIds: readonly string[],
    requestClass: RequestClass,
  ): Promise<void> {
    await publishRefs(await source.lookup(nativeIds, signal, requestClass), requestClass)
  }

  return {
    publish,
    isDue: dueRefs.isDue,
    publishRefs,
    retireMarkets: (ids, stateOf) => serially(retireMarketsNow, ids, stateOf),
    noteMarketsNotReturned: (ids, askedMs) => serially(noteMarketsNotReturnedNow, ids, askedMs),
    onMarketStored: (listener) => void listeners.push(listener),
    discoverMarkets: discoverMarkets,
    async reviveMarkets(nativeIds, requestClass) {
      const ids = nativeIds.map((nativeId) => toId(platform, nativeId))
      for (const id of ids) revived.add(id)
      try {
        await discoverMarkets(nativeIds, requestClass)
      } finally {
        for (const id of ids) revived.delete(id)
      }
    },
  }
}

/** Returns the states of those of these markets that are known, by id, with the given time as `askedMs`. */
const withAskedTime = (
  { markets }: Pick<PlatformMemory, 'markets'>,
  ids: readonly string[],
  askedMs: number,
): [string, MarketState][] =>
  ids.flatMap((id) => {
    const known = markets.get(id)
    return known ? [[id, { ...known, askedMs }]] : []
  })
