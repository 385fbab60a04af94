// platform_a: maps a trade message of the market channel. The channel has one message for all fills of a taker's order.
// The message does not contain the wallet, and its field names differ from those of a row of the Data API.
import { multiplyDecimals, parseDecimal } from '../../../domain/money.ts'
import type { Trade } from '../../../domain/trade.ts'
import type { ProvisionalTradeInput } from '../../mapper.ts'
import type { MappingResult } from '../../mapping/result.ts'
import type { PlatformAStreamEvent } from '../wire/stream.ts'
import { toTrade } from './trade.ts'

export function toProvisionalTrade(
  input: ProvisionalTradeInput<PlatformAStreamEvent>,
): MappingResult<Trade> {
  const { market, asset_id, timestamp, transaction_hash, side, price, size } = input.body
  const ms = parseDecimal(timestamp)
  return toTrade({
    ...input,
    body: {
      conditionId: market,
      asset: asset_id,
      transactionHash: transaction_hash,
      timestamp: ms === null ? null : multiplyDecimals(ms, '0.001'),
      side,
      price,
      size,
    },
  })
}
