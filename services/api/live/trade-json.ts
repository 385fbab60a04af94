// Converts a trade of the log to JSON, with the values that the tables have. The label of the outcome comes from the
// record of the trade.
import type { Trade } from '../../../schemas/generated/events.ts'
import { truncateDecimal } from '../../domain/money.ts'
import { outcomePriceOf } from '../../domain/price.ts'
import { toJsonString } from '../history/trade-json.ts'
import { priceDigits, sizeDigits } from '../history/records.ts'

export function toTradeJson(trade: Trade): string {
  const price = truncateDecimal(trade.price, priceDigits)
  const outcomePrice = outcomePriceOf(trade.outcome_index, price)
  return (
    `{"id":${toJsonString(trade.id)},"market_id":${toJsonString(trade.market_id)},"platform":"${trade.platform}"` +
    `,"price":${price},"size":${truncateDecimal(trade.size, sizeDigits)},"side":"${trade.side}"` +
    `,"timestamp_ms":${trade.timestamp_ms},"native_trade_id":${toJsonString(trade.native_trade_id)}` +
    `,"outcome":${toJsonString(trade.outcome)},"outcome_price":${outcomePrice}}`
  )
}

/** Converts a trade that a stream has announced and no request has returned yet, and marks it as provisional. */
export function toProvisionalTradeJson(trade: Trade): string {
  return `${toTradeJson(trade).slice(0, -1)},"provisional":true}`
}
