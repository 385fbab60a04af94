// platform_a: reads the messages of the market channel.
import { parseDecimal } from '../../../domain/money.ts'
import { isPrice } from '../../../domain/price.ts'
import { toId } from '../../identity.ts'
import { amountOf, isObject, listOf, textOf } from '../../json.ts'
import type { LevelChange, StreamEvent, StreamFrame } from '../../streams/protocol.ts'
import { toAnomaly, readObjects, toSentAtMs } from '../../streams/read-objects.ts'
import type { BookTarget } from '../../source.ts'
import { levelsOf } from '../../mapping/levels.ts'
import { readLevel } from '../mapper/book.ts'
import type { PlatformAStreamEvent, PlatformAPriceChange } from '../wire/stream.ts'

/**
 * Messages that are not JSON: the answers to PING, and to a subscription of tokens that are subscribed
 * already.
 */
const plainMessages = new Set(['PONG', 'NO NEW ASSETS', ''])

/** `targetOf` returns the subscribed market with a native id; null if there is none. */
export function createMessageReader(
  targetOf: (nativeId: string) => BookTarget | null,
): (text: string) => readonly StreamFrame[] {
  /** Returns what an event says about the book of the market's first token, which is the only one that is followed. */
  function readBookEvent(
    event: PlatformAStreamEvent,
    target: BookTarget | null,
  ): StreamEvent | null {
    // Messages about a market may still arrive after it was unsubscribed.
    if (target === null) return toAnomaly('unknown_market')
    const isFirst = event.asset_id === target.tokens[0]
    switch (event.event_type) {
      case 'book':
        return isFirst ? readSnapshot(event) : rejectUnknownToken(target, event.asset_id)
      case 'price_change':
        return readChanges(event, target)
      case 'tick_size_change':
        return isFirst ? { kind: 'invalidated' } : null
      default:
        return toAnomaly('unknown_type')
    }
  }

  function toFrame(event: PlatformAStreamEvent, body: string): StreamFrame {
    const nativeId = textOf(event.market)
    const id = nativeId === null ? null : toId('platform_a', nativeId)
    const sentAtMs = toSentAtMs(event.timestamp)
    const withEvent = (streamEvent: StreamEvent | null): StreamFrame => ({
      body,
      id,
      sentAtMs,
      event: streamEvent,
    })
    switch (event.event_type) {
      case 'last_trade_price':
        return withEvent(id === null ? toAnomaly('no_market') : readTrade(event))
      case 'new_market':
      case 'market_resolved':
        return withEvent({ kind: 'listing' })
      case 'best_bid_ask':
        return withEvent(null)
      default:
        return withEvent(readBookEvent(event, nativeId === null ? null : targetOf(nativeId)))
    }
  }

  return (text) =>
    plainMessages.has(text) ? [] : readObjects(text, (event, body) => [toFrame(event, body)])
}

function rejectUnknownToken({ tokens }: BookTarget, token: unknown): StreamEvent | null {
  return tokens.some((one) => one === token) ? null : toAnomaly('unknown_token')
}

function readTrade(event: PlatformAStreamEvent): StreamEvent {
  const transaction = textOf(event.transaction_hash)
  const token = textOf(event.asset_id)
  const timeMs = toSentAtMs(event.timestamp)
  const isIdentified = transaction !== null && token !== null && timeMs !== null
  return {
    kind: 'trade',
    announced: isIdentified ? { key: `${transaction}/${token}`, timeMs } : null,
  }
}

function readSnapshot({ bids, asks }: PlatformAStreamEvent): StreamEvent {
  if (bids === undefined && asks === undefined) return toAnomaly('no_levels')
  const sides = { bids: levelsOf('bids', bids, readLevel), asks: levelsOf('asks', asks, readLevel) }
  if (!('value' in sides.bids) || !('value' in sides.asks)) return { kind: 'invalidated' }
  return { kind: 'snapshot', sides: { bids: sides.bids.value, asks: sides.asks.value } }
}

function readChanges(event: PlatformAStreamEvent, { tokens }: BookTarget): StreamEvent | null {
  const entries = listOf(event.price_changes)
  if (entries === null) return { kind: 'invalidated' }
  const changes: LevelChange[] = []
  for (const entry of entries) {
    if (!isObject(entry)) return { kind: 'invalidated' }
    const { asset_id: token, side, price, size }: PlatformAPriceChange = entry
    if (token !== tokens[0] && tokens.some((one) => one === token)) continue
    const change = { price: parseDecimal(price), size: amountOf(size) }
    const isComplete = token === tokens[0] && (side === 'BUY' || side === 'SELL')
    // If one change cannot be read, the book would be wrong from now on.
    if (!isComplete || change.price === null || !isPrice(change.price) || change.size === null)
      return { kind: 'invalidated' }
    changes.push({
      side: side === 'BUY' ? 'bids' : 'asks',
      price: change.price,
      size: change.size,
    })
  }
  return changes.length === 0 ? null : { kind: 'changes', as: 'sizes', changes }
}
