// GET /v1/exports/{kind}: all rows of a day, a market or an event in one file.
import { chain } from '../../lib/run/maybe-promise.ts'
import { cachingOf, completenessHeaders, toStatedCompleteness } from '../completeness.ts'
import { completenessOf, type ExportCompleteness } from '../exports/export-completeness.ts'
import { describeExportKinds } from '../exports/kinds.ts'
import { parseExportRequest, type ExportRequest } from '../exports/export-request.ts'
import type { ExportSlots } from '../exports/export-slots.ts'
import { fileTypes, openFile } from '../exports/file.ts'
import type { Caching, FileResponse, Route, RouteContext } from '../route.ts'

export function exportRoute(context: RouteContext, slots: ExportSlots): Route {
  const { store, catalog, historyRequester, now } = context
  return {
    path: '/v1/exports/{kind}',
    document: {
      operationId: 'exportRows',
      tag: 'Exports',
      summary: 'Export rows as a file',
      description: `Returns all rows of a day (\`date\`), a market (\`market_id\`) or an event (\`event_slug\`) as one file in Parquet or CSV. ${describeExportKinds()}`,
      query: 'query-export',
      files: Object.values(fileTypes),
      notFound: ['export_not_found', 'queried_market_not_found', 'queried_event_not_found'],
      hasCompletenessHeaders: true,
      moreHeaders: ['X-Data-Final', 'X-History-Not-Requested', 'Content-Disposition'],
      cost: { base: 20, portions: {} },
    },
    handle(routeRequest) {
      return chain(parseExportRequest(catalog, routeRequest, now()), (request) =>
        chain(completenessOf(store, request, now()), (completeness) =>
          respond(request, completeness, routeRequest.accountId),
        ),
      )
    },
  }

  function respond(
    request: ExportRequest,
    completeness: ExportCompleteness,
    accountId: string,
  ): FileResponse {
    const { format } = request.query
    return {
      type: fileTypes[format],
      headers: {
        ...headersOf(request, completeness, accountId),
        'X-Data-Final': String(completeness.isFinal),
        'Content-Disposition': `attachment; filename="${fileNameOf(request)}"`,
      },
      caching: toCaching(completeness, now()),
      open: (signal) => slots.run(accountId, () => openFile(store, request, signal)),
    }
  }

  /**
   * Like any other request about a market, an export of a market requests the market's older trades from the
   * poller.
   */
  function headersOf(
    { markets }: ExportRequest,
    { known, range }: ExportCompleteness,
    accountId: string,
  ): Readonly<Record<string, string>> {
    if (known === null) return {}
    const [found, ...others] = markets ?? []
    if (!found || others.length > 0) return completenessHeaders(toStatedCompleteness(known, range))
    const { market, completeness } = found
    return completenessHeaders(
      historyRequester.requestUnfetchedTrades({
        marketId: market.id,
        accountId,
        completeness,
        period: range,
      }),
    )
  }
}

function toCaching({ known, range, isFinal }: ExportCompleteness, nowMs: number): Caching {
  if (!isFinal || known === null) return 'none'
  return cachingOf(known, range, nowMs)
}

/** `trades-2026-11-18.parquet` */
function fileNameOf({ name, query }: ExportRequest): string {
  const rows = query.date ?? query.market_id ?? query.event_slug ?? ''
  const interval = name === 'candles' ? `-${query.interval}` : ''
  const safe = rows.replaceAll(/[^A-Za-z0-9._-]/g, '_').slice(0, 150)
  return `${name}${interval}-${safe}.${query.format}`
}
