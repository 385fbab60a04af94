// platform_b: maps a message of the channel `trade`. Its field names for the ticker and the time differ from those of a
// row of the trade list.
import type { Trade } from '../../../domain/trade.ts'
import { toFields } from '../../json.ts'
import type { ProvisionalTradeInput } from '../../mapper.ts'
import type { MappingResult } from '../../mapping/result.ts'
import { timeOfTrade } from '../stream/messages.ts'
import type { PlatformBMessage, PlatformBMessageBody } from '../wire/stream.ts'
import { toTrade } from './trade.ts'

export function toProvisionalTrade(
  input: ProvisionalTradeInput<PlatformBMessage>,
): MappingResult<Trade> {
  const msg: PlatformBMessageBody = toFields(input.body.msg)
  const ms = timeOfTrade(input.body, msg)
  return toTrade({
    ...input,
    body: {
      ...msg,
      ticker: msg.market_ticker,
      created_time: ms === null ? null : new Date(ms).toISOString(),
    },
  })
}
