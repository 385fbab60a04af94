// platform_b: maps the message of a trade on the channel `trade`, which has other names for the ticker and the
// time than a row of the list of trades.
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
