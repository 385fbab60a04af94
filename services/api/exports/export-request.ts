// Reads the parameters of an export, and looks up the market or event that they name.
import type { ExportQuery } from '../../../schemas/generated/api.ts'
import { allOf, chain, type MaybePromise } from '../../lib/run/maybe-promise.ts'
import type { Catalog } from '../catalog/catalog.ts'
import type { FoundMarket } from '../catalog/stored-markets.ts'
import {
  eventNotFound,
  exportNotFound,
  invalidParameters,
  marketNotFound,
  type ErrorDetail,
} from '../errors.ts'
import { createQueryParser, valueError } from '../parameters.ts'
import type { RouteRequest } from '../route.ts'
import { endOfTimeMs, maxMarkets, type ExportScope } from './export-kind.ts'
import { exportKindNames, exportKinds, isExportKind, type ExportKindName } from './kinds.ts'

export interface ExportRequest {
  readonly name: ExportKindName
  readonly kind: (typeof exportKinds)[ExportKindName]
  readonly query: ExportQuery
  readonly scope: ExportScope
  /** The markets that the request names; null if it names a day. */
  readonly markets: readonly FoundMarket[] | null
}

const parseQuery = createQueryParser<ExportQuery>('query-export')
const selectors = ['date', 'market_id', 'event_slug'] as const
const dayMs = 86_400_000

/** Reads a request. Throws a RequestError (404, 422), or rejects with it. */
export function parseExportRequest(
  catalog: Catalog,
  { params, search }: Pick<RouteRequest, 'params' | 'search'>,
  nowMs: number,
): MaybePromise<ExportRequest> {
  const name = params['kind'] ?? ''
  if (!isExportKind(name)) throw exportNotFound(exportKindNames)
  const query = parseQuery(search, (valid) => [
    ...selectorErrors(search),
    ...dateErrors(valid, nowMs),
    ...intervalErrors(name, search),
  ])
  const { interval, format } = query
  const request = { name, kind: exportKinds[name], query }
  if (query.date !== undefined) {
    const fromMs = Date.parse(query.date)
    const scope = { marketIds: null, fromMs, untilMs: fromMs + dayMs, interval, format }
    return { ...request, scope, markets: null }
  }
  return chain(findMarkets(catalog, query), (markets) => {
    const marketIds = markets.map(({ market }) => market.id)
    const scope = { marketIds, fromMs: 0, untilMs: endOfTimeMs, interval, format }
    return { ...request, scope, markets }
  })
}

function findMarkets(
  catalog: Catalog,
  { market_id: marketId, event_slug: slug }: ExportQuery,
): MaybePromise<readonly FoundMarket[]> {
  if (marketId !== undefined)
    return chain(catalog.findMarket(marketId), (found) => {
      if (!found) throw marketNotFound('query')
      return [found]
    })
  return chain(catalog.findEvent(slug ?? ''), (event) => {
    if (!event) throw eventNotFound('query')
    const { market_ids: ids } = event
    if (ids.length > maxMarkets) {
      const msg = `this event has ${ids.length} markets; export those with more than ${maxMarkets} by market_id`
      throw invalidParameters([valueError('event_slug', msg)])
    }
    return chain(allOf(ids.map(catalog.findMarkets(ids))), (markets) =>
      markets.filter((found) => found !== undefined),
    )
  })
}

function selectorErrors(search: URLSearchParams): readonly ErrorDetail[] {
  const given = selectors.filter((name) => (search.get(name) ?? '') !== '')
  if (given.length === 1) return []
  const msg = `give one of ${selectors.join(', ')}, not ${given.length === 0 ? 'none' : given.join(' and ')}`
  return [valueError(given[1] ?? 'date', msg)]
}

function dateErrors({ date }: Partial<ExportQuery>, nowMs: number): readonly ErrorDetail[] {
  if (date === undefined) return []
  const startMs = /^\d{4}-\d\d-\d\d$/.test(date) ? Date.parse(date) : NaN
  // Date.parse() also accepts the 31st of a month with 30 days
  if (Number.isNaN(startMs) || new Date(startMs).toISOString().slice(0, 10) !== date)
    return [valueError('date', 'not a day in the form YYYY-MM-DD')]
  if (startMs <= nowMs) return []
  const today = new Date(nowMs).toISOString().slice(0, 10)
  return [valueError('date', `this day is in the future; today is ${today} in UTC`)]
}

function intervalErrors(name: string, search: URLSearchParams): readonly ErrorDetail[] {
  if (name === 'candles' || !search.has('interval')) return []
  return [valueError('interval', 'only candles have an interval')]
}
