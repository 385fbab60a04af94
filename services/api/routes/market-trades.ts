// GET /v1/markets/{market_id}/trades: trades, newest first, page by page.
import type { TradesQuery } from '../../../schemas/generated/api.ts'
import type { Trade } from '../../../schemas/generated/events.ts'
import { completenessHeaders, type Period } from '../completeness.ts'
import { parseCursor, parseTimeSortKey, toCursor, type TimeSortKey } from '../cursor.ts'
import { invalidParameters, type ErrorDetail } from '../errors.ts'
import { toCsv } from '../csv.ts'
import { csvType } from '../http/response.ts'
import { createQueryParser, findRangeErrors, valueError } from '../parameters.ts'
import { toJsonString } from '../history/trade-json.ts'
import { toProvisionalTradeJson } from '../live/trade-json.ts'
import { chain } from '../../lib/run/maybe-promise.ts'
import { requireMarket, toMarketRef } from '../require-market.ts'
import type { Route, RouteContext } from '../route.ts'
import { propertiesOf, responseSchemas } from '../schemas.ts'
import { toPageStartKey, toPeriod } from '../time-range.ts'

const parseQuery = createQueryParser<TradesQuery>('query-trades')
const cursorError = valueError(
  'cursor',
  'not a cursor of the trades of this market; copy it unchanged, or begin without a cursor',
)
const fields = propertiesOf(responseSchemas.trade).map(([name]) => name)

export function marketTradesRoute({
  catalog,
  history,
  historyRequester,
  provisionalTrades,
}: RouteContext): Route {
  return {
    path: '/v1/markets/{market_id}/trades',
    document: {
      operationId: 'listMarketTrades',
      tag: 'Markets',
      summary: 'List the trades of a market',
      description:
        'Returns trades, newest first. `cursor` selects the next older page. Trades that arrive between two requests cause no repeated and no skipped rows. `start_ts` and `end_ts` select the trades of a time range. With `Accept: text/csv` the page is CSV, with the cursor in `X-Next-Cursor`. With `provisional=true`, the response also has the trades that a live stream of the platform has announced before any request has confirmed them.',
      query: 'query-trades',
      response: 'trade-page',
      files: [csvType],
      notFound: ['market_not_found'],
      hasCompletenessHeaders: true,
      moreHeaders: ['X-History-Not-Requested', 'X-Next-Cursor'],
      cost: { base: 1, portions: { limit: 250 } },
    },
    handle({ params, search, accountId, prefersCsv }) {
      let cursor = null as TimeSortKey | null
      const query = parseQuery(search, (valid) => {
        const errors = [
          ...findRangeErrors(valid),
          ...provisionalParameterErrors(valid, prefersCsv === true),
        ]
        if (valid.cursor === undefined) return errors
        cursor = parseCursor(valid.cursor, params['market_id'] ?? '', parseTimeSortKey)
        return [...errors, ...(cursor ? [] : [cursorError])]
      })
      const { limit, slug } = query
      const range = toPeriod(query)
      const request = { after: toPageStartKey(cursor, range), fromMs: range.fromMs, limit }
      return chain(requireMarket(catalog, params), (found) => {
        const { market, completeness } = found
        if (slug !== undefined && slug !== market.slug)
          throw invalidParameters([valueError('slug', 'not the slug of this market')])
        return chain(history.tradesPage(toMarketRef(found), request), (page) => {
          const { trades, hasMore, last } = page
          const period = {
            fromMs: hasMore && last ? last[0] : range.fromMs,
            untilMs: cursor ? Math.min(cursor[0] + 1, range.untilMs) : range.untilMs,
          }
          const next = hasMore && last ? toCursor(market.id, last) : null
          const headers = completenessHeaders(
            historyRequester.requestUnfetchedTrades({
              marketId: market.id,
              accountId,
              completeness,
              period,
            }),
          )
          if (prefersCsv === true)
            return {
              type: csvType,
              body: toCsv(fields, trades.texts()),
              headers: { ...headers, ...(next === null ? {} : { 'X-Next-Cursor': next }) },
            }
          const provisional =
            query.provisional === true && cursor === null
              ? toProvisionalField(provisionalTrades.of(market.id), range, trades.texts())
              : ''
          const body = trades.toBody(
            `{"market_id":${JSON.stringify(market.id)},"trades":[`,
            `],"cursor":${next === null ? 'null' : JSON.stringify(next)},"has_more":${hasMore}${provisional}}`,
          )
          return { ...body, headers }
        })
      })
    },
  }
}

function provisionalParameterErrors(
  { provisional }: Partial<TradesQuery>,
  prefersCsv: boolean,
): readonly ErrorDetail[] {
  return provisional === true && prefersCsv
    ? [valueError('provisional', 'provisional is only for JSON')]
    : []
}

/**
 * Returns the field of the response with the announced trades of the range. Leaves out an announced trade if the
 * page has a trade of the same transaction: a page from the store can have confirmed trades that this process has
 * not received yet.
 */
function toProvisionalField(
  announcedTrades: readonly Trade[],
  { fromMs, untilMs }: Period,
  page: readonly string[],
): string {
  const isOnPage = ({ native_trade_id: id }: Trade): boolean => {
    const field = `"native_trade_id":${toJsonString(id)},`
    return page.some((text) => text.includes(field))
  }
  const shown = announcedTrades.filter(
    (trade) => trade.timestamp_ms >= fromMs && trade.timestamp_ms < untilMs && !isOnPage(trade),
  )
  return `,"provisional_trades":[${shown.map(toProvisionalTradeJson).join(',')}]`
}
