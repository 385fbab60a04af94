// platform_a: Gamma markets and events, Data API trades and activity, CLOB books.
import type { Mapper } from '../mapper.ts'
import { toActivity } from './platform-a/activity.ts'
import { toBook } from './platform-a/book.ts'
import { toEvent } from './platform-a/event.ts'
import { toMarket } from './platform-a/market.ts'
import { toTrade } from './platform-a/trade.ts'

export const platformA: Mapper = { toMarket, toEvent, toTrade, toBook, toActivity }
