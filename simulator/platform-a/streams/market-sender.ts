// Sends the messages of the market channel on one connection.
import type { Json } from '../../streams/command.ts'
import type { Frame, StreamConnection } from '../../streams/stream.ts'
import { levelChanges, type BookStep } from '../../world/book-changes.ts'
import type { MarketA } from '../../world/market.ts'
import type { World } from '../../world/world.ts'
import { wireBook, type WireBook } from '../token-book.ts'
import * as messages from './market-messages.ts'
import type { Order } from './orders.ts'
import type { Subscribed, Watched } from './subscriptions.ts'

/** The first array with the fault that makes it too large for clients that accept 1 MiB. */
const oversizedBytes = 1_500_000

export function createMarketSender(world: World, connection: StreamConnection) {
  function send(frame: Omit<Frame, 'write'>, message: () => Json, atMs: number): void {
    connection.send({ ...frame, write: () => JSON.stringify(message()) }, atMs)
  }

  function written(book: WireBook, isFirst: boolean, atMs: number): Json {
    const isWrong = connection.hasFault('wrong-hash', `${book.asset_id}/${book.timestamp}`, atMs)
    const hash = isWrong ? '0'.repeat(40) : book.hash
    return messages.bookMessage({ ...book, hash }, isFirst)
  }

  /** The whole books of all subscribed tokens of a market. */
  function books({ market, tokens }: Watched, atMs: number): void {
    for (const { outcome, subject } of tokens.values()) {
      const book = wireBook(world, market, outcome, atMs)
      if (book !== null) send({ kind: 'book', subject }, () => written(book, false, atMs), atMs)
    }
  }

  /** The books after a subscription, in one array. */
  function firstBooks(tokens: readonly Subscribed[], nowMs: number): void {
    const found = tokens
      .filter(
        ({ subject }) =>
          !connection.hasFault('silent-market', `${connection.number}/${subject}`, nowMs),
      )
      .flatMap(({ market, outcome }) => wireBook(world, market, outcome, nowMs) ?? [])
    if (found.length === 0) return
    const text = JSON.stringify(found.map((book) => written(book, true, nowMs)))
    const padding = connection.hasFault('oversized-first-array', `${connection.number}`, nowMs)
      ? oversizedBytes
      : 0
    const write = (): string => `${text.slice(0, -1)}${' '.repeat(padding)}]`
    connection.send({ kind: 'book', isFirst: true, write }, nowMs)
  }

  /** `sendsBest`: the client also wants the best prices of each token. */
  function bookStep(entry: Watched, step: BookStep, sendsBest: boolean): void {
    const { market, tokens } = entry
    const { before, after, atMs } = step
    const [first] = tokens.values()
    if (first === undefined) return
    if (before === null || entry.awaitsBook) {
      entry.awaitsBook = false
      return books(entry, atMs)
    }
    const best = messages.bestPrices(before)
    for (const change of levelChanges(before, after)) {
      best.apply(change)
      const message = (): Json => messages.priceChange(market, change, best.prices(), atMs)
      send({ kind: 'change', subject: first.subject }, message, atMs)
    }
    const [old, now] = [messages.bestPrices(before).prices(), best.prices()]
    if (!sendsBest || (old.bidPico === now.bidPico && old.askPico === now.askPico)) return
    for (const { outcome, subject } of tokens.values())
      send({ kind: 'change', subject }, () => messages.bestBidAsk(market, outcome, now, atMs), atMs)
  }

  /** `sendsBooks`: the whole books follow. */
  function order(entry: Watched, done: Order, sendsBooks: boolean): void {
    const { atMs, key, market } = done
    const traded = entry.tokens.get(done.last.outcome)
    if (traded !== undefined && !connection.hasFault('missed-trade', key, atMs)) {
      const frame = { kind: 'trade', subject: traded.subject } as const
      send(frame, () => messages.lastTrade(done, false), atMs)
      if (connection.hasFault('withdrawn-trade', key, atMs))
        send(frame, () => messages.lastTrade(done, true), atMs)
    }
    if (!sendsBooks) return
    entry.awaitsBook = connection.hasFault('tick-size-change', key, atMs)
    if (!entry.awaitsBook) return books(entry, atMs)
    for (const { outcome, subject } of entry.tokens.values())
      send(
        { kind: 'lifecycle', subject },
        () => messages.tickSizeChange(market, outcome, atMs),
        atMs,
      )
  }

  return {
    firstBooks,
    bookStep,
    order,
    newMarket(market: MarketA, nowMs: number): void {
      send({ kind: 'lifecycle' }, () => messages.newMarket(market), nowMs)
    },
    resolved({ market, tokens }: Watched, atMs: number): void {
      const [first] = tokens.values()
      if (first !== undefined)
        send(
          { kind: 'lifecycle', subject: first.subject },
          () => messages.marketResolved(market, atMs),
          atMs,
        )
    },
  }
}
