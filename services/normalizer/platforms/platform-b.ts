// platform_b: Trade API v2 markets, events, trades and order books, in the generation of dollars and
// fixed points and in the older one of cents and integers.
import type { Mapper } from '../mapper.ts'
import { toBook } from './platform-b/book.ts'
import { toEvent } from './platform-b/event.ts'
import { toMarket } from './platform-b/market.ts'
import { toTrade } from './platform-b/trade.ts'

export const platformB: Mapper = { toMarket, toEvent, toTrade, toBook }
