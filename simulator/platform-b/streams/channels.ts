// Sends what has happened on the subscribed channels.
import type { Occurrence } from '../../streams/in-order.ts'
import type { StreamConnection } from '../../streams/stream.ts'
import { levelChanges, watchBook } from '../../world/book-changes.ts'
import { bookAt } from '../../world/book.ts'
import type { MarketB } from '../../world/market.ts'
import type { Trade } from '../../world/trades.ts'
import type { World } from '../../world/world.ts'
import { lifecycleBetween } from './lifecycle.ts'
import * as messages from './messages.ts'
import type { Subscription } from './subscription.ts'

/** Follows the books of the tickers that are listed, and sends a snapshot of each. */
export function addBooks(
  world: World,
  subscription: Subscription,
  tickers: Iterable<string>,
  nowMs: number,
): void {
  for (const ticker of tickers) {
    const market = world.catalogB(nowMs).marketById.get(ticker)
    if (market === undefined || subscription.books.has(ticker)) continue
    const watch = watchBook(market, nowMs, (tMs) => bookAt(market, tMs))
    subscription.books.set(ticker, { watch, subject: `${ticker}/${subscription.booksAdded++}` })
    sendSnapshot(subscription, market, nowMs)
  }
}

/** `id`: of the command that asked for the snapshot. */
export function sendSnapshot(
  subscription: Subscription,
  market: MarketB,
  nowMs: number,
  id?: unknown,
): void {
  const subject = subscription.books.get(market.id)?.subject ?? market.id
  subscription.send(
    { kind: 'book', subject, ...(id === undefined ? { isFirst: true } : {}) },
    {
      type: 'orderbook_snapshot',
      id,
      msg: () => messages.snapshot(market, bookAt(market, nowMs), subscription.usesYesPrice),
    },
    nowMs,
  )
}

/** What one subscription has to send for a time range. */
export function occurrencesOf(
  world: World,
  connection: StreamConnection,
  subscription: Subscription,
  range: { readonly fromMs: number; readonly untilMs: number },
): readonly Occurrence[] {
  const { channel } = subscription
  if (channel === 'orderbook_delta') return bookOccurrences(world, subscription, range.untilMs)
  if (channel === 'trade') return tradeOccurrences(world, connection, subscription, range)
  return lifecycleOccurrences(world, subscription, range)
}

type Range = Parameters<typeof occurrencesOf>[3]

function bookOccurrences(
  world: World,
  subscription: Subscription,
  untilMs: number,
): readonly Occurrence[] {
  const { marketById } = world.catalogB(untilMs)
  const occurrences: Occurrence[] = []
  for (const [ticker, { watch, subject }] of subscription.books) {
    const market = marketById.get(ticker)
    if (market === undefined) continue
    for (const { before, after, atMs } of watch.stepsUntil(untilMs))
      for (const change of levelChanges(before, after))
        occurrences.push({
          atUs: atMs * 1000,
          send: () =>
            subscription.send(
              { kind: 'change', subject },
              {
                type: 'orderbook_delta',
                msg: () => messages.delta(market, change, atMs, subscription.usesYesPrice),
              },
              untilMs,
            ),
        })
  }
  return occurrences
}

function tradeOccurrences(
  world: World,
  connection: StreamConnection,
  subscription: Subscription,
  { fromMs, untilMs }: Range,
): readonly Occurrence[] {
  const { tickers } = subscription
  const { marketById } = world.catalogB(untilMs)
  const done = [...world.tape.newestFirst('platform_b', fromMs * 1000 + 1, untilMs * 1000 + 1)]
  return done
    .reverse()
    .filter(({ market: { id } }) => marketById.has(id) && (tickers === null || tickers.has(id)))
    .map((trade) => ({
      atUs: trade.timeUs,
      send: () => sendTrade(connection, subscription, trade, untilMs),
    }))
}

function sendTrade(
  connection: StreamConnection,
  subscription: Subscription,
  trade: Trade,
  nowMs: number,
): void {
  const { market, timeUs, order, fill } = trade
  const key = `${market.id}/${timeUs}/${order}/${fill}`
  const atMs = Math.floor(timeUs / 1000)
  if (connection.hasFault('missed-trade', key, atMs)) return
  const send = (isWithdrawn: boolean): void =>
    subscription.send(
      { kind: 'trade', subject: market.id },
      { type: 'trade', msg: () => messages.trade(trade, isWithdrawn) },
      nowMs,
    )
  send(false)
  if (connection.hasFault('withdrawn-trade', key, atMs)) send(true)
}

/** Sent when the second in which something happened is over: REST's lists change each second, too. */
function lifecycleOccurrences(
  world: World,
  subscription: Subscription,
  { fromMs, untilMs }: Range,
): readonly Occurrence[] {
  const from = Math.floor(fromMs / 1000) * 1000
  const until = Math.floor(untilMs / 1000) * 1000
  if (from === until) return []
  const isMultivariate = subscription.channel === 'multivariate_market_lifecycle'
  return lifecycleBetween(world, from, until, isMultivariate).map(({ atMs, type, msg }) => ({
    atUs: atMs * 1000,
    send: () =>
      subscription.send(
        { kind: 'lifecycle' },
        {
          type: isMultivariate && type === 'market_lifecycle_v2' ? subscription.channel : type,
          msg: () => msg,
        },
        untilMs,
      ),
  }))
}
