// A chart of lightweight-charts in an element of the page, in the colours of the theme.
import { createChart, CrosshairMode, type IChartApi } from 'lightweight-charts'
import { useEffect, useRef, useState } from 'preact/hooks'
import { formatMinute } from './format.ts'

const darkQuery = matchMedia('(prefers-color-scheme: dark)')

/** Colours are those of the style sheet, which has a set for each theme. */
export function colourOf(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim()
}

/** A chart with its series. */
export interface Drawing {
  readonly chart: IChartApi
  /** Applies the colours of the theme to the series. */
  colour(): void
}

/** Draws once, into the element with the ref `element`. `drawing` is null until then. */
export function useChart<D extends Drawing>(draw: (element: HTMLElement) => D) {
  const element = useRef<HTMLDivElement>(null)
  const [drawing, setDrawing] = useState<D | null>(null)
  useEffect(() => {
    if (!element.current) return
    const drawn = draw(element.current)
    const colour = (): void => {
      drawn.chart.applyOptions({
        layout: {
          background: { color: 'transparent' },
          textColor: colourOf('quiet'),
          fontFamily: getComputedStyle(document.body).fontFamily,
        },
        grid: { vertLines: { color: colourOf('grid') }, horzLines: { color: colourOf('grid') } },
        timeScale: { borderColor: colourOf('line') },
        rightPriceScale: { borderColor: colourOf('line') },
      })
      drawn.colour()
    }
    colour()
    darkQuery.addEventListener('change', colour)
    setDrawing(drawn)
    return () => {
      darkQuery.removeEventListener('change', colour)
      drawn.chart.remove()
    }
  }, [])
  return { element, drawing }
}

export function createEmptyChart(element: HTMLElement): IChartApi {
  return createChart(element, {
    autoSize: true,
    // The logo would be inserted as HTML, which the Content-Security-Policy forbids. The page has a link instead.
    layout: { attributionLogo: false, fontSize: 11 },
    crosshair: { mode: CrosshairMode.Normal },
    timeScale: { timeVisible: true, secondsVisible: false, rightOffset: 2, minBarSpacing: 0.5 },
    localization: { timeFormatter: (time: number) => formatMinute(time * 1000) },
    // the page scrolls over the chart, on phones too
    handleScroll: { mouseWheel: false, vertTouchDrag: false },
    handleScale: { mouseWheel: false },
  })
}
