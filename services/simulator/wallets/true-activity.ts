// What a wallet did, in the words of the unified model: from its deeds, not from what is served.
import { hash } from 'node:crypto'
import { priceText, sizeText } from '../decimals.ts'
import type { Traders } from '../world/traders.ts'
import { rankOf, secondOf, type Deed, type TokenDeed, type TradeDeed } from './deed.ts'
import { outcomeOf, priceOf, sideOf, transactionOf, usdcMicroOf } from './fill.ts'

export interface TrueActivity {
  /** The transaction and a digest of what the row says. */
  readonly id: string
  readonly wallet: string
  readonly type: 'TRADE' | 'SPLIT' | 'MERGE' | 'REDEEM' | 'REWARD' | 'CONVERSION'
  /** Condition id; null of rewards. */
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

type Facts = Omit<TrueActivity, 'id'>
type Told = TradeDeed | TokenDeed | (Deed & { readonly type: 'REWARD' })

/** Of one wallet, in the order of (time, rank, transaction, id). */
export function trueActivity(deeds: readonly Deed[], traders: Traders): readonly TrueActivity[] {
  const repeats = new Map<string, number>()
  const rows = deeds.filter(isTold).map((deed) => {
    const facts = factsOf(deed, traders)
    const words = JSON.stringify(digested(deed, facts))
    const repeat = repeats.get(facts.txHash + words) ?? 0
    repeats.set(facts.txHash + words, repeat + 1)
    const digest = hash('sha256', `${words.slice(0, -1)},${repeat}]`)
    const rank = deed.type === 'REWARD' ? 6 : rankOf(deed)
    return { activity: { id: `${facts.txHash}-${digest.slice(0, 16)}`, ...facts }, rank }
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

/** The model knows no rebates, yields, deposits and withdrawals. */
function isTold(deed: Deed): deed is Told {
  return 'fill' in deed || 'market' in deed || deed.type === 'REWARD'
}

function factsOf(deed: Told, traders: Traders): Facts {
  const market = 'fill' in deed ? deed.fill.market : 'market' in deed ? deed.market : null
  const outcomeIndex =
    'fill' in deed ? outcomeOf(deed.fill) : 'market' in deed ? deed.outcome : null
  const usdcSize = sizeText('fill' in deed ? usdcMicroOf(deed.fill) : deed.usdcMicro)
  const sizeMicro = 'fill' in deed ? deed.fill.trade.sizeMicro : 'market' in deed && deed.sizeMicro
  return {
    wallet: traders.addresses[deed.wallet] ?? '',
    type: deed.type,
    nativeId: market?.id ?? null,
    outcomeIndex,
    outcome: outcomeIndex === null ? null : (market?.words.outcomes[outcomeIndex] ?? null),
    side: 'fill' in deed ? sideOf(deed.fill) : null,
    price: 'fill' in deed ? priceText(priceOf(deed.fill)) : null,
    size: sizeMicro === false ? usdcSize : sizeText(sizeMicro),
    usdcSize,
    txHash: 'fill' in deed ? transactionOf(deed.fill) : deed.transaction,
    timestampMs: secondOf(deed.timeUs) * 1000,
    marketSlug: market?.words.slug ?? null,
    eventSlug: market?.event.words.slug ?? null,
    title: market?.words.question ?? null,
  }
}

/** What the id of a row is made from, but for its number among rows of the same words. */
function digested(deed: Told, facts: Facts): readonly unknown[] {
  const { wallet, side, size, price, usdcSize, timestampMs, type, nativeId, outcomeIndex } = facts
  if ('fill' in deed) {
    const asset = deed.fill.market.tokens[outcomeOf(deed.fill)]
    return [asset, wallet, side, size, price, timestampMs]
  }
  const named = 'market' in deed && deed.outcome !== null
  const asset = named ? deed.market.tokens[deed.outcome] : ''
  return [type, nativeId ?? '', asset, outcomeIndex ?? 999, size, usdcSize, timestampMs]
}

const byText = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)
