// GET /v1/stream: sends messages as records arrive, as server-sent events or over a WebSocket.
import type { StreamQuery } from '../../../schemas/generated/api.ts'
import { chain } from '../../lib/run/maybe-promise.ts'
import { invalidParameters, type ErrorDetail } from '../errors.ts'
import { createStreamCandleReader } from '../live/stream-candles.ts'
import { findMarketIds } from '../live/find-markets.ts'
import { createMarketFilter } from '../live/market-filter.ts'
import { channelTopics, type Channel } from '../live/messages.ts'
import type { StreamRequest } from '../live/streams.ts'
import type { Subscription } from '../live/subscription.ts'
import { createQueryParser, valueError, type QueryCheck } from '../parameters.ts'
import type { Route, RouteContext, RouteRequest } from '../route.ts'

const parseQuery = createQueryParser<StreamQuery>('query-stream')

/**
 * Maximum number of markets whose candles a stream can have, because the candles of a market take memory
 * (docs/decisions/057-candle-channel.md).
 */
const maxCandleMarkets = 100

export function streamRoute(context: RouteContext): Route {
  const { catalog, streams, isActiveKey, partitionOf } = context
  const read = createStreamCandleReader(context)
  return {
    path: '/v1/stream',
    document: {
      operationId: 'openStream',
      tag: 'Live',
      summary: 'Follow trades, quotes, order books, candles, markets and matches as they happen',
      description:
        'Sends server-sent events until one side closes the connection; with an `Upgrade` to WebSocket, the same messages as JSON `{"type", "id", "data"}`. The type of a message is its channel, `heartbeat` or `error`. `id` is a cursor: a client that connects again with the last one in `Last-Event-ID` or `after` gets exactly the messages after it. `data` is a Trade (`trades`), StreamQuote (`quotes`), OrderBook (`books`), StreamCandle (`candles`), StreamMarket (`markets`), StreamMatch (`matches`), StreamProvisionalTrade (`provisional_trades`) or StreamHeartbeat. The first message is a heartbeat. An error message has `type` and `msg`, and is the last one: `slow_reader`, `server_stopping`, `invalid_api_key` or `internal_error`.',
      query: 'query-stream',
      messages: [
        'trade',
        'stream-quote',
        'order-book',
        'stream-candle',
        'stream-market',
        'stream-match',
        'stream-provisional-trade',
        'stream-heartbeat',
      ],
      notFound: ['queried_markets_not_found', 'queried_event_not_found'],
      hasCompletenessHeaders: false,
    },
    handle({ search, accountId, header = () => undefined }) {
      const query = parseQuery(search, checkQuery)
      const { market_ids: ids, event_slug: slug, platform, channels, interval = '1m' } = query
      const apiKey = header('x-api-key') ?? ''
      return chain(
        findMarketIds(catalog, { ids, slug, parameter: 'market_ids' }),
        async (marketIds) => {
          const named = new Set<Channel>(channels.filter(isChannel))
          const hasCandles = named.has('candles')
          if (hasCandles && marketIds && marketIds.size > maxCandleMarkets)
            throw invalidParameters([tooManyCandleMarkets('event_slug')])
          const subscription: Subscription = {
            channels: named,
            filter: createMarketFilter(marketIds, platform, partitionOf),
            ...(hasCandles ? { candles: { interval, read } } : {}),
            key: JSON.stringify([
              [...named].toSorted(),
              marketIds && [...marketIds].toSorted(),
              platform ?? null,
              hasCandles ? interval : null,
            ]),
          }
          const isAuthorized = (): boolean => isActiveKey(apiKey)
          return streams.open({
            subscription,
            after: requestedCursorOf(header, query),
            accountId,
            isAuthorized,
          })
        },
      )
    },
  }
}

const checkQuery: QueryCheck<StreamQuery> = ({
  market_ids: ids,
  event_slug: slug,
  channels = [],
  interval,
}) => {
  const details: ErrorDetail[] = []
  if (ids !== undefined && slug !== undefined)
    details.push(valueError('event_slug', 'market_ids and event_slug exclude each other; send one'))
  const hasCandles = channels.some((channel) => channel === 'candles')
  if (hasCandles && ids === undefined && slug === undefined)
    details.push(valueError('channels', 'candles needs market_ids or event_slug'))
  if (hasCandles && new Set(ids).size > maxCandleMarkets)
    details.push(tooManyCandleMarkets('market_ids'))
  if (!hasCandles && interval !== undefined)
    details.push(valueError('interval', 'interval is only for the channel candles'))
  return details
}

const tooManyCandleMarkets = (parameter: string): ErrorDetail =>
  valueError(parameter, `a stream has the candles of at most ${maxCandleMarkets} markets`)

const isChannel = (name: string): name is Channel => name in channelTopics

/**
 * Returns the cursor of the request. The header takes precedence over the URL: a client that connects again repeats
 * its URL, but sends a newer cursor in the header.
 */
function requestedCursorOf(
  header: NonNullable<RouteRequest['header']>,
  { after }: StreamQuery,
): StreamRequest['after'] {
  const last = header('last-event-id')
  if (last !== undefined && last !== '')
    return { cursor: last, location: ['header', 'Last-Event-ID'] }
  return after === undefined ? null : { cursor: after, location: ['query', 'after'] }
}
