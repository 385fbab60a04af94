// Creates the records of raw.markets for the markets and events of a response.
import type { Platform } from '../../../schemas/generated/events.ts'
import type { EventSnapshot, MarketSnapshot, SnapshotGroup } from '../../platforms/source.ts'
import type { PollerRecord } from '../publisher.ts'

export function toEventRecord(
  platform: Platform,
  event: EventSnapshot,
  group: SnapshotGroup,
): PollerRecord {
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

export function toMarketRecord(
  platform: Platform,
  market: MarketSnapshot,
  group: SnapshotGroup,
): PollerRecord {
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
