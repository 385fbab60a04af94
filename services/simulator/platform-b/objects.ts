// Events, markets and series as platform_b writes them.
import { DOLLAR, priceText } from '../decimals.ts'
import { microTime, secondTime } from '../times.ts'
import { bookAt } from '../world/book.ts'
import { dayMs } from '../world/dates.ts'
import { isTrading, payout, type EventB, type MarketB } from '../world/market.ts'
import type { SeriesB } from '../world/occasion.ts'
import type { World } from '../world/world.ts'
import { countField, priceField, type Generation } from './numbers.ts'

type Json = Readonly<Record<string, unknown>>

export type StatusB =
  'initialized' | 'active' | 'inactive' | 'closed' | 'determined' | 'disputed' | 'finalized'

export function statusOf(market: MarketB, nowMs: number): StatusB {
  const { life } = market
  if (nowMs < life.opensMs) return 'initialized'
  if (nowMs < life.tradingEndsMs) return isTrading(market, nowMs) ? 'active' : 'inactive'
  if (nowMs < life.proposedMs) return 'closed'
  if (nowMs >= life.settledMs) return 'finalized'
  return life.disputedMs !== null && nowMs >= life.disputedMs ? 'disputed' : 'determined'
}

/** When something other than trading last changed. */
export function updatedMs({ life }: MarketB, nowMs: number): number {
  const turns = [
    life.opensMs,
    life.paused?.fromMs,
    life.paused?.untilMs,
    life.tradingEndsMs,
    life.proposedMs,
    life.disputedMs,
    life.settledMs,
  ]
  return Math.max(
    life.createdMs,
    ...turns.map((ms) => (typeof ms === 'number' && ms <= nowMs ? ms : 0)),
  )
}

/** Known early: trading then ends at once, and the close moves forward. */
export function closeMs({ life, occasion }: MarketB, nowMs: number): number {
  return nowMs >= life.tradingEndsMs ? life.tradingEndsMs : occasion.endsMs
}

export function wireMarket(
  world: World,
  market: MarketB,
  nowMs: number,
  generation: Generation,
): Json {
  const { words, life, occasion, event, seed } = market
  const status = statusOf(market, nowMs)
  const known = status === 'determined' || status === 'disputed' || status === 'finalized'
  return {
    can_close_early: true,
    close_time: secondTime(closeMs(market, nowMs)),
    // The platform's zero time turns up where nobody filled it in.
    created_time:
      seed % 23 === 0
        ? '0001-01-01T00:00:00Z'
        : microTime(life.createdMs * 1000 + (seed % 1_000_000)),
    ...(words.strike.custom ? { custom_strike: words.strike.custom } : {}),
    ...(words.strike.cap === undefined ? {} : { cap_strike: words.strike.cap }),
    ...(words.strike.floor === undefined ? {} : { floor_strike: words.strike.floor }),
    early_close_condition: 'This market will close and expire early if the event occurs.',
    event_ticker: event.id,
    exchange_index: 0,
    expected_expiration_time: secondTime(occasion.decidedMs),
    expiration_time: secondTime(occasion.endsMs + 7 * dayMs),
    expiration_value: known && !occasion.voided ? String(payout(market)) : '',
    ...(words.legs ? { is_provisional: true } : {}),
    latest_expiration_time: secondTime(occasion.endsMs + 7 * dayMs),
    liquidity_dollars: '0.0000',
    market_type: 'binary',
    ...(words.legs ? parlayOf(market) : {}),
    no_sub_title: words.no,
    notional_value_dollars: '1.0000',
    occurrence_datetime: secondTime(occasion.decidedMs),
    open_time: secondTime(life.opensMs),
    price_level_structure: market.tickPico === 1e10 ? 'linear_cent' : 'deci_cent',
    price_ranges: [
      { start: '0.0000', end: '1.0000', step: priceText(market.tickPico).padEnd(6, '0') },
    ],
    ...quotes(world, market, nowMs, generation),
    result: known ? resultOf(market) : '',
    rules_primary: words.rules,
    rules_secondary: event.words.rulesSecondary,
    settlement_timer_seconds: 300,
    ...(status === 'finalized'
      ? { settlement_ts: microTime(life.settledMs * 1000 + (seed % 1_000_000)) }
      : {}),
    ...(known
      ? {
          settlement_value_dollars: `${payout(market) === 0.5 ? '0.5000' : `${payout(market)}.0000`}`,
        }
      : {}),
    status,
    strike_type: words.strike.type,
    ...(generation === 'cents' ? centsOnly(event) : {}),
    ticker: market.id,
    title: words.title,
    subtitle: '',
    updated_time: microTime(updatedMs(market, nowMs) * 1000 + (seed % 1_000_000)),
    yes_sub_title: words.yes,
  }
}

/** What went with the cents. */
function centsOnly(event: EventB): Json {
  return {
    category: event.words.series.category,
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

/** Trading figures: they are as new as the answer. Where nobody bids stands 0, where nobody asks 1. */
function quotes(world: World, market: MarketB, nowMs: number, generation: Generation): Json {
  const book = bookAt(market, nowMs)
  const [bid, ask] = [book?.bids[0], book?.asks[0]]
  const bidPico = bid?.pricePico ?? 0
  const askPico = ask?.pricePico ?? DOLLAR
  const totals = world.tape.totals(market, nowMs)
  const before = world.tape.totals(market, nowMs - dayMs)
  const earlier = bookAt(market, nowMs - dayMs)
  const firstPrice = (trade: typeof totals.last): number =>
    trade === null ? 0 : trade.outcome === 0 ? trade.pricePico : DOLLAR - trade.pricePico
  const price = (name: string, pico: number): Json => priceField(generation, name, pico)
  return {
    ...price('yes_bid', bidPico),
    ...price('yes_ask', askPico),
    ...price('no_bid', DOLLAR - askPico),
    ...price('no_ask', DOLLAR - bidPico),
    ...(generation === 'cents'
      ? {}
      : {
          ...countField(generation, 'yes_bid_size', bid?.sizeMicro ?? 0),
          ...countField(generation, 'yes_ask_size', ask?.sizeMicro ?? 0),
        }),
    ...price('last_price', firstPrice(totals.last)),
    ...price('previous_price', firstPrice(before.last)),
    ...price('previous_yes_bid', earlier?.bids[0]?.pricePico ?? 0),
    ...price('previous_yes_ask', earlier?.asks[0]?.pricePico ?? 0),
    ...countField(generation, 'volume', totals.sizeMicro),
    ...countField(generation, 'volume_24h', totals.sizeMicro - before.sizeMicro),
    // Half of all trades close somebody's position.
    ...countField(generation, 'open_interest', Math.floor(totals.sizeMicro / 20_000) * 10_000),
  }
}

function parlayOf({ words, event }: MarketB): Json {
  return {
    mve_collection_ticker: `${event.words.series.ticker}-R`,
    mve_selected_legs: (words.legs ?? []).map((leg) => ({
      event_ticker: leg.eventTicker,
      market_ticker: leg.ticker,
      side: leg.side,
    })),
  }
}

/** Without its markets. */
export function wireEvent(event: EventB, nowMs: number): Json {
  const { words, occasion } = event
  const changed = Math.max(...event.markets.map((market) => updatedMs(market, nowMs)))
  return {
    available_on_brokers: false,
    category: words.series.category,
    collateral_return_type: words.exclusive ? 'MECNET' : '',
    event_ticker: event.id,
    exchange_index: 0,
    last_updated_ts: microTime(changed * 1000),
    mutually_exclusive: words.exclusive,
    product_metadata: words.competition
      ? { competition: words.competition, competition_scope: 'Game' }
      : {},
    series_ticker: words.series.ticker,
    settlement_sources: [words.series.source],
    ...(words.series.frequency === 'one_off'
      ? { strike_period: '' }
      : { strike_date: secondTime(occasion.decidedMs) }),
    sub_title: words.subTitle,
    title: words.title,
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
