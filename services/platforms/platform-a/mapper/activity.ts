// platform_a: maps a row of a wallet's activity (Data API) to the unified activity. A trade is mapped
// with the same code as a row of the market's trade list, so that it has the same id in both lists.
import { toId } from '../../identity.ts'
import type {
  ActivityType,
  RawActivity,
  WalletActivity,
} from '../../../../schemas/generated/events.ts'
import type { Decimal } from '../../../domain/money.ts'
import { multiplyDecimals, roundDecimal } from '../../../domain/money.ts'
import type { DeadLetter, MappingResult } from '../../mapping/result.ts'
import { deadLetter } from '../../mapping/result.ts'
import { amountOf, textOf } from '../../json.ts'
import type { RawInput } from '../../mapper.ts'
import { toRow, type PlatformARow } from '../wire/row.ts'
import {
  conditionIdOf,
  outcomeIndexOf,
  outcomeLabelOf,
  rowId,
  toFill,
  tokenIdOf,
  toTransactionAndTime,
  walletOf,
} from './row.ts'

/**
 * The activity types that are recorded. Rows of other types (deposits, rebates, yield, future types) stay
 * in the raw topic and are counted as dropped.
 */
const activityTypes: ReadonlyMap<string, ActivityType> = new Map(
  (['TRADE', 'SPLIT', 'MERGE', 'REDEEM', 'REWARD', 'CONVERSION'] as const).map((t) => [t, t]),
)

/** The outcome index by which the platform says that the row has no outcome. */
const noOutcomeIndex = 999
/** Digits after the point of the platform's dollar amounts. */
const dollarDigits = 6

/** The fields that are derived in a different way for each type of activity. */
type TypeSpecificFields = Pick<
  WalletActivity,
  | 'id'
  | 'outcome_index'
  | 'outcome'
  | 'side'
  | 'price'
  | 'size'
  | 'usdc_size'
  | 'tx_hash'
  | 'timestamp_ms'
>

export function toActivity({
  raw,
  body,
  origin,
}: RawInput<RawActivity>): MappingResult<WalletActivity> {
  const row = toRow(body)
  const wallet = walletOf(row)
  if (wallet !== null && wallet !== raw.wallet)
    return deadLetter('wrong_wallet', raw.wallet, wallet)
  const typeName = textOf(row.type)
  if (typeName === null) return deadLetter('missing_field', 'type', row.type)
  const type = activityTypes.get(typeName.toUpperCase())
  if (type === undefined) return { drop: 'other_activity' }
  const condition = conditionIdOf(row)
  if (condition === null && type !== 'REWARD') return deadLetter('missing_field', 'conditionId')
  const fields = type === 'TRADE' ? toTradeFields(row, raw) : toNonTradeFields(type, row, raw)
  if (!('value' in fields)) return fields
  return {
    value: {
      ...fields.value,
      wallet: raw.wallet,
      type,
      platform: 'platform_a',
      market_id: condition === null ? null : toId('platform_a', condition),
      market_slug: textOf(row.slug),
      event_slug: textOf(row.eventSlug),
      title: textOf(row.title),
      received_at_ms: raw.received_at_ms,
      origin,
    },
  }
}

function toTradeFields(row: PlatformARow, raw: RawActivity): MappingResult<TypeSpecificFields> {
  const result = toFill(row, raw)
  if (!('value' in result)) return result
  const { id, transaction, timestampMs, outcomeIndex, outcome, side, price, size } = result.value
  const dollars = dollarsOf(row, roundDecimal(multiplyDecimals(size, price), dollarDigits))
  if (!('value' in dollars)) return dollars
  return {
    value: {
      id,
      outcome_index: outcomeIndex,
      outcome,
      side,
      price,
      size,
      usdc_size: dollars.value,
      tx_hash: transaction,
      timestamp_ms: timestampMs,
    },
  }
}

type NonTradeType = Exclude<ActivityType, 'TRADE'>

function toNonTradeFields(
  type: NonTradeType,
  row: PlatformARow,
  raw: RawActivity,
): MappingResult<TypeSpecificFields> {
  const settlement = toTransactionAndTime(row, raw)
  if (!('value' in settlement)) return settlement
  const { transaction, timestampMs } = settlement.value
  const size = amountOf(row.size)
  // redeeming only the losing outcome pays nothing, so both size and dollars of the row may be 0
  if (size === null || (size === '0' && type !== 'REDEEM'))
    return deadLetter('bad_size', 'size', row.size)
  const dollars = dollarsOf(row, type === 'SPLIT' || type === 'MERGE' ? size : null)
  if (!('value' in dollars)) return dollars
  const outcome = type === 'REDEEM' ? redeemedOutcomeOf(row, raw) : { value: null }
  if (!('value' in outcome)) return outcome
  const givenIndex = row.outcomeIndex
  const identityFields = [
    type,
    conditionIdOf(row) ?? '',
    tokenIdOf(row) ?? '',
    Number.isInteger(givenIndex) ? givenIndex : noOutcomeIndex,
    size,
    dollars.value,
    timestampMs,
    raw.repeat,
  ]
  return {
    value: {
      id: rowId(transaction, identityFields),
      outcome_index: outcome.value,
      outcome: outcome.value === null ? null : outcomeLabelOf(row, raw, outcome.value),
      side: null,
      price: null,
      size,
      usdc_size: dollars.value,
      tx_hash: transaction,
      timestamp_ms: timestampMs,
    },
  }
}

/** Returns the dollars of the row, or `fallback` if the row has none. */
function dollarsOf(
  row: PlatformARow,
  fallback: Decimal | null,
): { readonly value: Decimal } | DeadLetter {
  const rawDollars = row.usdcSize ?? null
  const dollars = rawDollars === null ? fallback : amountOf(rawDollars)
  return dollars === null ? deadLetter('bad_size', 'usdcSize', rawDollars) : { value: dollars }
}

/**
 * Returns the redeemed outcome; null if the row redeems all outcomes of the market, as all rows did until
 * August 2026.
 */
function redeemedOutcomeOf(
  row: PlatformARow,
  raw: RawActivity,
): { readonly value: number | null } | DeadLetter {
  const index = outcomeIndexOf(row, raw)
  if (index !== null) return { value: index }
  const givenIndex = row.outcomeIndex
  const outcomeReference =
    tokenIdOf(row) ??
    textOf(row.outcome) ??
    (Number.isInteger(givenIndex) && givenIndex !== noOutcomeIndex ? givenIndex : null)
  return outcomeReference === null
    ? { value: null }
    : deadLetter('unknown_outcome', 'asset', outcomeReference)
}
