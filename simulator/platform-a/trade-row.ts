// One side of a trade in the format of the Data interface: no id, and sometimes no outcome index.
import { priceNumber, sizeNumber } from '../decimals.ts'
import { mix } from '../random.ts'
import { outcomeOf, priceOf, sideOf, transactionOf, type Fill } from '../wallets/fill.ts'
import type { MarketA } from '../world/market.ts'
import type { Traders } from '../world/traders.ts'

type Json = Readonly<Record<string, unknown>>

export function wireTrade(fill: Fill, traders: Traders): Json {
  const { trade, market } = fill
  const outcome = outcomeOf(fill)
  const draw = mix(market.seed, trade.timeUs)
  const wallet = traders.numberOf(trade, fill.isMaker)
  return {
    proxyWallet: traders.addresses[wallet],
    side: sideOf(fill).toUpperCase(),
    asset: market.tokens[outcome],
    conditionId: market.id,
    size: sizeNumber(trade.sizeMicro),
    price: priceNumber(priceOf(fill)),
    timestamp: Math.floor(trade.timeUs / 1e6),
    ...marketWords(market),
    outcome: market.spec.outcomes[outcome],
    outcomeIndex: draw % 40 === 0 ? 999 : outcome,
    ...profileOf(wallet),
    transactionHash: transactionOf(fill),
  }
}

/** The fields of the market that every row repeats. */
export function marketWords({ spec, event }: MarketA): Json {
  return {
    title: spec.question,
    slug: spec.slug,
    icon: `https://pictures.invalid/${event.spec.slug}.png`,
    eventSlug: event.spec.slug,
  }
}

/** The fields of the wallet that every row repeats. */
export function profileOf(wallet: number): Json {
  return {
    name: wallet % 3 === 0 ? '' : `trader${wallet}`,
    pseudonym: wallet % 3 === 0 ? '' : `Quiet-Heron-${wallet}`,
    bio: '',
    profileImage: '',
    profileImageOptimized: '',
  }
}
