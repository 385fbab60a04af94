// Draws candles, their volumes, and the prices of the matched market.
import {
  CandlestickSeries,
  HistogramSeries,
  LineSeries,
  type UTCTimestamp,
} from 'lightweight-charts'
import type { Candle, SpreadPoint } from '../clients/typescript/src/client.ts'
import { formatPrice } from './format.ts'
import { colourOf, createEmptyChart, type Drawing } from './use-chart.ts'

/** The part of the time axis that is visible, as positions of candles, and its width in pixels. */
export interface VisibleRange {
  readonly from: number
  readonly to: number
  readonly width: number
}

interface PriceDrawing extends Drawing {
  showCandles(candles: readonly Candle[]): void
  /** Shows the prices of the matched market at the end of each bucket of a candle. */
  showMatchedMarket(points: readonly SpreadPoint[], candles: readonly Candle[]): void
}

const priceFormat = {
  type: 'custom',
  // the axis extends beyond the possible prices, to leave room for the volumes
  formatter: (price: number) => (price < 0 || price > 1 ? '' : formatPrice(price)),
  minMove: 0.001,
} as const

export function drawPrices(
  element: HTMLElement,
  events: {
    readonly onRange: (range: VisibleRange) => void
    /** Unix seconds of a candle that was clicked. */
    readonly onPick: (startTs: number) => void
    /** The index of the candle under the pointer; null: there is none. */
    readonly onPoint: (index: number | null) => void
  },
): PriceDrawing {
  const chart = createEmptyChart(element)
  const prices = chart.addSeries(CandlestickSeries, { priceFormat, borderVisible: false })
  const volumes = chart.addSeries(HistogramSeries, {
    priceScaleId: '',
    priceFormat: { type: 'volume' },
    lastValueVisible: false,
    priceLineVisible: false,
  })
  const matchedMarket = chart.addSeries(LineSeries, {
    priceFormat,
    lineWidth: 1,
    priceLineVisible: false,
    lastValueVisible: false,
  })
  volumes.priceScale().applyOptions({ scaleMargins: { top: 0.82, bottom: 0 } })
  prices.priceScale().applyOptions({ scaleMargins: { top: 0.08, bottom: 0.22 } })
  const timeScale = chart.timeScale()
  const reportRange = (): void => {
    const range = timeScale.getVisibleLogicalRange()
    if (range) events.onRange({ from: range.from, to: range.to, width: timeScale.width() })
  }
  timeScale.subscribeVisibleLogicalRangeChange(reportRange)
  timeScale.subscribeSizeChange(reportRange)
  chart.subscribeCrosshairMove(({ logical }) => events.onPoint(logical ?? null))
  chart.subscribeClick(({ time }) => {
    if (typeof time === 'number') events.onPick(time)
  })
  let firstShownTs: number | undefined

  return {
    chart,
    colour() {
      const up = colourOf('up')
      const down = colourOf('down')
      prices.applyOptions({ upColor: up, downColor: down, wickUpColor: up, wickDownColor: down })
      volumes.applyOptions({ color: colourOf('volume') })
      matchedMarket.applyOptions({ color: colourOf('other') })
    },

    showCandles(candles) {
      prices.setData(
        candles.map(({ start_ts: time, open, high, low, close }) => ({
          time: time as UTCTimestamp,
          open,
          high,
          low,
          close,
        })),
      )
      volumes.setData(
        candles.map(({ start_ts: time, volume }) => ({
          time: time as UTCTimestamp,
          value: volume,
        })),
      )
      const [first] = candles
      if (first?.start_ts !== firstShownTs)
        timeScale.setVisibleLogicalRange(firstRange(candles.length))
      firstShownTs = first?.start_ts
    },

    showMatchedMarket(points, candles) {
      // only at the times of candles, because further times would move the candles on the axis
      const times = new Set(candles.map(({ start_ts: time }) => time))
      matchedMarket.setData(
        points
          .filter(({ start_ts: time }) => times.has(time))
          .map(({ start_ts: time, other_value: value }) => ({ time: time as UTCTimestamp, value })),
      )
    },
  }
}

/** The newest candles; few candles do not fill the whole width. */
function firstRange(count: number): { from: number; to: number } {
  const shown = Math.max(40, Math.min(count, 160))
  return { from: count - shown, to: count + 1 }
}
