// Publishes the market snapshots and events that have changed. A market is always published together with
// its event.
import pLimit from 'p-limit'
import type {
  Source,
  EventSnapshot,
  MarketSnapshot,
  SnapshotGroup,
  MarketRef,
} from '../../platforms/source.ts'
import {
  toCheckpoint,
  type EventState,
  type MarketState,
  type PlatformMemory,
  type RetiredState,
} from '../checkpoints.ts'
import type { RequestClass } from '../../platforms/request-class.ts'
import type { MissingTrades } from '../missing-trades.ts'
import type { Publisher, PollerRecord } from '../publisher.ts'
import type { PollerTuning } from '../tuning.ts'
import { digestOf } from './digest.ts'
import { finalRefreshDueMs } from './final-refresh.ts'

export interface SnapshotPublisher {
  publish(groups: readonly SnapshotGroup[], more?: readonly PollerRecord[]): Promise<void>
  /** Fetches the events of markets that were returned without them, and publishes both together. */
  publishRefs(
    refs: readonly MarketRef[],
    requestClass: RequestClass,
    more?: readonly PollerRecord[],
  ): Promise<void>
  /** Looks up and publishes unknown markets; markets that the platform does not find stay unknown. */
  discover(nativeIds: readonly string[], requestClass: RequestClass): Promise<void>
  /** Records that the platform was asked for these markets and did not return them. */
  noteAsked(ids: readonly string[], askedMs: number): Promise<void>
  /**
   * Publishes the retired states of markets, without those for which `stateOf` returns null. The
   * checkpoint view then removes the markets from `memory.markets`.
   */
  retire(ids: readonly string[], stateOf: (id: string) => RetiredState | null): Promise<void>
}

/**
 * No response takes longer than this. A greater difference between two receive times means that our clock
 * was set back.
 */
const maxResponseMs = 120_000

/**
 * Returns whether the response arrived before the response that was published last, so it must not
 * replace it.
 */
function isOutdated(group: SnapshotGroup, known: MarketState): boolean {
  const byMs = known.listedMs - group.receivedAtMs
  return byMs > 0 && byMs < maxResponseMs
}

export function createSnapshotPublisher(options: {
  readonly source: Source
  readonly memory: PlatformMemory
  readonly publisher: Publisher
  readonly missing: Pick<MissingTrades, 'audits'>
  readonly tuning: PollerTuning
  readonly signal: AbortSignal
}): SnapshotPublisher {
  const { source, memory, publisher, missing, tuning, signal } = options
  const { platform } = source
  /**
   * Publishes one group at a time: a snapshot is compared with the last published one, which must be
   * durable.
   */
  const serially = pLimit(1)

  function eventRecord(event: EventSnapshot, group: SnapshotGroup): PollerRecord {
    return {
      topic: 'raw.markets',
      key: `event/${event.id}`, // the prefix is needed because a market may have the same id
      value: {
        platform,
        kind: 'event',
        native_id: event.nativeId,
        url: group.url,
        received_at_ms: group.receivedAtMs,
        body: event.body,
        event_body: null,
      },
    }
  }

  function marketRecord(market: MarketSnapshot, group: SnapshotGroup): PollerRecord {
    return {
      topic: 'raw.markets',
      key: market.id,
      value: {
        platform,
        kind: 'market',
        native_id: market.nativeId,
        url: group.url,
        received_at_ms: group.receivedAtMs,
        body: market.body,
        event_body: group.event?.body ?? null,
      },
    }
  }

  async function publishNow(
    groups: readonly SnapshotGroup[],
    more: readonly PollerRecord[],
  ): Promise<void> {
    const records: PollerRecord[] = []
    const events = new Map<string, EventState>()
    const markets = new Map<string, MarketState>()
    for (const group of groups) {
      const { event } = group
      if (event) {
        const digest = digestOf(event.body)
        if ((events.get(event.id) ?? memory.events.get(event.id))?.digest !== digest) {
          records.push(eventRecord(event, group))
          events.set(event.id, { digest })
        }
      }
      for (const market of group.markets) {
        const digest = digestOf(market.body, event?.marketFields ?? '')
        const known = markets.get(market.id) ?? memory.markets.get(market.id)
        if (known?.digest === digest) {
          const askedMs = group.receivedAtMs
          const isFinalRefresh = askedMs >= finalRefreshDueMs(known, tuning)
          if (isFinalRefresh) markets.set(market.id, { ...known, askedMs })
          continue
        }
        const isRetired = !known && memory.retired.get(market.id)?.digest === digest
        // A retired market whose trades are missing is published again, and thereby followed again.
        if (isRetired && !missing.audits.has(market.id)) continue
        if (known && isOutdated(group, known)) continue
        records.push(marketRecord(market, group))
        markets.set(market.id, {
          ...market.facts,
          nativeId: market.nativeId,
          eventNativeId: event?.nativeId ?? null,
          digest,
          listedMs: group.receivedAtMs,
        })
      }
    }
    await publisher.publish(platform, [
      ...records,
      ...[...events].map(([id, state]) => toCheckpoint(platform, 'event', id, state)),
      ...[...markets].map(([id, state]) => toCheckpoint(platform, 'market', id, state)),
      ...more,
    ])
    for (const [id, state] of events) memory.events.set(id, state)
    for (const [id, state] of markets) memory.markets.set(id, state)
  }

  async function noteAskedNow(ids: readonly string[], askedMs: number): Promise<void> {
    const asked = ids.flatMap((id): [string, MarketState][] => {
      const known = memory.markets.get(id)
      return known ? [[id, { ...known, askedMs }]] : []
    })
    await publisher.publish(
      platform,
      asked.map(([id, state]) => toCheckpoint(platform, 'market', id, state)),
    )
    for (const [id, state] of asked) memory.markets.set(id, state)
  }

  async function retireNow(
    ids: readonly string[],
    stateOf: (id: string) => RetiredState | null,
  ): Promise<void> {
    const records = ids.flatMap((id) => {
      const state = stateOf(id)
      return state ? [toCheckpoint(platform, 'market', id, state)] : []
    })
    if (records.length > 0) await publisher.publish(platform, records)
  }

  const publish: SnapshotPublisher['publish'] = (groups, more = []) =>
    serially(publishNow, groups, more)

  async function publishRefs(
    refs: readonly MarketRef[],
    requestClass: RequestClass,
    more: readonly PollerRecord[] = [],
  ): Promise<void> {
    const eventIds = new Set(refs.flatMap(({ eventNativeId }) => eventNativeId ?? []))
    const events = await source.events([...eventIds], signal, requestClass)
    const groups = new Map(events.map((one) => [one.event?.nativeId ?? '', one]))
    const withoutEvent = refs.flatMap((ref): SnapshotGroup[] => {
      const group = ref.eventNativeId === null ? undefined : groups.get(ref.eventNativeId)
      if (group?.markets.some(({ id }) => id === ref.market.id)) return []
      const { url, receivedAtMs, market } = ref
      return [{ event: group?.event ?? null, markets: [market], url, receivedAtMs }]
    })
    await publish([...groups.values(), ...withoutEvent], more)
  }

  return {
    publish,
    publishRefs,
    retire: (ids, stateOf) => serially(retireNow, ids, stateOf),
    noteAsked: (ids, askedMs) => serially(noteAskedNow, ids, askedMs),
    async discover(nativeIds, requestClass) {
      await publishRefs(await source.lookup(nativeIds, signal, requestClass), requestClass)
    },
  }
}
