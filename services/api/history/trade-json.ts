// Converts trades to the JSON of /v1, byte for byte as the statement of queries/trades-page.ts does.
import { outcomePriceOf } from '../../domain/price.ts'
import { hasTransactionIds } from '../../platforms/identity.ts'
import { transactionHashOf } from '../queries/transaction-hash.ts'
import type { MarketRef } from './market-history.ts'
import { outcomeIndexOf, sideOf } from './row.ts'
import type { RowWriter } from './segment.ts'

/** Converts rows of a segment to the JSON of their trades. */
export function createTradeRowWriter({ id: marketId, platform, labels }: MarketRef): RowWriter {
  const common = `,"market_id":${toJsonString(marketId)},"platform":${toJsonString(platform)},"price":`
  const isTransactionId = hasTransactionIds(platform)
  const outcomes = labels.map(toJsonString)
  return {
    key: `${common}${outcomes.join(',')}`,
    row(segment, index) {
      const price = segment.priceOrBidAt(index)
      const flags = segment.flagsAt(index)
      const outcome = outcomeIndexOf(flags)
      const id = toJsonString(segment.idAt(index))
      const native = isTransactionId ? toJsonString(transactionHashOf(segment.idAt(index))) : id
      return (
        `{"id":${id}${common}${price},"size":${segment.sizeOrAskAt(index)}` +
        `,"side":"${sideOf(flags)}","timestamp_ms":${segment.timeAt(index)}` +
        `,"native_trade_id":${native},"outcome":${outcomes[outcome] ?? '""'}` +
        `,"outcome_price":${outcomePriceOf(outcome, price)}}`
      )
    },
  }
}

/**
 * Matches the characters that ClickHouse escapes differently from JSON.stringify. Also matches escaped backslashes,
 * so that the replacement can skip them.
 */
const escapedOtherwise = /\\\\|[/\u2028\u2029]|\\u00[01][0-9a-f]/g

/** Returns the string as ClickHouse writes it in JSON. */
export function toJsonString(text: string): string {
  return JSON.stringify(text).replace(escapedOtherwise, (found) => {
    if (found === '\\\\') return found
    if (found === '/') return '\\/'
    return found.length === 1
      ? `\\u${found.charCodeAt(0).toString(16)}`
      : `\\u${found.slice(2).toUpperCase()}`
  })
}
