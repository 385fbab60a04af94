// The real-time data stream (RTDS): its topic `activity`, the only public stream that names wallets.
import { sizeNumber } from '../../decimals.ts'
import { hexOf } from '../../random.ts'
import { isObject, parseCommand, type Json } from '../../streams/command.ts'
import { sendInOrder, type Occurrence } from '../../streams/in-order.ts'
import type { Stream, StreamConnection, StreamSession } from '../../streams/stream.ts'
import type { MarketA } from '../../world/market.ts'
import type { Trade } from '../../world/trades.ts'
import type { World } from '../../world/world.ts'
import { wireTrade } from '../trade-row.ts'
import { ordersBetween, transactionHash, type Order } from './orders.ts'

/** Without a ping for this long, the platform sends nothing more and leaves the connection open. */
const maxPingGapMs = 360_000
const types = ['trades', 'orders_matched'] as const

export const activityTopic = (world: World): Stream => ({
  path: '/rtds',
  open: (connection) => createSession(world, connection),
})

interface Subscription {
  readonly type: (typeof types)[number]
  /** null: of all events or markets. */
  readonly eventSlug: string | null
  readonly marketSlug: string | null
}

function createSession(world: World, connection: StreamConnection): StreamSession {
  const connectionId = Buffer.from(hexOf(`rtds/${connection.number}`, 24), 'hex').toString('base64')
  let subscriptions: readonly Subscription[] = []
  let pingedMs: number | null = null

  function send(type: Subscription['type'], order: Order, payload: Json): void {
    const message = {
      connection_id: connectionId,
      payload,
      timestamp: order.atMs,
      topic: 'activity',
      type,
    }
    const frame = { kind: 'trade', subject: order.market.id } as const
    connection.send({ ...frame, write: () => JSON.stringify(message) }, order.atMs)
  }

  function sendOrder(order: Order): void {
    const { market, key, atMs } = order
    if (connection.hasFault('missed-trade', key, atMs)) return
    const isWanted = (subscription: Subscription): boolean =>
      (subscription.eventSlug ?? market.event.spec.slug) === market.event.spec.slug &&
      (subscription.marketSlug ?? market.spec.slug) === market.spec.slug
    const wanted = new Set(subscriptions.filter(isWanted).map(({ type }) => type))
    for (const type of wanted) for (const row of rowsOf(type, order)) send(type, order, row)
    if (!connection.hasFault('withdrawn-trade', key, atMs)) return
    const transaction = { transactionHash: transactionHash(order, true) }
    for (const type of wanted)
      for (const row of rowsOf(type, order)) send(type, order, { ...row, ...transaction })
  }

  /** `orders_matched`: the taker's side of the whole order; `trades`: both sides of each fill. */
  function rowsOf(type: Subscription['type'], { market, last, fills, sizeMicro }: Order): Json[] {
    if (type === 'orders_matched')
      return [{ ...rowOf(world, market, last, false), size: sizeNumber(sizeMicro) }]
    return fills.flatMap((fill) =>
      [false, true].map((isMaker) => rowOf(world, market, fill, isMaker)),
    )
  }

  return {
    receive(text, nowMs) {
      if (text.toUpperCase() === 'PING') {
        pingedMs = nowMs
        return connection.reply('')
      }
      const command = parseCommand(text)
      if (command === null) return
      pingedMs ??= nowMs
      const named = subscriptionsOf(command['subscriptions'])
      if (command['action'] === 'subscribe') subscriptions = [...subscriptions, ...named]
      if (command['action'] === 'unsubscribe')
        subscriptions = subscriptions.filter(
          (old) => !named.some((one) => JSON.stringify(one) === JSON.stringify(old)),
        )
    },
    advance(fromMs, untilMs) {
      if (subscriptions.length === 0) return
      const listed = world.catalogA(untilMs).marketById
      sendInOrder(
        ordersBetween(world, fromMs, untilMs, ({ id }) => listed.has(id))
          .filter(({ atMs }) => atMs - (pingedMs ?? 0) <= maxPingGapMs)
          .map((order): Occurrence => ({
            atUs: order.last.timeUs,
            send: () => sendOrder(order),
          })),
      )
    },
    overflow: () => connection.close(1013, 'slow consumer: send buffer full'),
  }
}

/** One side of a fill. The rows of the Data interface have more fields. */
function rowOf({ traders }: World, market: MarketA, trade: Trade, isMaker: boolean): Json {
  const {
    bio: _bio,
    profileImage: _image,
    profileImageOptimized: _optimized,
    ...row
  } = wireTrade({ trade, market, isMaker }, traders)
  return row
}

function subscriptionsOf(list: unknown): readonly Subscription[] {
  if (!Array.isArray(list)) return []
  return list.filter(isObject).flatMap(({ topic, type, filters }) => {
    if (topic !== 'activity') return []
    const filter = typeof filters === 'string' ? parseCommand(filters) : null
    return types
      .filter((known) => type === '*' || type === known)
      .map((known): Subscription => ({
        type: known,
        eventSlug: textOf(filter?.['event_slug']),
        marketSlug: textOf(filter?.['market_slug']),
      }))
  })
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)
