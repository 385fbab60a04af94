// platform_b: the routes of series, with the candles of their markets.
import { integerOf, ok, type Route } from '../server/routes.ts'
import { badRequest, get, notFound } from './answers.ts'
import { wireSeries } from './objects.ts'
import { candles } from './trades.ts'
import type { View } from './view.ts'

export function seriesRoutes({ world }: View): readonly Route[] {
  return [
    get('/series', ({ query, nowMs }) => {
      const all = new Map(
        world.catalogB(nowMs).events.map(({ spec }) => [spec.series.ticker, spec.series]),
      )
      const category = query.get('category')
      const chosen = [...all.values()].filter((series) => !category || series.category === category)
      return ok({ series: chosen.map(wireSeries) })
    }),
    get('/series/:series_ticker', ({ params, nowMs }) => {
      const event = world
        .catalogB(nowMs)
        .events.find(({ spec }) => spec.series.ticker === params['series_ticker'])
      return event ? ok({ series: wireSeries(event.spec.series) }) : notFound
    }),
    get('/series/:series_ticker/markets/:ticker/candlesticks', ({ params, query, nowMs }) => {
      const market = world.catalogB(nowMs).marketById.get(params['ticker'] ?? '')
      if (!market) return notFound
      const [start, end, period] = ['start_ts', 'end_ts', 'period_interval'].map(
        (name) => integerOf(query, name) ?? Number.NaN,
      )
      if (!(start !== undefined && end !== undefined && start <= end))
        return badRequest('invalid range')
      if (period !== 1 && period !== 60 && period !== 1440)
        return badRequest('invalid period_interval')
      const until = Math.min(end, Math.floor(nowMs / 1000))
      if ((until - start) / (period * 60) > 5000) return badRequest('too many candlesticks')
      return ok({ ticker: market.id, candlesticks: candles(world, market, start, until, period) })
    }),
  ]
}
