// Decides which of the listed markets and events have to be published, and what their new states are.
import type { Platform } from '../../../schemas/generated/events.ts'
import type { SnapshotGroup } from '../../platforms/source.ts'
import {
  toCheckpoint,
  type EventState,
  type MarketState,
  type PlatformStates,
} from '../checkpoints.ts'
import type { PollerRecord } from '../publisher.ts'
import type { PollerTuning } from '../tuning.ts'
import type { FigureThrottle } from './figure-throttle.ts'
import { finalRefreshDueMs, withRequestTime } from './final-refresh.ts'
import { changeBetween, marketDigest } from './market-digest.ts'
import { toEventRecord, toMarketRecord } from './snapshot-records.ts'

/**
 * Assumed maximum time from the receipt of a response to its publication. So a response can be published after one that
 * was received up to this much later. If the receive times differ by more, the local clock was set back.
 */
const maxPublishDelayMs = 120_000

/**
 * Returns whether the response is older than the one from which the market was last published. Such a response must not
 * replace the published state.
 */
function isOutdated(group: SnapshotGroup, published: MarketState): boolean {
  const byMs = published.listedMs - group.receivedAtMs
  return byMs > 0 && byMs < maxPublishDelayMs
}

export interface Changes {
  readonly records: readonly PollerRecord[]
  readonly events: ReadonlyMap<string, EventState>
  readonly markets: ReadonlyMap<string, MarketState>
  /** Checkpoints of retired markets that would soon be forgotten although the platform still lists them. */
  readonly aging: readonly PollerRecord[]
}

export function createChangeSelection({
  platform,
  memory,
  tuning,
  throttle,
  isWanted,
  now,
}: {
  readonly platform: Platform
  readonly memory: PlatformStates
  readonly tuning: PollerTuning
  readonly throttle: FigureThrottle
  /** Whether a retired market has to be followed again. */
  readonly isWanted: (id: string) => boolean
  readonly now: () => number
}): (groups: readonly SnapshotGroup[]) => Changes {
  return (groups) => {
    const records: PollerRecord[] = []
    const events = new Map<string, EventState>()
    const markets = new Map<string, MarketState>()
    const aging: PollerRecord[] = []
    for (const group of groups) {
      const { event } = group
      if (event) {
        const digest = event.content
        const published = events.get(event.id) ?? memory.events.get(event.id)
        const isChanged = published?.digest !== digest
        if (isChanged) records.push(toEventRecord(platform, event, group))
        // If the platform still lists the event, a new checkpoint keeps it from being forgotten.
        if (isChanged || memory.events.isHalfExpired(event.id, now()))
          events.set(event.id, { digest })
      }
      for (const market of group.markets) {
        const digest = marketDigest(market, event)
        const known = markets.get(market.id) ?? memory.markets.get(market.id)
        if (known) {
          const askedMs = group.receivedAtMs
          const change = changeBetween(known.digest, digest)
          if (change === 'none') {
            const isFinalRefresh = askedMs >= finalRefreshDueMs(known, tuning)
            if (isFinalRefresh) markets.set(market.id, withRequestTime(known, askedMs))
            continue
          }
          if (change === 'figures' && !throttle.allowsPublishing(market, askedMs, known)) continue
        }
        const retired = known ? undefined : memory.retired.get(market.id)
        const isRetired = retired?.digest === digest
        // A retired market of which trades are missing is published again, so that it is followed again.
        if (isRetired && !isWanted(market.id)) {
          if (memory.retired.isHalfExpired(market.id, now()))
            aging.push(toCheckpoint(platform, 'market', market.id, retired))
          continue
        }
        if (known && isOutdated(group, known)) continue
        records.push(toMarketRecord(platform, market, group))
        const { facts, nativeId } = market
        markets.set(market.id, {
          phase: facts.phase,
          hasBook: facts.hasBook,
          tokens: facts.tokens,
          outcomes: facts.outcomes,
          volume24h: facts.volume24h,
          volumeTotal: facts.volumeTotal,
          neverTraded: facts.neverTraded,
          createdMs: facts.createdMs,
          // If the end of an ended market is not stated, its last change is the best estimate.
          closedMs: facts.closedMs ?? (facts.phase === 'open' ? null : facts.changedMs),
          nativeId,
          eventNativeId: event?.nativeId ?? null,
          digest,
          listedMs: group.receivedAtMs,
        })
      }
    }
    return { records, events, markets, aging }
  }
}
