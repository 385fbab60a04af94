// Answers about candles from memory. A candle that records of the log have changed is computed from what it consists
// of: a minute from its trades, an hour from its minutes, longer ones from their hours, as the tables are
// (services/projector/tables/candles.ts).
import { candleGrids, type CandleInterval } from '../../domain/candle.ts'
import { complementOf } from '../../domain/price.ts'
import type { CandleText } from '../candle-series.ts'
import type { MarketSeries } from './answers.ts'
import type { CandlesAround } from './candle-cache.ts'
import type { CandleSegment } from './candle-segment.ts'
import { candleOfTrades, combineCandles, parseCandle, toCandleJson } from './candle-values.ts'
import type { AskedCandles } from './market-history.ts'
import { MissingParts } from './missing.ts'
import { outcomeIndexOf } from './row.ts'
import { walkForward } from './series.ts'

/** What a candle of an interval is computed from. Minutes are computed from trades. */
const partsOf: Readonly<Record<Exclude<CandleInterval, '1m'>, '1m' | '1h'>> = {
  '5m': '1m',
  '15m': '1m',
  '1h': '1m',
  '4h': '1h',
  '1d': '1h',
  '1w': '1h',
}

/** Candles of a load, at least. */
const minLoad = 256

/** See MarketHistory.candles(). */
export function findCandles(
  market: MarketSeries,
  request: AskedCandles,
): readonly CandleText[] | MissingParts {
  return request.keep === 'oldest' ? findOldest(market, request) : findNewest(market, request)
}

function findOldest(
  market: MarketSeries,
  { interval, fromS, toS, limit }: AskedCandles,
): readonly CandleText[] | MissingParts {
  const series = market.candles(interval)
  const found: CandleText[] = []
  for (let ms = fromS * 1000; ms < toS * 1000 && found.length < limit;) {
    const segment = series?.covering(ms)
    if (!segment) return missingCandles(interval, ms, 'newer', limit)
    segment.isUsed = true
    for (let i = segment.rank(fromS); i < segment.size && found.length < limit; i += 1) {
      if (segment.startAt(i) >= toS) return found
      const json = textOf(market, interval, segment, i)
      if (typeof json !== 'string') return json
      found.push({ startS: segment.startAt(i), json })
    }
    ms = segment.untilMs + 1
  }
  return found
}

function findNewest(
  market: MarketSeries,
  { interval, fromS, toS, limit }: AskedCandles,
): readonly CandleText[] | MissingParts {
  const series = market.candles(interval)
  const found: CandleText[] = []
  for (let ms = toS * 1000 - 1; ms >= fromS * 1000 && found.length < limit;) {
    const segment = series?.covering(ms)
    if (!segment) return missingCandles(interval, ms, 'older', limit)
    segment.isUsed = true
    for (let i = segment.rank(toS) - 1; i >= 0 && found.length < limit; i -= 1) {
      if (segment.startAt(i) < fromS) return found.reverse()
      const json = textOf(market, interval, segment, i)
      if (typeof json !== 'string') return json
      found.push({ startS: segment.startAt(i), json })
    }
    ms = segment.fromMs
  }
  return found.reverse()
}

function missingCandles(
  interval: CandleInterval,
  ms: number,
  direction: CandlesAround['direction'],
  limit: number,
): MissingParts {
  const around = { interval, ms, direction, limit: Math.max(minLoad, limit) }
  return new MissingParts([{ kind: 'candles', ...around }])
}

/** The JSON of a candle of a segment, computed if necessary. */
function textOf(
  market: MarketSeries,
  interval: CandleInterval,
  segment: CandleSegment,
  index: number,
): string | MissingParts {
  const known = segment.textAt(index)
  if (known !== null) return known
  const startS = segment.startAt(index)
  const computed = interval === '1m' ? ofTrades(market, startS) : ofParts(market, interval, startS)
  if (typeof computed === 'string') segment.setTextAt(index, computed)
  return computed
}

function ofTrades({ trades }: MarketSeries, startS: number): string | MissingParts {
  const untilMs = (startS + candleGrids['1m'].stepS) * 1000
  const found: { price: string; size: string; outcomePrice: string }[] = []
  const missing = walkForward(trades, startS * 1000 - 1, (segment, i) => {
    if (segment.timeAt(i) >= untilMs) return false
    const [price, size] = [segment.firstAt(i), segment.secondAt(i)]
    const outcomePrice = outcomeIndexOf(segment.flagsAt(i)) === 0 ? price : complementOf(price)
    found.push({ price, size, outcomePrice })
    return true
  })
  if (missing !== null) return new MissingParts([{ kind: 'trades', ms: missing }])
  return toCandleJson(candleOfTrades(startS, found))
}

function ofParts(
  market: MarketSeries,
  interval: Exclude<CandleInterval, '1m'>,
  startS: number,
): string | MissingParts {
  const part = partsOf[interval]
  const { stepS } = candleGrids[interval]
  const range = { fromS: startS, toS: startS + stepS, limit: stepS / candleGrids[part].stepS }
  const found = findOldest(market, { interval: part, ...range, keep: 'oldest' })
  if (found instanceof MissingParts) return found
  return toCandleJson(
    combineCandles(
      startS,
      found.map(({ json }) => parseCandle(json)),
    ),
  )
}
