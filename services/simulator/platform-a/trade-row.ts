// A side of a trade as the Data interface writes it; no id, and the outcome's index is not always told.
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
    outcome: market.words.outcomes[outcome],
    outcomeIndex: draw % 40 === 0 ? 999 : outcome,
    ...profileOf(wallet),
    transactionHash: transactionOf(fill),
  }
}

/** What rows repeat of their market. */
export function marketWords({ words, event }: MarketA): Json {
  return {
    title: words.question,
    slug: words.slug,
    icon: `https://pictures.invalid/${event.words.slug}.png`,
    eventSlug: event.words.slug,
  }
}

/** What rows repeat of their wallet. */
export function profileOf(wallet: number): Json {
  return {
    name: wallet % 3 === 0 ? '' : `trader${wallet}`,
    pseudonym: wallet % 3 === 0 ? '' : `Quiet-Heron-${wallet}`,
    bio: '',
    profileImage: '',
    profileImageOptimized: '',
  }
}
