// platform_a: maps what rows of the trade list and of wallet activity (Data API) have in common. Both
// lists describe a fill (an executed order) with the same fields.
import { hash } from 'node:crypto'
import type { RawTrade } from '../../../../schemas/generated/events.ts'
import type { Side } from '../../../domain/trade.ts'
import type { Decimal } from '../../../domain/money.ts'
import { parseDecimal } from '../../../domain/money.ts'
import { isPrice } from '../../../domain/price.ts'
import type { DeadLetter, MappingResult } from '../../mapping/result.ts'
import { deadLetter } from '../../mapping/result.ts'
import { amountOf, textOf } from '../../json.ts'
import type { PlatformARow } from '../wire/row.ts'
import { isPlausibleTime, parseUnixSeconds } from '../../time.ts'

/**
 * The fields that the poller adds to a row: the tokens and outcomes of its market, `repeat` and the time
 * of receipt.
 */
export type RowContext = Pick<RawTrade, 'tokens' | 'outcomes' | 'repeat' | 'received_at_ms'>

/** A purchase or sale of one outcome; side and price refer to that outcome. */
export type Fill = {
  readonly id: string
  readonly transaction: string
  readonly timestampMs: number
  readonly outcomeIndex: number
  /** Label of the outcome; null if neither the market nor the row contains one. */
  readonly outcome: string | null
  readonly side: Side
  readonly price: Decimal
  readonly size: Decimal
}

/**
 * Maps a row that describes a fill (an executed order). The id is computed from the row's fields only, so
 * that a fill has the same id in the trade list and in wallet activity.
 */
export function toFill(row: PlatformARow, context: RowContext): MappingResult<Fill> {
  const settlement = toTransactionAndTime(row, context)
  if (!('value' in settlement)) return settlement
  const { transaction, timestampMs } = settlement.value
  const price = parseDecimal(row.price)
  if (price === null || !isPrice(price)) return deadLetter('bad_price', 'price', row.price)
  const size = amountOf(row.size)
  if (size === null || size === '0') return deadLetter('bad_size', 'size', row.size)
  const side = sideOf(row.side)
  if (side === null) return deadLetter('bad_side', 'side', row.side)
  const outcomeIndex = outcomeIndexOf(row, context)
  if (outcomeIndex === null) return deadLetter('unknown_outcome', 'asset', tokenIdOf(row))
  const identityFields = [
    tokenIdOf(row),
    walletOf(row),
    side,
    size,
    price,
    timestampMs,
    context.repeat,
  ]
  return {
    value: {
      id: rowId(transaction, identityFields),
      transaction,
      timestampMs,
      outcomeIndex,
      outcome: outcomeLabelOf(row, context, outcomeIndex),
      side,
      price,
      size,
    },
  }
}

/** Returns the transaction hash and the time of a row, or a dead letter. */
export function toTransactionAndTime(
  row: PlatformARow,
  { received_at_ms: receivedAtMs }: RowContext,
): { readonly value: { readonly transaction: string; readonly timestampMs: number } } | DeadLetter {
  const transaction = textOf(row.transactionHash)
  if (transaction === null) return deadLetter('missing_field', 'transactionHash')
  const timestampMs = parseUnixSeconds(row.timestamp)
  if (timestampMs === null || !isPlausibleTime(timestampMs, receivedAtMs))
    return deadLetter('bad_time', 'timestamp', row.timestamp)
  return { value: { transaction, timestampMs } }
}

/**
 * Returns the id of a row. The platform has no row ids, and several rows can share a transaction, so the
 * id contains a digest of the fields that identify the row.
 */
export function rowId(transaction: string, identityFields: readonly unknown[]): string {
  return `${transaction}-${hash('sha256', JSON.stringify(identityFields)).slice(0, 16)}`
}

export function conditionIdOf(row: PlatformARow): string | null {
  return textOf(row.conditionId)
}

export function tokenIdOf(row: PlatformARow): string | null {
  return textOf(row.asset)
}

export function walletOf(row: PlatformARow): string | null {
  return textOf(row.proxyWallet)?.toLowerCase() ?? null
}

/**
 * Returns the side (buy or sell) of the row's wallet. In trades this wallet is the taker, because only
 * the rows of takers are requested.
 */
function sideOf(value: unknown): Side | null {
  const side = textOf(value)?.toLowerCase()
  return side === 'buy' || side === 'sell' ? side : null
}

/**
 * Returns the index of the outcome that a row refers to. Uses the row's token, else its outcome label, else
 * its own index field. The index field is the least reliable: since July 2026 the platform sends 999 in it
 * for ordinary trades. Returns null if none of them identifies an outcome.
 */
export function outcomeIndexOf(
  row: PlatformARow,
  { tokens, outcomes }: Pick<RowContext, 'tokens' | 'outcomes'>,
): number | null {
  const byToken = tokens.indexOf(tokenIdOf(row) ?? '')
  if (byToken >= 0) return byToken
  const label = textOf(row.outcome) ?? ''
  const byLabel = outcomes.indexOf(label)
  if (byLabel >= 0 && outcomes.lastIndexOf(label) === byLabel) return byLabel
  const index = row.outcomeIndex
  const outcomeCount = Math.max(tokens.length, outcomes.length) || 2
  return Number.isInteger(index) && Number(index) >= 0 && Number(index) < outcomeCount
    ? Number(index)
    : null
}

export function outcomeLabelOf(
  row: PlatformARow,
  { outcomes }: Pick<RowContext, 'outcomes'>,
  index: number,
): string | null {
  return outcomes[index] ?? textOf(row.outcome)
}
