// Events, markets and series in the format of platform_b.
import { DOLLAR, priceText } from '../decimals.ts'
import { microTime, secondTime } from '../times.ts'
import { bookAt } from '../world/book.ts'
import { dayMs } from '../world/dates.ts'
import { isTrading, payout, type EventB, type MarketB } from '../world/market.ts'
import type { SeriesB } from '../world/occasion.ts'
import type { World } from '../world/world.ts'
import { countField, priceField, type NumberFormat } from './numbers.ts'

type Json = Readonly<Record<string, unknown>>

export type StatusB =
  'initialized' | 'active' | 'inactive' | 'closed' | 'determined' | 'disputed' | 'finalized'

export function statusOf(market: MarketB, nowMs: number): StatusB {
  const { lifecycle } = market
  if (nowMs < lifecycle.opensMs) return 'initialized'
  if (nowMs < lifecycle.tradingEndsMs) return isTrading(market, nowMs) ? 'active' : 'inactive'
  if (nowMs < lifecycle.proposedMs) return 'closed'
  if (nowMs >= lifecycle.settledMs) return 'finalized'
  return lifecycle.disputedMs !== null && nowMs >= lifecycle.disputedMs ? 'disputed' : 'determined'
}

/** Time of the last change other than by trading. */
export function updatedMs({ lifecycle }: MarketB, nowMs: number): number {
  const changes = [
    lifecycle.opensMs,
    lifecycle.paused?.fromMs,
    lifecycle.paused?.untilMs,
    lifecycle.tradingEndsMs,
    lifecycle.proposedMs,
    lifecycle.disputedMs,
    lifecycle.settledMs,
  ]
  return Math.max(
    lifecycle.createdMs,
    ...changes.map((ms) => (typeof ms === 'number' && ms <= nowMs ? ms : 0)),
  )
}

/** When the result is known early, trading ends at once and the close time moves forward. */
export function closeMs({ lifecycle, occasion }: MarketB, nowMs: number): number {
  return nowMs >= lifecycle.tradingEndsMs ? lifecycle.tradingEndsMs : occasion.endsMs
}

export function wireMarket(
  world: World,
  market: MarketB,
  nowMs: number,
  numberFormat: NumberFormat,
): Json {
  const { spec, lifecycle, occasion, event, seed } = market
  const status = statusOf(market, nowMs)
  const isDetermined = status === 'determined' || status === 'disputed' || status === 'finalized'
  return {
    can_close_early: true,
    close_time: secondTime(closeMs(market, nowMs)),
    // Markets whose creation time was never set have the platform's zero time.
    created_time:
      seed % 23 === 0
        ? '0001-01-01T00:00:00Z'
        : microTime(lifecycle.createdMs * 1000 + (seed % 1_000_000)),
    ...(spec.strike.custom ? { custom_strike: spec.strike.custom } : {}),
    ...(spec.strike.cap === undefined ? {} : { cap_strike: spec.strike.cap }),
    ...(spec.strike.floor === undefined ? {} : { floor_strike: spec.strike.floor }),
    early_close_condition: 'This market will close and expire early if the event occurs.',
    event_ticker: event.id,
    exchange_index: 0,
    expected_expiration_time: secondTime(occasion.decidedMs),
    expiration_time: secondTime(occasion.endsMs + 7 * dayMs),
    expiration_value: isDetermined && !occasion.voided ? String(payout(market)) : '',
    ...(spec.legs ? { is_provisional: true } : {}),
    latest_expiration_time: secondTime(occasion.endsMs + 7 * dayMs),
    liquidity_dollars: '0.0000',
    market_type: 'binary',
    ...(spec.legs ? parlayOf(market) : {}),
    no_sub_title: spec.no,
    notional_value_dollars: '1.0000',
    occurrence_datetime: secondTime(occasion.decidedMs),
    open_time: secondTime(lifecycle.opensMs),
    ...priceRanges(market),
    ...quotes(world, market, nowMs, numberFormat),
    result: isDetermined ? resultOf(market) : '',
    rules_primary: spec.rules,
    rules_secondary: event.spec.rulesSecondary,
    settlement_timer_seconds: 300,
    ...(status === 'finalized' ? { settlement_ts: microTime(settledUs(market)) } : {}),
    ...(isDetermined
      ? {
          settlement_value_dollars: `${payout(market) === 0.5 ? '0.5000' : `${payout(market)}.0000`}`,
        }
      : {}),
    status,
    strike_type: spec.strike.type,
    ...(numberFormat === 'cents' ? centsOnly(event) : {}),
    ticker: market.id,
    title: spec.title,
    subtitle: '',
    updated_time: microTime(updatedMs(market, nowMs) * 1000 + (seed % 1_000_000)),
    yes_sub_title: spec.yes,
  }
}

export const priceRanges = ({ tickPico }: MarketB): Json => ({
  price_level_structure: tickPico === 1e10 ? 'linear_cent' : 'deci_cent',
  price_ranges: [{ start: '0.0000', end: '1.0000', step: priceText(tickPico).padEnd(6, '0') }],
})

/** Fields that were removed together with the cents. */
function centsOnly(event: EventB): Json {
  return {
    category: event.spec.series.category,
    liquidity: 0,
    notional_value: 100,
    response_price_units: 'usd_cent',
    risk_limit_cents: 0,
    tick_size: 1,
  }
}

export function resultOf(market: MarketB): 'yes' | 'no' | 'scalar' {
  const paid = payout(market)
  return paid === 1 ? 'yes' : paid === 0 ? 'no' : 'scalar'
}

/** Trading figures at the time of the response. A missing bid is 0, a missing ask is 1. */
function quotes(world: World, market: MarketB, nowMs: number, numberFormat: NumberFormat): Json {
  const book = bookAt(market, nowMs)
  const [bid, ask] = [book?.bids[0], book?.asks[0]]
  const bidPico = bid?.pricePico ?? 0
  const askPico = ask?.pricePico ?? DOLLAR
  const totals = world.tape.totals(market, nowMs)
  const before = world.tape.totals(market, nowMs - dayMs)
  const earlier = bookAt(market, nowMs - dayMs)
  const firstPrice = (trade: typeof totals.last): number =>
    trade === null ? 0 : trade.outcome === 0 ? trade.pricePico : DOLLAR - trade.pricePico
  const price = (name: string, pico: number): Json => priceField(numberFormat, name, pico)
  return {
    ...price('yes_bid', bidPico),
    ...price('yes_ask', askPico),
    ...price('no_bid', DOLLAR - askPico),
    ...price('no_ask', DOLLAR - bidPico),
    ...(numberFormat === 'cents'
      ? {}
      : {
          ...countField(numberFormat, 'yes_bid_size', bid?.sizeMicro ?? 0),
          ...countField(numberFormat, 'yes_ask_size', ask?.sizeMicro ?? 0),
        }),
    ...price('last_price', firstPrice(totals.last)),
    ...price('previous_price', firstPrice(before.last)),
    ...price('previous_yes_bid', earlier?.bids[0]?.pricePico ?? 0),
    ...price('previous_yes_ask', earlier?.asks[0]?.pricePico ?? 0),
    ...countField(numberFormat, 'volume', totals.sizeMicro),
    ...countField(numberFormat, 'volume_24h', totals.sizeMicro - before.sizeMicro),
    // The model: half of all trades close a position.
    ...countField(numberFormat, 'open_interest', Math.floor(totals.sizeMicro / 20_000) * 10_000),
  }
}

function parlayOf({ spec, event }: MarketB): Json {
  return {
    mve_collection_ticker: `${event.spec.series.ticker}-R`,
    mve_selected_legs: (spec.legs ?? []).map((leg) => ({
      event_ticker: leg.eventTicker,
      market_ticker: leg.ticker,
      side: leg.side,
    })),
  }
}

/** An event, without its markets. */
export function wireEvent(event: EventB, nowMs: number): Json {
  const { spec, occasion } = event
  const changed = Math.max(...event.markets.map((market) => updatedMs(market, nowMs)))
  return {
    available_on_brokers: false,
    category: spec.series.category,
    collateral_return_type: spec.exclusive ? 'MECNET' : '',
    event_ticker: event.id,
    exchange_index: 0,
    last_updated_ts: microTime(changed * 1000),
    mutually_exclusive: spec.exclusive,
    product_metadata: spec.competition
      ? { competition: spec.competition, competition_scope: 'Game' }
      : {},
    series_ticker: spec.series.ticker,
    settlement_sources: [spec.series.source],
    ...(spec.series.frequency === 'one_off'
      ? { strike_period: '' }
      : { strike_date: secondTime(occasion.decidedMs) }),
    sub_title: spec.subTitle,
    title: spec.title,
  }
}

export function wireSeries(series: SeriesB): Json {
  return {
    additional_prohibitions: null,
    category: series.category,
    contract_terms_url: `https://contracts.invalid/${series.ticker}.pdf`,
    contract_url: `https://contracts.invalid/${series.ticker}.pdf`,
    fee_multiplier: 1,
    fee_type: 'quadratic',
    frequency: series.frequency,
    settlement_sources: [series.source],
    tags: series.tags,
    ticker: series.ticker,
    title: series.title,
  }
}

/** Unix microseconds of the settlement, as the platform states it. */
export function settledUs({ lifecycle, seed }: MarketB): number {
  return lifecycle.settledMs * 1000 + (seed % 1_000_000)
}
