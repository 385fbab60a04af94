// platform_b: the fields of a market, and the function that reads its status for both poller and
// normalizer.
import type { MarketStatus } from '../../../domain/market.ts'
import { createDigestRules } from '../../content.ts'
import { textOf } from '../../json.ts'

/**
 * Any field may be missing or of another type; the code that reads a field checks it. A price or
 * a count can be in an older or in a newer field, see amounts.ts.
 */
export interface PlatformBMarket {
  readonly ticker?: unknown
  readonly event_ticker?: unknown
  readonly title?: unknown
  readonly yes_sub_title?: unknown
  readonly rules_primary?: unknown
  readonly rules_secondary?: unknown
  readonly status?: unknown
  readonly result?: unknown
  readonly settlement_value?: unknown
  readonly settlement_value_dollars?: unknown
  readonly yes_bid?: unknown
  readonly yes_bid_dollars?: unknown
  readonly yes_ask?: unknown
  readonly yes_ask_dollars?: unknown
  readonly last_price?: unknown
  readonly last_price_dollars?: unknown
  readonly volume?: unknown
  readonly volume_fp?: unknown
  readonly volume_24h?: unknown
  readonly volume_24h_fp?: unknown
  readonly open_interest?: unknown
  readonly open_interest_fp?: unknown
  readonly created_time?: unknown
  readonly updated_time?: unknown
  readonly close_time?: unknown
  readonly settlement_ts?: unknown
  readonly mve_collection_ticker?: unknown
  readonly mve_selected_legs?: unknown
}

const prices = ['yes_bid', 'yes_ask', 'no_bid', 'no_ask', 'last_price', 'liquidity']
const previousPrices = ['previous_price', 'previous_yes_bid', 'previous_yes_ask']
const contracts = ['volume', 'volume_24h', 'open_interest', 'yes_bid_size', 'yes_ask_size']

/** `updated_time` is ignored: it changes only together with a field that is not a figure. */
export const marketDigestRules = createDigestRules({
  ignored: ['updated_time'],
  // in both generations, see amounts.ts
  figures: [
    ...[...prices, ...previousPrices].flatMap((name) => [name, `${name}_dollars`]),
    ...contracts.flatMap((name) => [name, `${name}_fp`]),
  ],
})

/**
 * The market status for each status text. The texts in responses differ from those in query filters; the
 * table has both.
 */
const statuses: ReadonlyMap<string, MarketStatus> = new Map([
  ['initialized', 'open'],
  ['unopened', 'open'],
  ['active', 'open'],
  ['open', 'open'],
  ['inactive', 'open'],
  ['paused', 'open'],
  ['closed', 'closed'],
  ['determined', 'closed'],
  ['disputed', 'closed'],
  ['amended', 'closed'],
  ['finalized', 'resolved'],
  ['settled', 'resolved'],
])

/** Returns the status of a market, or null if the platform's status is unknown. */
export function statusOf(market: PlatformBMarket): MarketStatus | null {
  return statuses.get(textOf(market.status) ?? '') ?? null
}
