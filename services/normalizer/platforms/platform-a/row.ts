// platform_a: what rows of the Data API's trades and of its wallets' activity have in common: a fill
// is told by both, in the same words. Rows of its second version say the same in snake_case.
import { hash } from 'node:crypto'
import type { RawTrade, Side } from '../../../../schemas/generated/events.ts'
import type { Decimal } from '../../../domain/money.ts'
import { parseDecimal } from '../../../domain/money.ts'
import { isPrice } from '../../../domain/price.ts'
import type { DeadLetter, Fate } from '../../fate.ts'
import { deadLetter } from '../../fate.ts'
import type { JsonObject } from '../../json.ts'
import { amountOf, textOf } from '../../json.ts'
import { isPlausible, parseUnixSeconds } from '../../time.ts'

/** What the poller adds to a row of either kind. */
export type AboutRow = Pick<RawTrade, 'tokens' | 'outcomes' | 'repeat' | 'received_at_ms'>

/** A purchase or a sale, in terms of the outcome that was traded. */
export type Fill = {
  readonly id: string
  readonly transaction: string
  readonly timestampMs: number
  readonly outcomeIndex: number
  /** null where neither the market nor the row tells it. */
  readonly outcome: string | null
  readonly side: Side
  readonly price: Decimal
  readonly size: Decimal
}

/** A fill has the same id whichever list it is read from. */
export function toFill(body: JsonObject, about: AboutRow): Fate<Fill> {
  const settled = toSettled(body, about)
  if (!('value' in settled)) return settled
  const { transaction, timestampMs } = settled.value
  const price = parseDecimal(body['price'])
  if (price === null || !isPrice(price)) return deadLetter('bad_price', 'price', body['price'])
  const size = amountOf(body['size'])
  if (size === null || size === '0') return deadLetter('bad_size', 'size', body['size'])
  const side = sideOf(body['side'])
  if (side === null) return deadLetter('bad_side', 'side', body['side'])
  const outcomeIndex = outcomeIndexOf(body, about)
  if (outcomeIndex === null) return deadLetter('unknown_outcome', 'asset', tokenOf(body))
  const words = [tokenOf(body), walletOf(body), side, size, price, timestampMs, about.repeat]
  return {
    value: {
      id: rowId(transaction, words),
      transaction,
      timestampMs,
      outcomeIndex,
      outcome: outcomeOf(body, about, outcomeIndex),
      side,
      price,
      size,
    },
  }
}

/** When, and in which transaction. */
export function toSettled(
  body: JsonObject,
  { received_at_ms: receivedAtMs }: AboutRow,
): { readonly value: { readonly transaction: string; readonly timestampMs: number } } | DeadLetter {
  const transaction = textOf(body['transactionHash'] ?? body['transaction_hash'])
  if (transaction === null) return deadLetter('missing_field', 'transactionHash')
  const timestampMs = parseUnixSeconds(body['timestamp'])
  if (timestampMs === null || !isPlausible(timestampMs, receivedAtMs))
    return deadLetter('bad_time', 'timestamp', body['timestamp'])
  return { value: { transaction, timestampMs } }
}

/** The platform has no ids, and rows share a transaction: its words tell a row from the others. */
export function rowId(transaction: string, words: readonly unknown[]): string {
  return `${transaction}-${hash('sha256', JSON.stringify(words)).slice(0, 16)}`
}

export function conditionOf(body: JsonObject): string | null {
  return textOf(body['conditionId'] ?? body['condition_id'])
}

export function tokenOf(body: JsonObject): string | null {
  return textOf(body['asset'] ?? body['token_id'])
}

export function walletOf(body: JsonObject): string | null {
  return textOf(body['proxyWallet'] ?? body['proxy_wallet'])?.toLowerCase() ?? null
}

/** The index that the row gives, whatever it is. */
export function saidIndexOf(body: JsonObject): unknown {
  return body['outcomeIndex'] ?? body['outcome_index']
}

/** `side` is that of the row's wallet: of trades the taker, because only takers' rows are asked for. */
function sideOf(value: unknown): Side | null {
  const side = textOf(value)?.toLowerCase()
  return side === 'buy' || side === 'sell' ? side : null
}

/**
 * By token, then by label, then by index, the least trustworthy: since July 2026 it is 999 on
 * ordinary trades. Null if none of them settles it: an outcome is never guessed.
 */
export function outcomeIndexOf(
  body: JsonObject,
  { tokens, outcomes }: Pick<AboutRow, 'tokens' | 'outcomes'>,
): number | null {
  const byToken = tokens.indexOf(tokenOf(body) ?? '')
  if (byToken >= 0) return byToken
  const label = textOf(body['outcome']) ?? ''
  const byLabel = outcomes.indexOf(label)
  if (byLabel >= 0 && outcomes.lastIndexOf(label) === byLabel) return byLabel
  const index = saidIndexOf(body)
  const known = Math.max(tokens.length, outcomes.length) || 2
  return Number.isInteger(index) && Number(index) >= 0 && Number(index) < known
    ? Number(index)
    : null
}

export function outcomeOf(
  body: JsonObject,
  { outcomes }: Pick<AboutRow, 'outcomes'>,
  index: number,
): string | null {
  return outcomes[index] ?? textOf(body['outcome'])
}
