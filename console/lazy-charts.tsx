// Loads the charts when a page first shows one, because their library is two thirds of all bytes of the console.
import type { ComponentProps } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import type { PriceChart, SpreadChart } from './price-chart.tsx'

interface Charts {
  readonly PriceChart: typeof PriceChart
  readonly SpreadChart: typeof SpreadChart
}

let charts: Charts | null = null

function useCharts(): Charts | null {
  const [loaded, setLoaded] = useState(charts)
  useEffect(() => {
    if (!loaded)
      void import('./price-chart.tsx').then((module) => {
        charts = module
        setLoaded(module)
      })
  }, [loaded])
  return loaded
}

export function LazyPriceChart(props: ComponentProps<typeof PriceChart>) {
  const loaded = useCharts()
  return loaded ? <loaded.PriceChart {...props} /> : <div class="chart" />
}

export function LazySpreadChart(props: ComponentProps<typeof SpreadChart>) {
  const loaded = useCharts()
  return loaded ? <loaded.SpreadChart {...props} /> : <div class="chart small" />
}
