// platform_b: Trade API v2 markets, events, trades and order books, in the generation of dollars and
// fixed points and in the older one of cents and integers.
import { deadLetter } from '../fate.ts'
import type { Mapper } from '../mapper.ts'
import { toBook } from './platform-b/book.ts'
import { toEvent } from './platform-b/event.ts'
import { toMarket } from './platform-b/market.ts'
import { toTrade } from './platform-b/trade.ts'

/** The platform publishes nothing about who trades: such a row is a mistake. */
const toActivity: Mapper['toActivity'] = ({ raw }) => deadLetter('no_wallets', 'wallet', raw.wallet)

export const platformB: Mapper = { toMarket, toEvent, toTrade, toBook, toActivity }
