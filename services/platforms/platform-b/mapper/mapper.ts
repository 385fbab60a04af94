// platform_b: the mapper for markets, events, trades and order books of its Trade API v2. It reads both
// generations of prices and counts (wire/amounts.ts).
import { toBook } from './book.ts'
import { toEvent } from './event.ts'
import { toMarket } from './market.ts'
import { toProvisionalTrade } from './provisional-trade.ts'
import { toTrade } from './trade.ts'

export const mapper = { toMarket, toEvent, toTrade, toProvisionalTrade, toBook, toActivity: null }
