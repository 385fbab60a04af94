// Reads the data of a message of the channel `candles`: a candle with all trades so far, in the format of
// /v1/markets/{market_id}/candles.
import { candleGrids, type CandleInterval } from '../../domain/candle.ts'
import { chain, isPromise, type MaybePromise } from '../../lib/run/maybe-promise.ts'
import { StoreUnavailable } from '../../lib/store/port.ts'
import { withFinality } from '../candle-series.ts'
import { isComplete } from '../completeness.ts'
import { toMarketRef } from '../require-market.ts'
import type { RouteContext } from '../route.ts'

/**
 * Returns a list with the StreamCandle of a bucket as JSON; an empty list if the bucket has no trades. The candle
 * includes every trade that this process has received from the log. Returns null if the candle cannot be read now; the
 * caller must try again later. `startS`: start of the bucket, Unix seconds.
 */
export type StreamCandleReader = (
  interval: CandleInterval,
  marketId: string,
  startS: number,
) => MaybePromise<readonly string[] | null>

export function createStreamCandleReader({
  catalog,
  history,
}: Pick<RouteContext, 'catalog' | 'history'>): StreamCandleReader {
  const read: StreamCandleReader = (interval, marketId, startS) =>
    chain(catalog.findMarket(marketId), (found) => {
      if (!found) return null
      const toS = startS + candleGrids[interval].stepS
      const range = { interval, fromS: startS, toS, limit: 1, keep: 'oldest' } as const
      const isFinal = isComplete(found.completeness, startS * 1000, toS * 1000)
      const before = `{"market_id":${JSON.stringify(marketId)},"interval":"${interval}",`
      return chain(
        history.candlesOfReceivedTrades(toMarketRef(found), range),
        (candles) =>
          candles?.map((candle) => before + withFinality(candle, isFinal).slice(1)) ?? null,
      )
    })

  return (interval, marketId, startS) => {
    const found = read(interval, marketId, startS)
    return isPromise(found) ? found.catch(nullIfUnavailable) : found
  }
}

function nullIfUnavailable(error: unknown): null {
  if (error instanceof StoreUnavailable) return null
  throw error
}
