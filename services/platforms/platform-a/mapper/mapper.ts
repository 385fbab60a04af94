// platform_a: the mapper for markets and events of the Gamma API, trades and activity of the Data API,
// and order books of the CLOB API.
import { toActivity } from './activity.ts'
import { toBook } from './book.ts'
import { toEvent } from './event.ts'
import { toMarket } from './market.ts'
import { toProvisionalTrade } from './provisional-trade.ts'
import { toTrade } from './trade.ts'

export const mapper = { toMarket, toEvent, toTrade, toProvisionalTrade, toBook, toActivity }
