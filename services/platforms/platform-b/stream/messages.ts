// platform_b: reads the messages of its streams: order books, trades and changes of markets.
import { parseDecimal } from '../../../domain/money.ts'
import { invertLevels } from '../../../domain/order-book.ts'
import { complementOf, isPrice } from '../../../domain/price.ts'
import { toId } from '../../identity.ts'
import { textOf, toFields, toNumber } from '../../json.ts'
import { levelsOf } from '../../mapping/levels.ts'
import { readLevel } from '../mapper/book.ts'
import { toAnomaly, toSentAtMs } from '../../streams/read-objects.ts'
import type { StreamEvent, StreamFrame } from '../../streams/protocol.ts'
import type { PlatformBMessage, PlatformBMessageBody } from '../wire/stream.ts'

/** Codes of the errors that end a subscription because the platform's buffer for this client was full. */
const endingErrors = new Set([10, 25])

/** Converts one message. The sequence number of the message is checked in session.ts. */
export function readMessage(message: PlatformBMessage, body: string): StreamFrame {
  const msg: PlatformBMessageBody = toFields(message.msg)
  const ticker = textOf(msg.market_ticker)
  return {
    body,
    id: ticker === null ? null : toId('platform_b', ticker),
    sentAtMs: timeOf(message, msg),
    event: readEvent(message, msg, ticker),
  }
}

function readEvent(
  message: PlatformBMessage,
  msg: PlatformBMessageBody,
  ticker: string | null,
): StreamEvent | null {
  switch (message.type) {
    case 'orderbook_snapshot':
      return ticker === null ? toAnomaly('no_market') : readSnapshot(msg)
    case 'orderbook_delta':
      return ticker === null ? toAnomaly('no_market') : readChange(msg)
    case 'trade':
      return ticker === null ? toAnomaly('no_market') : readTrade(message, msg)
    case 'market_lifecycle_v2':
      return { kind: 'listing' }
    case 'error':
      return endingErrors.has(toNumber(msg.code) ?? 0)
        ? { kind: 'ended', reason: 'slow_reader' }
        : toAnomaly('error_message')
    case 'subscribed':
    case 'unsubscribed':
    case 'ok':
    // the next two types arrive on the channel `market_lifecycle_v2` but are not needed
    case 'event_lifecycle':
    case 'event_fee_update':
      return null
    default:
      return toAnomaly('unknown_type')
  }
}

function readTrade(message: PlatformBMessage, msg: PlatformBMessageBody): StreamEvent {
  const key = textOf(msg.trade_id)
  const timeMs = timeOfTrade(message, msg)
  return { kind: 'trade', announced: key === null || timeMs === null ? null : { key, timeMs } }
}

function readSnapshot(msg: PlatformBMessageBody): StreamEvent {
  const yes = levelsOf('yes', msg.yes_dollars_fp, readLevel)
  const no = levelsOf('no', msg.no_dollars_fp, readLevel)
  if (!('value' in yes) || !('value' in no)) return { kind: 'invalidated' }
  return { kind: 'snapshot', sides: { bids: yes.value, asks: invertLevels(no.value) } }
}

function readChange({ side, price_dollars, delta_fp }: PlatformBMessageBody): StreamEvent {
  const price = parseDecimal(price_dollars)
  const size = parseDecimal(delta_fp)
  const isSide = side === 'yes' || side === 'no'
  if (price === null || !isPrice(price) || size === null || !isSide) return { kind: 'invalidated' }
  const change =
    side === 'yes'
      ? { side: 'bids' as const, price, size }
      : { side: 'asks' as const, price: complementOf(price), size }
  return { kind: 'changes', as: 'additions', changes: [change] }
}

function timeOf(message: PlatformBMessage, msg: PlatformBMessageBody): number | null {
  return toSentAtMs(message.sending_ts_ms) ?? timeOfTrade(message, msg)
}

/** Returns when a trade happened, Unix milliseconds. `ts_ms` is missing in some messages. */
export function timeOfTrade(
  { sending_ts_ms: sentMs }: PlatformBMessage,
  { ts_ms, ts }: PlatformBMessageBody,
): number | null {
  const seconds = toNumber(ts)
  return (
    toSentAtMs(ts_ms) ?? toSentAtMs(sentMs) ?? toSentAtMs(seconds === null ? null : seconds * 1000)
  )
}
