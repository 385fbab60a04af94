// Decides whether a record is an event of a webhook. detect() is a pure function of the record and of the
// detection, which holds what is remembered of earlier records.
import type { Market, Match, Trade, WebhookDetection } from '../../schemas/generated/events.ts'
import { crossingOf } from '../domain/price-level.ts'
import { tradeRefusal } from '../domain/refusals.ts'
import type { Webhook } from '../domain/webhook-registry.ts'
import type { StageRecord } from '../lib/run/stage.ts'

/** A record of one of the topics in which events of webhooks are detected. */
export type InputRecord = StageRecord<'trades' | 'markets' | 'matches'>

export interface DetectedEvent {
  /** Identifies the event among the events of the webhook. */
  readonly key: string
  readonly type: string
  /** Unix milliseconds. */
  readonly occurredAtMs: number
  readonly data: Readonly<Record<string, unknown>>
}

export interface DetectionResult {
  readonly detection: WebhookDetection
  /** Null if the record is no event. */
  readonly event: DetectedEvent | null
}

/** Returns the detection of a webhook for which no record has been handled yet. */
export function createInitialDetection({ id, definition }: Webhook): WebhookDetection {
  return {
    webhook_id: id,
    price: definition.last_price,
    trade_at_ms: definition.last_trade_at_ms,
    raw_offset: -1,
    is_resolved: false,
    day: 0,
    messages_of_day: 0,
  }
}

/** Checks a record for the event of the webhook. `record` must be from the topic of this event (topicOfEvent). */
export function detect(
  webhook: Webhook,
  detection: WebhookDetection,
  record: InputRecord,
): DetectionResult {
  if (record.topic === 'trades') {
    const { trade } = record.value
    return trade === null || tradeRefusal(trade) !== null
      ? { detection, event: null }
      : detectCrossing(webhook, detection, trade)
  }
  if (record.topic === 'markets') return detectResolution(detection, record.value)
  return { detection, event: matchEventOf(webhook, record.value) }
}

/**
 * Ignores a trade that is older than the newest trade so far, and a trade that was handled before: a replay of the
 * normalizer appends trades again, made from the same raw records. Trades of the same time are compared in the order
 * of the log.
 */
function detectCrossing(
  { definition: { market_id: marketId, level, direction } }: Webhook,
  before: WebhookDetection,
  trade: Trade,
): DetectionResult {
  const rawOffset = trade.origin.offset
  if (rawOffset <= before.raw_offset) return { detection: before, event: null }
  const seen = { ...before, raw_offset: rawOffset }
  if (trade.timestamp_ms < before.trade_at_ms) return { detection: seen, event: null }
  const detection = { ...seen, price: trade.price, trade_at_ms: trade.timestamp_ms }
  const crossed = crossingOf(before.price, trade.price, level ?? 0)
  if (crossed === null || (direction !== 'any' && direction !== crossed))
    return { detection, event: null }
  const event = {
    key: trade.id,
    type: 'price.crossed',
    occurredAtMs: trade.timestamp_ms,
    data: {
      market_id: marketId,
      level,
      direction: crossed,
      price: Number(trade.price),
      previous_price: Number(before.price),
      trade_id: trade.id,
      timestamp_ms: trade.timestamp_ms,
    },
  }
  return { detection, event }
}

/** A market is recorded many times after its resolution; only the first of these records is an event. */
function detectResolution(before: WebhookDetection, market: Market): DetectionResult {
  const isResolved = market.status === 'resolved'
  const detection = { ...before, is_resolved: isResolved }
  if (!isResolved || before.is_resolved) return { detection, event: null }
  const { id, question, resolved_at: resolvedAtS, outcomes } = market
  const event = {
    key: `resolved/${resolvedAtS ?? ''}`,
    type: 'market.resolved',
    occurredAtMs: resolvedAtS === null ? market.received_at_ms : resolvedAtS * 1000,
    data: {
      market_id: id,
      question,
      resolved_at: resolvedAtS,
      outcomes: outcomes.map(({ label, listed_price: payout }) => ({
        label,
        payout: payout === null ? null : Number(payout),
      })),
    },
  }
  return { detection, event }
}

/**
 * Only a new match is an event. If a known match changes, for example its score, `matched_at_ms` keeps the time at
 * which the match was found, and differs from `changed_at_ms`.
 */
function matchEventOf({ definition }: Webhook, match: Match): DetectedEvent | null {
  const { market_id: marketId, link, changed_at_ms: changedAtMs } = match
  if (link?.matched_at_ms !== changedAtMs) return null
  const { other_market_id: otherId, score, confidence, outcome_index: outcomeIndex } = link
  const wanted = definition.market_id
  if (wanted !== null && wanted !== marketId && wanted !== otherId) return null
  return {
    key: `match/${marketId}/${otherId}/${changedAtMs}`,
    type: 'match.found',
    occurredAtMs: changedAtMs,
    data: {
      market_id: marketId,
      other_market_id: otherId,
      score,
      confidence,
      polarity: outcomeIndex === 0 ? 'same' : 'inverted',
    },
  }
}
