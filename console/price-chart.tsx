// Charts of prices over time. Loaded only when a page shows one.
import { BaselineSeries, type UTCTimestamp } from 'lightweight-charts'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { Candle, SpreadPoint } from '../clients/typescript/src/client.ts'
import { formatDifference, formatMinute, formatPrice, formatSize } from './format.ts'
import { drawPrices, type VisibleRange } from './price-drawing.ts'
import { colourOf, createEmptyChart, useChart } from './use-chart.ts'

export function PriceChart(props: {
  readonly candles: readonly Candle[]
  /** The price of the matched market at the end of each bucket. */
  readonly points: readonly SpreadPoint[]
  readonly label: string
  readonly onRange: (range: VisibleRange) => void
  /** Unix seconds of a candle that was clicked. */
  readonly onPick: (startTs: number) => void
}) {
  const { candles, points, label } = props
  const latest = useRef(props)
  latest.current = props
  const [pointed, setPointed] = useState<number | null>(null)
  const { element, drawing } = useChart((place) =>
    drawPrices(place, {
      onRange: (range) => latest.current.onRange(range),
      onPick: (startTs) => latest.current.onPick(startTs),
      onPoint: setPointed,
    }),
  )
  useEffect(() => drawing?.showCandles(candles), [drawing, candles])
  useEffect(() => drawing?.showMatchedMarket(points, candles), [drawing, points, candles])
  const candle = candles[pointed ?? candles.length - 1] ?? candles.at(-1)
  return (
    <>
      <p class="legend" aria-hidden="true">
        {candle && <CandleText candle={candle} />}
      </p>
      <div class="chart" ref={element} role="img" aria-label={label} />
    </>
  )
}

function CandleText({ candle }: { readonly candle: Candle }) {
  const { start_ts: startTs, open, high, low, close, volume, trade_count: trades } = candle
  return (
    <>
      <span>{formatMinute(startTs * 1000)}</span>
      <span>O {formatPrice(open)}</span>
      <span>H {formatPrice(high)}</span>
      <span>L {formatPrice(low)}</span>
      <span>C {formatPrice(close)}</span>
      <span>
        V {formatSize(volume)} in {trades}
      </span>
    </>
  )
}

export function SpreadChart({
  points,
  label,
}: {
  readonly points: readonly SpreadPoint[]
  readonly label: string
}) {
  const { element, drawing } = useChart(drawSpread)
  useEffect(() => {
    drawing?.spread.setData(
      points.map(({ start_ts: time, difference: value }) => ({
        time: time as UTCTimestamp,
        value,
      })),
    )
    drawing?.chart.timeScale().fitContent()
  }, [drawing, points])
  return <div class="chart small" ref={element} role="img" aria-label={label} />
}

function drawSpread(element: HTMLElement) {
  const chart = createEmptyChart(element)
  const spread = chart.addSeries(BaselineSeries, {
    baseValue: { type: 'price', price: 0 },
    lineWidth: 1,
    priceFormat: { type: 'custom', formatter: formatDifference, minMove: 0.001 },
  })
  return {
    chart,
    spread,
    colour: () =>
      spread.applyOptions({
        topLineColor: colourOf('up'),
        bottomLineColor: colourOf('down'),
        topFillColor1: colourOf('up-fill'),
        topFillColor2: colourOf('up-fill'),
        bottomFillColor1: colourOf('down-fill'),
        bottomFillColor2: colourOf('down-fill'),
      }),
  }
}
