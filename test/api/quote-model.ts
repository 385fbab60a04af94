// The candles of quotes in the simplest way: the value in force is looked up for each bucket. Values are whole numbers
// of 1/2000, so that the middle of two thousandths is one, too.
import { bucketStartS, candleGrids, type CandleInterval } from '../../services/domain/candle.ts'

export const quoteSources = ['mid', 'bid', 'ask'] as const
export type QuoteSource = (typeof quoteSources)[number]

/** In thousandths; a bid of 0 and an ask of 1000 stand for an empty side. */
export interface ModelQuote {
  readonly ms: number
  readonly bid: number
  readonly ask: number
}

export interface Observed {
  readonly ms: number
  /** null: no value from this time on. */
  readonly value: number | null
}

export function observationsOf(quotes: readonly ModelQuote[], source: QuoteSource): Observed[] {
  // of one time, the last one counts
  const byTime = new Map(quotes.map((quote) => [quote.ms, quote]))
  return [...byTime.values()]
    .map(({ ms, bid, ask }) => {
      const [hasBid, hasAsk] = [bid > 0, ask > 0 && ask < 1000]
      const values = {
        bid: hasBid ? 2 * bid : null,
        ask: hasAsk ? 2 * ask : null,
        mid: hasBid && hasAsk && ask - bid <= 100 ? bid + ask : null,
      }
      return { ms, value: values[source] }
    })
    .sort((a, b) => a.ms - b.ms)
}

export interface CandlesQuestion {
  readonly quotes: readonly ModelQuote[]
  readonly source: QuoteSource
  readonly interval: CandleInterval
  readonly fromS: number
  readonly endS: number
  readonly fill: boolean
}

export function candlesOfQuotes(question: CandlesQuestion) {
  const { interval, fromS, endS, fill } = question
  if (fromS >= endS) return []
  const observed = observationsOf(question.quotes, question.source)
  const { stepS } = candleGrids[interval]
  const [firstS, lastS] = [bucketStartS(interval, fromS), bucketStartS(interval, endS - 1)]
  const quoted = observed.map(({ ms }) => bucketStartS(interval, Math.floor(ms / 1000)))
  const starts = fill
    ? Array.from({ length: (lastS - firstS) / stepS + 1 }, (_, i) => firstS + i * stepS)
    : [...new Set(quoted)].filter((startS) => startS >= firstS && startS <= lastS)
  return starts.flatMap((startS) => {
    const values = valuesWithin(observed, startS * 1000, (startS + stepS) * 1000)
    if (values.length === 0) return []
    return [
      {
        start_ts: startS,
        open: (values[0] ?? 0) / 2000,
        high: Math.max(...values) / 2000,
        low: Math.min(...values) / 2000,
        close: (values.at(-1) ?? 0) / 2000,
      },
    ]
  })
}

/** The values that are in force at some time of the half-open range, in their order. */
function valuesWithin(observed: readonly Observed[], fromMs: number, untilMs: number): number[] {
  const atStart = observed.findLast(({ ms }) => ms <= fromMs)?.value ?? null
  const later = observed.filter(({ ms }) => ms > fromMs && ms < untilMs)
  return [atStart, ...later.map(({ value }) => value)].filter((value) => value !== null)
}
