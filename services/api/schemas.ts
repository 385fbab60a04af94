// The JSON Schemas of everything /v1 takes and gives (schemas/api). The parameter parser, the JSON
// writer and /openapi.json all read these, so what is checked, sent and documented is one thing.
import accessToken from '../../schemas/api/access-token.json' with { type: 'json' }
import activityType from '../../schemas/api/activity-type.json' with { type: 'json' }
import apiKey from '../../schemas/api/api-key.json' with { type: 'json' }
import apiKeyList from '../../schemas/api/api-key-list.json' with { type: 'json' }
import candle from '../../schemas/api/candle.json' with { type: 'json' }
import candlePage from '../../schemas/api/candle-page.json' with { type: 'json' }
import createdApiKey from '../../schemas/api/created-api-key.json' with { type: 'json' }
import credentials from '../../schemas/api/credentials.json' with { type: 'json' }
import developer from '../../schemas/api/developer.json' with { type: 'json' }
import errorBody from '../../schemas/api/error.json' with { type: 'json' }
import errorDetail from '../../schemas/api/error-detail.json' with { type: 'json' }
import event from '../../schemas/api/event.json' with { type: 'json' }
import eventPage from '../../schemas/api/event-page.json' with { type: 'json' }
import interval from '../../schemas/api/interval.json' with { type: 'json' }
import market from '../../schemas/api/market.json' with { type: 'json' }
import marketList from '../../schemas/api/market-list.json' with { type: 'json' }
import marketStatus from '../../schemas/api/market-status.json' with { type: 'json' }
import match from '../../schemas/api/match.json' with { type: 'json' }
import matchPage from '../../schemas/api/match-page.json' with { type: 'json' }
import matchReason from '../../schemas/api/match-reason.json' with { type: 'json' }
import matchSide from '../../schemas/api/match-side.json' with { type: 'json' }
import newKey from '../../schemas/api/new-key.json' with { type: 'json' }
import orderBook from '../../schemas/api/order-book.json' with { type: 'json' }
import outcome from '../../schemas/api/outcome.json' with { type: 'json' }
import platform from '../../schemas/api/platform.json' with { type: 'json' }
import platformListing from '../../schemas/api/platform-listing.json' with { type: 'json' }
import price from '../../schemas/api/price.json' with { type: 'json' }
import priceLevel from '../../schemas/api/price-level.json' with { type: 'json' }
import queryCandles from '../../schemas/api/query-candles.json' with { type: 'json' }
import queryEvents from '../../schemas/api/query-events.json' with { type: 'json' }
import queryMarkets from '../../schemas/api/query-markets.json' with { type: 'json' }
import queryMatches from '../../schemas/api/query-matches.json' with { type: 'json' }
import queryPrice from '../../schemas/api/query-price.json' with { type: 'json' }
import querySearch from '../../schemas/api/query-search.json' with { type: 'json' }
import queryTrades from '../../schemas/api/query-trades.json' with { type: 'json' }
import queryWalletActivity from '../../schemas/api/query-wallet-activity.json' with { type: 'json' }
import queryWalletPositions from '../../schemas/api/query-wallet-positions.json' with { type: 'json' }
import signup from '../../schemas/api/signup.json' with { type: 'json' }
import trade from '../../schemas/api/trade.json' with { type: 'json' }
import tradePage from '../../schemas/api/trade-page.json' with { type: 'json' }
import walletActivity from '../../schemas/api/wallet-activity.json' with { type: 'json' }
import walletActivityPage from '../../schemas/api/wallet-activity-page.json' with { type: 'json' }
import walletPosition from '../../schemas/api/wallet-position.json' with { type: 'json' }
import walletPositionPage from '../../schemas/api/wallet-position-page.json' with { type: 'json' }

/** The part of JSON Schema 2020-12 that schemas/api uses. */
export interface JsonSchema {
  readonly $schema?: string
  readonly $id?: string
  readonly $ref?: string
  readonly title?: string
  readonly description?: string
  readonly type?: string | readonly string[]
  readonly enum?: readonly string[]
  readonly default?: unknown
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly format?: string
  readonly items?: JsonSchema
  readonly required?: readonly string[]
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly allOf?: readonly JsonSchema[]
  readonly examples?: readonly unknown[]
  /** A parameter: white space around it does not count. */
  readonly 'x-trim'?: boolean
  /** A field of a body: the form of Unicode it is brought to before anything is checked. */
  readonly 'x-normal-form'?: string
}

/** What /v1 answers with. */
export const answerSchemas = {
  'access-token': accessToken,
  'activity-type': activityType,
  'api-key': apiKey,
  'api-key-list': apiKeyList,
  candle,
  'candle-page': candlePage,
  'created-api-key': createdApiKey,
  developer,
  error: errorBody,
  'error-detail': errorDetail,
  event,
  'event-page': eventPage,
  interval,
  market,
  'market-list': marketList,
  'market-status': marketStatus,
  match,
  'match-page': matchPage,
  'match-reason': matchReason,
  'match-side': matchSide,
  'order-book': orderBook,
  outcome,
  platform,
  'platform-listing': platformListing,
  price,
  'price-level': priceLevel,
  signup,
  trade,
  'trade-page': tradePage,
  'wallet-activity': walletActivity,
  'wallet-activity-page': walletActivityPage,
  'wallet-position': walletPosition,
  'wallet-position-page': walletPositionPage,
} satisfies Record<string, JsonSchema>

/** The query parameters that /v1 takes. */
export const querySchemas = {
  'query-candles': queryCandles,
  'query-events': queryEvents,
  'query-markets': queryMarkets,
  'query-matches': queryMatches,
  'query-price': queryPrice,
  'query-search': querySearch,
  'query-trades': queryTrades,
  'query-wallet-activity': queryWalletActivity,
  'query-wallet-positions': queryWalletPositions,
} satisfies Record<string, JsonSchema>

/** The bodies that /v1 takes. */
export const bodySchemas = {
  credentials,
  'new-key': newKey,
} satisfies Record<string, JsonSchema>

export type AnswerName = keyof typeof answerSchemas
export type QueryName = keyof typeof querySchemas
export type BodyName = keyof typeof bodySchemas

const byId = new Map<string, JsonSchema>(
  [...Object.values(answerSchemas), ...Object.values(querySchemas)].map((s: JsonSchema) => [
    s.$id ?? '',
    s,
  ]),
)

/** The schema that a `$ref` names; what stands beside the `$ref` wins. */
export function resolveSchema(schema: JsonSchema): JsonSchema {
  if (schema.$ref === undefined) return schema
  const target = byId.get(schema.$ref)
  if (!target) throw new Error(`schemas/api has no ${schema.$ref}`)
  const { $ref: _ref, ...beside } = schema
  const { $id: _id, $schema: _schema, ...rule } = resolveSchema(target)
  return { ...rule, ...beside }
}

/** Every parameter of a query, those of the queries it extends first. */
export function parametersOf(schema: JsonSchema): readonly (readonly [string, JsonSchema])[] {
  const own = Object.entries(schema.properties ?? {}).map(
    ([name, s]) => [name, resolveSchema(s)] as const,
  )
  const inherited = (schema.allOf ?? []).flatMap((s) => parametersOf(resolveSchema(s)))
  return [...own, ...inherited]
}

/** Names of the parameters that a request must carry: the required ones that have no default. */
export function requiredOf(schema: JsonSchema): readonly string[] {
  const inherited = (schema.allOf ?? []).flatMap((s) => requiredOf(resolveSchema(s)))
  const defaults = new Set(
    parametersOf(schema).flatMap(([name, s]) => (s.default === undefined ? [] : [name])),
  )
  return [...(schema.required ?? []), ...inherited].filter((name) => !defaults.has(name))
}
