// Computes candles with exact decimals, and converts them to the same JSON that the database writes.
import { compareDecimals, multiplyDecimals, sumDecimals, type Decimal } from '../../domain/money.ts'

export interface Candle {
  /** Unix seconds. */
  readonly startS: number
  readonly open: Decimal
  readonly high: Decimal
  readonly low: Decimal
  readonly close: Decimal
  /** Contracts. */
  readonly volume: Decimal
  /** Dollars: the sum of price × size. */
  readonly notional: Decimal
  /** Dollars: the sum of the price of the traded outcome × size. */
  readonly outcomeNotional: Decimal
  readonly tradeCount: number
}

/** Computes a candle from the trades of its bucket (at least one), oldest first. */
export function candleOfTrades(
  startS: number,
  trades: readonly {
    readonly price: Decimal
    readonly size: Decimal
    readonly outcomePrice: Decimal
  }[],
): Candle {
  return combineCandles(
    startS,
    trades.map(({ price, size, outcomePrice }) => ({
      startS,
      open: price,
      high: price,
      low: price,
      close: price,
      volume: size,
      notional: multiplyDecimals(price, size),
      outcomeNotional: multiplyDecimals(outcomePrice, size),
      tradeCount: 1,
    })),
  )
}

/** Computes a candle from the shorter candles in its bucket (at least one), oldest first. */
export function combineCandles(startS: number, parts: readonly Candle[]): Candle {
  return {
    startS,
    open: (parts[0] as Candle).open,
    high: parts.map(({ high }) => high).reduce(maxDecimal),
    low: parts.map(({ low }) => low).reduce(minDecimal),
    close: (parts.at(-1) as Candle).close,
    volume: sumDecimals(parts.map(({ volume }) => volume)),
    notional: sumDecimals(parts.map(({ notional }) => notional)),
    outcomeNotional: sumDecimals(parts.map(({ outcomeNotional }) => outcomeNotional)),
    tradeCount: parts.reduce((sum, { tradeCount }) => sum + tradeCount, 0),
  }
}

const maxDecimal = (a: Decimal, b: Decimal): Decimal => (compareDecimals(a, b) >= 0 ? a : b)
const minDecimal = (a: Decimal, b: Decimal): Decimal => (compareDecimals(a, b) <= 0 ? a : b)

const candlePattern =
  /^\{"start_ts":(\d+),"open":([^,]+),"high":([^,]+),"low":([^,]+),"close":([^,]+),"volume":([^,]+),"notional":([^,]+),"outcome_notional":([^,]+),"trade_count":(\d+)\}$/

/** Parses the JSON of a candle, which queries/candles.ts or toCandleJson() wrote. */
export function parseCandle(json: string): Candle {
  const [, startS, open, high, low, close, volume, notional, outcomeNotional, count] =
    candlePattern.exec(json) as unknown as string[]
  return {
    startS: Number(startS),
    open: open as Decimal,
    high: high as Decimal,
    low: low as Decimal,
    close: close as Decimal,
    volume: volume as Decimal,
    notional: notional as Decimal,
    outcomeNotional: outcomeNotional as Decimal,
    tradeCount: Number(count),
  }
}

/** Returns the JSON of a candle without trades. */
export function toTradelessCandleJson(
  startS: number,
  prices: Pick<Candle, 'open' | 'high' | 'low' | 'close'>,
): string {
  const sums = { volume: '0', notional: '0', outcomeNotional: '0', tradeCount: 0 }
  return toCandleJson({ startS, ...prices, ...sums })
}

export function toCandleJson(candle: Candle): string {
  const { startS, open, high, low, close, volume, notional, outcomeNotional, tradeCount } = candle
  return (
    `{"start_ts":${startS},"open":${open},"high":${high},"low":${low},"close":${close},` +
    `"volume":${volume},"notional":${notional},"outcome_notional":${outcomeNotional},` +
    `"trade_count":${tradeCount}}`
  )
}
