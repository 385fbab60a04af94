// platform_b: the routes of trades, of both tiers.
import {
  booleanOf,
  integerOf,
  ok,
  type Route,
  type RouteRequest,
  type RouteResponse,
} from '../server/routes.ts'
import { pageOfSorted } from '../server/paging.ts'
import type { Trade } from '../world/trades.ts'
import { badRequest, get } from './answers.ts'
import type { NumberFormat } from './numbers.ts'
import { isBlockTrade, wireTrade } from './trades.ts'
import type { View } from './view.ts'

export function tradeRoutes({ world, isVisible, numberFormat, cutoffMs }: View): readonly Route[] {
  function trades({ query, nowMs }: RouteRequest, historical: boolean): RouteResponse {
    const limit = integerOf(query, 'limit') ?? 100
    const minTs = integerOf(query, 'min_ts') ?? 0
    const maxTs = integerOf(query, 'max_ts')
    if (!(limit >= 0 && limit <= 1000)) return badRequest('invalid limit')
    if (Number.isNaN(minTs) || Number.isNaN(maxTs)) return badRequest('invalid timestamp')
    const cutoffUs = cutoffMs(nowMs) * 1000
    // Both bounds are inclusive; `max_ts` includes its whole second.
    const fromUs = Math.max(minTs * 1e6, historical ? world.oldestTradeMs(nowMs) * 1000 : cutoffUs)
    const untilUs = Math.min(
      maxTs === null ? Infinity : (maxTs + 1) * 1e6,
      historical ? cutoffUs : nowMs * 1000 + 1,
    )
    const catalog = world.catalogB(nowMs)
    const ticker = query.get('ticker')
    const market = ticker ? catalog.marketById.get(ticker) : undefined
    const all = ticker
      ? market
        ? world.tape.ofMarket(market, fromUs, untilUs).toReversed()
        : []
      : world.tape.newestFirst('platform_b', fromUs, untilUs)
    const block = booleanOf(query, 'is_block_trade')
    const isWanted = (trade: Trade): boolean =>
      catalog.marketById.has(trade.market.id) &&
      isVisible(trade, nowMs) &&
      (block === null || isBlockTrade(trade) === block)
    const rows = filter(all, isWanted)
    return tradePage(rows, query.get('cursor'), limit === 0 ? 100 : limit, numberFormat)
  }

  return [
    get('/historical/trades', (request) => trades(request, true)),
    get('/markets/trades', (request) => trades(request, false)),
  ]
}

function* filter(trades: Iterable<Trade>, isWanted: (trade: Trade) => boolean): Iterable<Trade> {
  for (const trade of trades) if (isWanted(trade)) yield trade
}

/** `rows`: newest first. The cursor names the last trade of the page. */
function tradePage(
  rows: Iterable<Trade>,
  cursor: string | null,
  limit: number,
  numberFormat: NumberFormat,
): RouteResponse {
  const page = pageOfSorted({
    rows,
    keyOf: ({ timeUs, market, order, fill }) => [timeUs, market.number, order, fill],
    descending: true,
    limit,
    cursor,
  })
  if (page === 'bad cursor') return badRequest('invalid cursor')
  return ok({
    cursor: page.hasMore ? page.last : '',
    trades: page.rows.map((trade) => wireTrade(trade, numberFormat)),
  })
}
