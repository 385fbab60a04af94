// Answers questions about the price of a market now or at a past time, for one market (routes/market-price.ts)
// and for batches (routes/price-batch.ts).
import type { PriceQuery, PriceRecord } from '../../schemas/generated/api.ts'
import { chain, type MaybePromise } from '../lib/run/maybe-promise.ts'
import type { FoundMarket } from './catalog/stored-markets.ts'
import {
  cachingOf,
  completenessHeaders,
  hasUnfetchedTrades,
  toStatedCompleteness,
  type StatedCompleteness,
} from './completeness.ts'
import { priceNotFound, type RequestError } from './errors.ts'
import type { WithExactDecimals, RenderedJson } from './json-writer.ts'
import { toStateRequest } from './market-response.ts'
import { createQueryParser, valueError } from './parameters.ts'
import type { PriceObservation } from './queries/price-at.ts'
import { toMarketRef } from './require-market.ts'
import type { Caching, RouteContext } from './route.ts'
import { settlementOf } from './settlement.ts'

const parseQuery = createQueryParser<PriceQuery>('query-price')

/** Parses the query of a request for a price. Throws a RequestError (422) with every validation error. */
export function parsePriceQuery(search: URLSearchParams, nowMs: number): PriceQuery {
  const nowS = Math.floor(nowMs / 1000)
  return parseQuery(search, ({ at_time: at, provisional }) => {
    if (at === undefined) return []
    return [
      ...(at > nowS ? [toFutureTimeError(nowS)] : []),
      ...(provisional === true ? [provisionalOfPastError] : []),
    ]
  })
}

const provisionalOfPastError = valueError(
  'provisional',
  'provisional is only for the current price, without at_time',
)

function toFutureTimeError(nowS: number) {
  return {
    loc: ['query', 'at_time'],
    msg: `Input should be less than or equal to ${nowS}, the current time`,
    type: 'less_than_equal',
  }
}

export interface PriceQuestion {
  readonly accountId: string
  /** Unix seconds; undefined: now. */
  readonly atS: number | undefined
  readonly nowMs: number
}

type ExactPrice = Exclude<WithExactDecimals<PriceRecord>, RenderedJson<PriceRecord>>

export interface PriceAnswer {
  /** The price; a RequestError (404) if none was observed. */
  readonly price: ExactPrice | RequestError
  readonly completeness: StatedCompleteness
  readonly caching: Caching
}

export interface PriceAnswers {
  /** Returns the settlements of the resolved markets among `markets`, by market id. */
  settlementsOf(
    markets: readonly FoundMarket[],
  ): MaybePromise<ReadonlyMap<string, PriceObservation>>
  /** Answers a question about one market. `settlement`: the settlement of the market; null if it has none. */
  answer(
    found: FoundMarket,
    question: PriceQuestion,
    settlement: PriceObservation | null,
  ): MaybePromise<PriceAnswer>
}

const noSettlements: ReadonlyMap<string, PriceObservation> = new Map()

export function createPriceAnswers({
  history,
  historyRequester,
}: Pick<RouteContext, 'history' | 'historyRequester'>): PriceAnswers {
  return {
    settlementsOf(markets) {
      const resolved = markets.filter(({ market }) => market.status === 'resolved')
      if (resolved.length === 0) return noSettlements
      const requests = resolved.map(({ market }) => toStateRequest(market.id))
      return chain(history.states(requests), (states) => {
        const settlements = new Map<string, PriceObservation>()
        for (const [id, state] of states) {
          const settlement = settlementOf(state)
          if (settlement) settlements.set(id, settlement)
        }
        return settlements
      })
    },

    answer(found, { accountId, atS, nowMs }, settlement) {
      const { market, completeness } = found
      const atMs = atS === undefined ? nowMs : atS * 1000
      const isSettled = settlement !== null && settlement.timestampMs <= atMs
      const observation = isSettled ? settlement : history.priceAt(toMarketRef(found), atMs)
      return chain(observation, (observed) => {
        const period = { fromMs: observed?.timestampMs ?? 0, untilMs: atMs + 1 }
        // The price of a settled market does not depend on its trades, so missing trades are not requested.
        const stated = isSettled
          ? toStatedCompleteness(completeness, period)
          : historyRequester.requestUnfetchedTrades({
              marketId: market.id,
              accountId,
              completeness,
              period,
            })
        if (!observed)
          return chain(history.firstPriceMs(toMarketRef(found)), (firstMs) => ({
            price: priceNotFound(firstMs ?? settlement?.timestampMs ?? null, {
              isFetched: !hasUnfetchedTrades(completeness, period.fromMs, period.untilMs),
              headers: completenessHeaders(stated),
            }),
            completeness: stated,
            caching: 'none',
          }))
        return {
          price: {
            market_id: market.id,
            price: observed.price,
            at_time: atS ?? Math.floor(nowMs / 1000),
            timestamp_ms: observed.timestampMs,
            platform: market.platform,
            source: observed.source,
          },
          completeness: stated,
          caching:
            atS === undefined
              ? 'none'
              : isSettled
                ? 'immutable'
                : cachingOf(completeness, period, nowMs),
        }
      })
    },
  }
}
