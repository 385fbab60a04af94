// Trades and candles of platform_b: a uuid for each trade, microseconds, the prices of both outcomes.
import { count, dollars, DOLLAR } from '../decimals.ts'
import { fraction, mix } from '../random.ts'
import { microTime } from '../times.ts'
import { quoteAt } from '../world/book.ts'
import type { MarketB } from '../world/market.ts'
import type { Trade } from '../world/trades.ts'
import type { World } from '../world/world.ts'
import { countField, priceField, type NumberFormat } from './numbers.ts'
import { uuidOf } from './uuid.ts'

type Json = Readonly<Record<string, unknown>>

export const tradeId = ({ market, timeUs, order, fill }: Trade): string =>
  uuidOf(`${market.id}/${timeUs}/${order}/${fill}`)

/** The price of Yes, and the outcome that the taker profits from. */
export function yesView(trade: Trade): { readonly yesPico: number; readonly taker: 'yes' | 'no' } {
  const isYes = (trade.side === 'buy') === (trade.outcome === 0)
  return {
    yesPico: trade.outcome === 0 ? trade.pricePico : DOLLAR - trade.pricePico,
    taker: isYes ? 'yes' : 'no',
  }
}

export const isBlockTrade = (trade: Trade): boolean =>
  fraction(mix(trade.market.seed ^ 3, trade.timeUs)) < 0.004

export function wireTrade(trade: Trade, numberFormat: NumberFormat): Json {
  const { yesPico, taker } = yesView(trade)
  const common = {
    created_time: microTime(trade.timeUs),
    taker_side: taker,
    ticker: trade.market.id,
    trade_id: tradeId(trade),
    ...priceField(numberFormat, 'yes_price', yesPico),
    ...priceField(numberFormat, 'no_price', DOLLAR - yesPico),
    ...countField(numberFormat, 'count', trade.sizeMicro),
  }
  if (numberFormat === 'cents') return { ...common, price: Math.round(yesPico / 1e10) / 100 }
  return {
    ...common,
    is_block_trade: isBlockTrade(trade),
    taker_book_side: taker === 'yes' ? 'bid' : 'ask',
    taker_outcome_side: taker,
  }
}

/** Candles that end in [startS, endS], Unix seconds; a period includes its end. */
export function candles(
  world: World,
  market: MarketB,
  startS: number,
  endS: number,
  minutes: number,
): readonly Json[] {
  const period = minutes * 60
  const found: Json[] = []
  const first = Math.ceil(Math.max(startS, market.lifecycle.opensMs / 1000) / period) * period
  const last = Math.min(endS, market.lifecycle.tradingEndsMs / 1000 + period)
  for (let end = first; end <= last; end += period) {
    const prices = world.tape
      .ofMarket(market, (end - period) * 1e6 + 1, end * 1e6 + 1)
      .map((trade) => ({ ...yesView(trade), sizeMicro: trade.sizeMicro }))
    const previous = world.tape.totals(market, (end - period) * 1000).last
    found.push({
      end_period_ts: end,
      ...countField(
        'fixed-point',
        'open_interest',
        Math.floor(world.tape.totals(market, end * 1000).sizeMicro / 20_000) * 10_000,
      ),
      price: {
        ...distribution(prices.map(({ yesPico }) => yesPico)),
        ...(prices.length === 0 ? {} : { mean_dollars: dollars(mean(prices)) }),
        ...(previous === null ? {} : { previous_dollars: dollars(yesView(previous).yesPico) }),
      },
      volume_fp: count(prices.reduce((sum, { sizeMicro }) => sum + sizeMicro, 0)),
      yes_ask: quoteCandle(
        market,
        end,
        period,
        (ask) => ask ?? DOLLAR / market.tickPico,
        'askTicks',
      ),
      yes_bid: quoteCandle(market, end, period, (bid) => bid ?? 0, 'bidTicks'),
    })
  }
  return found
}

const mean = (prices: readonly { readonly yesPico: number }[]): number =>
  Math.round(prices.reduce((sum, { yesPico }) => sum + yesPico, 0) / prices.length / 1e8) * 1e8

/** Keys without a value are left out. */
function distribution(pico: readonly number[]): Json {
  const [open, close] = [pico[0], pico.at(-1)]
  if (open === undefined || close === undefined) return {}
  return {
    open_dollars: dollars(open),
    high_dollars: dollars(Math.max(...pico)),
    low_dollars: dollars(Math.min(...pico)),
    close_dollars: dollars(close),
  }
}

function quoteCandle(
  market: MarketB,
  endS: number,
  period: number,
  ticksOf: (ticks: number | null) => number,
  side: 'askTicks' | 'bidTicks',
): Json {
  const samples = [0, 0.25, 0.5, 0.75, 1].map((part) =>
    Math.max(market.lifecycle.opensMs, (endS - period * (1 - part)) * 1000 - 1),
  )
  return distribution(samples.map((ms) => ticksOf(quoteAt(market, ms)[side]) * market.tickPico))
}
