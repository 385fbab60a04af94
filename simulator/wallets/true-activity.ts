// The expected activity of a wallet in the common model: from its actions, not from served rows.
import { hash } from 'node:crypto'
import { priceText, sizeText } from '../decimals.ts'
import type { Traders } from '../world/traders.ts'
import {
  rankOf,
  secondOf,
  type WalletAction,
  type TokenAction,
  type TradeAction,
} from './wallet-action.ts'
import { outcomeOf, priceOf, sideOf, transactionOf, usdcMicroOf } from './fill.ts'

export interface TrueActivity {
  /** The transaction and a digest of the row's field values. */
  readonly id: string
  readonly wallet: string
  readonly type: 'TRADE' | 'SPLIT' | 'MERGE' | 'REDEEM' | 'REWARD' | 'CONVERSION'
  /** Condition id; null for rewards. */
  readonly nativeId: string | null
  readonly outcomeIndex: 0 | 1 | null
  readonly outcome: string | null
  readonly side: 'buy' | 'sell' | null
  readonly price: string | null
  readonly size: string
  readonly usdcSize: string
  readonly txHash: string
  readonly timestampMs: number
  readonly marketSlug: string | null
  readonly eventSlug: string | null
  readonly title: string | null
}

type Fields = Omit<TrueActivity, 'id'>
type ReportedAction = TradeAction | TokenAction | (WalletAction & { readonly type: 'REWARD' })

/** Of one wallet, ordered by (time, rank, transaction, id). */
export function trueActivity(
  actions: readonly WalletAction[],
  traders: Traders,
): readonly TrueActivity[] {
  const repeats = new Map<string, number>()
  const rows = actions.filter(isReported).map((action) => {
    const fields = fieldsOf(action, traders)
    const digestInput = JSON.stringify(digestInputOf(action, fields))
    const repeat = repeats.get(fields.txHash + digestInput) ?? 0
    repeats.set(fields.txHash + digestInput, repeat + 1)
    const digest = hash('sha256', `${digestInput.slice(0, -1)},${repeat}]`)
    const rank = action.type === 'REWARD' ? 6 : rankOf(action)
    return { activity: { id: `${fields.txHash}-${digest.slice(0, 16)}`, ...fields }, rank }
  })
  return rows
    .sort(
      (one, other) =>
        one.activity.timestampMs - other.activity.timestampMs ||
        one.rank - other.rank ||
        byText(one.activity.txHash, other.activity.txHash) ||
        byText(one.activity.id, other.activity.id),
    )
    .map(({ activity }) => activity)
}

/** The common model has no rebates, yields, deposits and withdrawals. */
function isReported(action: WalletAction): action is ReportedAction {
  return 'fill' in action || 'market' in action || action.type === 'REWARD'
}

function fieldsOf(action: ReportedAction, traders: Traders): Fields {
  const market = 'fill' in action ? action.fill.market : 'market' in action ? action.market : null
  const outcomeIndex =
    'fill' in action ? outcomeOf(action.fill) : 'market' in action ? action.outcome : null
  const usdcSize = sizeText('fill' in action ? usdcMicroOf(action.fill) : action.usdcMicro)
  const sizeMicro =
    'fill' in action ? action.fill.trade.sizeMicro : 'market' in action && action.sizeMicro
  return {
    wallet: traders.addresses[action.wallet] ?? '',
    type: action.type,
    nativeId: market?.id ?? null,
    outcomeIndex,
    outcome: outcomeIndex === null ? null : (market?.spec.outcomes[outcomeIndex] ?? null),
    side: 'fill' in action ? sideOf(action.fill) : null,
    price: 'fill' in action ? priceText(priceOf(action.fill)) : null,
    size: sizeMicro === false ? usdcSize : sizeText(sizeMicro),
    usdcSize,
    txHash: 'fill' in action ? transactionOf(action.fill) : action.transaction,
    timestampMs: secondOf(action.timeUs) * 1000,
    marketSlug: market?.spec.slug ?? null,
    eventSlug: market?.event.spec.slug ?? null,
    title: market?.spec.question ?? null,
  }
}

/** The field values that the id is a digest of, without the number among rows with equal values. */
function digestInputOf(action: ReportedAction, fields: Fields): readonly unknown[] {
  const { wallet, side, size, price, usdcSize, timestampMs, type, nativeId, outcomeIndex } = fields
  if ('fill' in action) {
    const asset = action.fill.market.tokens[outcomeOf(action.fill)]
    return [asset, wallet, side, size, price, timestampMs]
  }
  const named = 'market' in action && action.outcome !== null
  const asset = named ? action.market.tokens[action.outcome] : ''
  return [type, nativeId ?? '', asset, outcomeIndex ?? 999, size, usdcSize, timestampMs]
}

const byText = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)
