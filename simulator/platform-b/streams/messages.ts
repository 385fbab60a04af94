// The messages of the channels.
import { count, dollars, DOLLAR } from '../../decimals.ts'
import type { Json } from '../../streams/command.ts'
import { microTime } from '../../times.ts'
import type { LevelChange } from '../../world/book-changes.ts'
import type { Book } from '../../world/book.ts'
import type { MarketB } from '../../world/market.ts'
import type { Trade } from '../../world/trades.ts'
import { bidsOfBothSides, writtenLevel } from '../books.ts'
import { isBlockTrade, tradeId, yesView } from '../trades.ts'
import { uuidOf } from '../uuid.ts'

const marketWords = ({ id }: MarketB): Json => ({
  market_ticker: id,
  market_id: uuidOf(`market/${id}`),
})

/** `usesYesPrice`: bids for No have the price of Yes, in unchanged order. An empty side has no key. */
export function snapshot(market: MarketB, book: Book | null, usesYesPrice: boolean): Json {
  const { yes, no } = bidsOfBothSides(book, 0)
  const noLevels = usesYesPrice
    ? no.map(({ pricePico, sizeMicro }) => ({ pricePico: DOLLAR - pricePico, sizeMicro }))
    : no
  return {
    ...marketWords(market),
    ...(yes.length === 0 ? {} : { yes_dollars_fp: yes.map(writtenLevel) }),
    ...(no.length === 0 ? {} : { no_dollars_fp: noLevels.map(writtenLevel) }),
  }
}

export function delta(
  market: MarketB,
  { side, pricePico, beforeMicro, afterMicro }: LevelChange,
  atMs: number,
  usesYesPrice: boolean,
): Json {
  return {
    ...marketWords(market),
    price_dollars: dollars(side === 'bid' || usesYesPrice ? pricePico : DOLLAR - pricePico),
    delta_fp: count(afterMicro - beforeMicro),
    side: side === 'bid' ? 'yes' : 'no',
    ts: microTime(atMs * 1000),
    ts_ms: atMs,
  }
}

/** `isWithdrawn`: a trade with another id, which REST never lists. */
export function trade(done: Trade, isWithdrawn: boolean): Json {
  const { yesPico, taker } = yesView(done)
  return {
    trade_id: isWithdrawn ? uuidOf(`withdrawn/${tradeId(done)}`) : tradeId(done),
    market_ticker: done.market.id,
    yes_price_dollars: dollars(yesPico),
    no_price_dollars: dollars(DOLLAR - yesPico),
    count_fp: count(done.sizeMicro),
    taker_side: taker,
    taker_outcome_side: taker,
    taker_book_side: taker === 'yes' ? 'bid' : 'ask',
    is_block_trade: isBlockTrade(done),
    ts: Math.floor(done.timeUs / 1e6),
    ts_ms: Math.floor(done.timeUs / 1000),
  }
}
