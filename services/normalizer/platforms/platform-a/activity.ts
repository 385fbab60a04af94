// platform_a: a row of a wallet's activity (Data API) to the unified activity. A trade is read as the
// market's own list of trades is, so that it is one fact, whichever list it came from.
import type {
  ActivityType,
  RawActivity,
  WalletActivity,
} from '../../../../schemas/generated/events.ts'
import type { Decimal } from '../../../domain/money.ts'
import { multiplyDecimals, roundDecimal } from '../../../domain/money.ts'
import type { DeadLetter, Fate } from '../../fate.ts'
import { deadLetter } from '../../fate.ts'
import type { JsonObject } from '../../json.ts'
import { amountOf, textOf } from '../../json.ts'
import type { Said } from '../../mapper.ts'
import {
  conditionOf,
  outcomeIndexOf,
  outcomeOf,
  rowId,
  saidIndexOf,
  toFill,
  tokenOf,
  toSettled,
  walletOf,
} from './row.ts'

/** What else there is (deposits, rebates, yield, words to come) stays raw and is counted. */
const activityTypes: ReadonlyMap<string, ActivityType> = new Map(
  (['TRADE', 'SPLIT', 'MERGE', 'REDEEM', 'REWARD', 'CONVERSION'] as const).map((t) => [t, t]),
)

/** What the platform writes for "no outcome", and since July 2026 on ordinary trades as well. */
const noOutcomeIndex = 999
/** Digits of the dollars that the platform tells. */
const dollarDigits = 6

/** What depends on the type of an activity. */
type Deed = Pick<
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

export function toActivity({ raw, body, origin }: Said<RawActivity>): Fate<WalletActivity> {
  const wallet = walletOf(body)
  if (wallet !== null && wallet !== raw.wallet)
    return deadLetter('wrong_wallet', raw.wallet, wallet)
  const word = textOf(body['type'])
  if (word === null) return deadLetter('missing_field', 'type', body['type'])
  const type = activityTypes.get(word.toUpperCase())
  if (type === undefined) return { drop: 'other_activity' }
  const condition = conditionOf(body)
  if (condition === null && type !== 'REWARD') return deadLetter('missing_field', 'conditionId')
  const deed = type === 'TRADE' ? toTradeDeed(body, raw) : toOtherDeed(type, body, raw)
  if (!('value' in deed)) return deed
  return {
    value: {
      ...deed.value,
      wallet: raw.wallet,
      type,
      platform: 'platform_a',
      market_id: condition === null ? null : `pa_${condition}`,
      market_slug: textOf(body['slug']),
      event_slug: textOf(body['eventSlug'] ?? body['event_slug']),
      title: textOf(body['title']),
      received_at_ms: raw.received_at_ms,
      origin,
    },
  }
}

function toTradeDeed(body: JsonObject, raw: RawActivity): Fate<Deed> {
  const fate = toFill(body, raw)
  if (!('value' in fate)) return fate
  const { id, transaction, timestampMs, outcomeIndex, outcome, side, price, size } = fate.value
  const dollars = dollarsOf(body, roundDecimal(multiplyDecimals(size, price), dollarDigits))
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

type OtherType = Exclude<ActivityType, 'TRADE'>

function toOtherDeed(type: OtherType, body: JsonObject, raw: RawActivity): Fate<Deed> {
  const settled = toSettled(body, raw)
  if (!('value' in settled)) return settled
  const { transaction, timestampMs } = settled.value
  const size = amountOf(body['size'])
  // who redeems the losing outcome alone is paid nothing, and the row may say 0 of 0
  if (size === null || (size === '0' && type !== 'REDEEM'))
    return deadLetter('bad_size', 'size', body['size'])
  const dollars = dollarsOf(body, type === 'SPLIT' || type === 'MERGE' ? size : null)
  if (!('value' in dollars)) return dollars
  const outcome = type === 'REDEEM' ? redeemedOutcomeOf(body, raw) : { value: null }
  if (!('value' in outcome)) return outcome
  const saidIndex = saidIndexOf(body)
  const words = [
    type,
    conditionOf(body) ?? '',
    tokenOf(body) ?? '',
    Number.isInteger(saidIndex) ? saidIndex : noOutcomeIndex,
    size,
    dollars.value,
    timestampMs,
    raw.repeat,
  ]
  return {
    value: {
      id: rowId(transaction, words),
      outcome_index: outcome.value,
      outcome: outcome.value === null ? null : outcomeOf(body, raw, outcome.value),
      side: null,
      price: null,
      size,
      usdc_size: dollars.value,
      tx_hash: transaction,
      timestamp_ms: timestampMs,
    },
  }
}

/** The dollars that the row tells, or what they must have been where it tells none. */
function dollarsOf(
  body: JsonObject,
  otherwise: Decimal | null,
): { readonly value: Decimal } | DeadLetter {
  const said = body['usdcSize'] ?? body['usdc_size'] ?? null
  const dollars = said === null ? otherwise : amountOf(said)
  return dollars === null ? deadLetter('bad_size', 'usdcSize', said) : { value: dollars }
}

/** Null where the row means the market as a whole: until August 2026 all did. */
function redeemedOutcomeOf(
  body: JsonObject,
  raw: RawActivity,
): { readonly value: number | null } | DeadLetter {
  const index = outcomeIndexOf(body, raw)
  if (index !== null) return { value: index }
  const saidIndex = saidIndexOf(body)
  const named =
    tokenOf(body) ??
    textOf(body['outcome']) ??
    (Number.isInteger(saidIndex) && saidIndex !== noOutcomeIndex ? saidIndex : null)
  return named === null ? { value: null } : deadLetter('unknown_outcome', 'asset', named)
}
