// The WebSocket of platform_b: commands, and the channels that a client has subscribed to.
import { isObject, parseCommand, stringsOf, type Json } from '../../streams/command.ts'
import { sendInOrder } from '../../streams/in-order.ts'
import type { Stream, StreamConnection, StreamSession } from '../../streams/stream.ts'
import type { World } from '../../world/world.ts'
import { rejectionOf, type RequiredKey } from '../signatures.ts'
import { addBooks, occurrencesOf, sendSnapshot } from './channels.ts'
import { channelOf, createSubscription, type Channel, type Subscription } from './subscription.ts'

/** `requiredKey`: the handshake must be signed with it. */
export function tradeApiStream(world: World, requiredKey: RequiredKey | undefined): Stream {
  return {
    path: '/trade-api/ws/v2',
    pingBody: 'heartbeat',
    rejection: (request) =>
      requiredKey === undefined ? null : rejectionOf(request, 'GET', requiredKey),
    open: (connection) => createSession(world, connection),
  }
}

/** The numbers and texts of the errors. */
const errors = {
  unreadable: [1, 'Unable to process message'],
  noParams: [2, 'Params required'],
  noChannels: [3, 'Channels required'],
  noSids: [4, 'Subscription IDs required'],
  unknownCommand: [5, 'Unknown command'],
  unknownSid: [7, 'Unknown subscription ID'],
  unknownChannel: [8, 'Unknown channel name'],
  notOneSid: [12, 'Exactly one subscription ID is required'],
  unsupportedAction: [13, 'Unsupported action'],
  noTickers: [14, 'Market Ticker required'],
  noAction: [15, 'Action required'],
  overflow: [25, 'Subscription buffer overflow'],
} as const satisfies Record<string, readonly [number, string]>

interface Session {
  readonly world: World
  readonly connection: StreamConnection
  readonly subscriptions: Map<Channel, Subscription>
  nextSid: number
}

function createSession(world: World, connection: StreamConnection): StreamSession {
  const session: Session = { world, connection, subscriptions: new Map(), nextSid: 1 }
  return {
    receive(text, nowMs) {
      const command = parseCommand(text)
      const fault = command === null ? 'unreadable' : execute(session, command, nowMs)
      if (fault === null) return
      const [code, msg] = errors[fault]
      connection.reply(JSON.stringify({ type: 'error', id: command?.['id'], msg: { code, msg } }))
    },
    advance(fromMs, untilMs) {
      for (const subscription of session.subscriptions.values()) {
        sendInOrder(occurrencesOf(world, connection, subscription, { fromMs, untilMs }))
        addListed(world, subscription, fromMs, untilMs)
      }
    },
    overflow() {
      // The platform ends the subscription, not the connection.
      for (const subscription of session.subscriptions.values()) {
        const [code, msg] = errors.overflow
        subscription.reply('error', undefined, { code, msg })
        subscription.end()
      }
      session.subscriptions.clear()
    },
  }
}

/** Subscribed markets may be listed later. */
function addListed(
  world: World,
  subscription: Subscription,
  fromMs: number,
  untilMs: number,
): void {
  const { channel, tickers, books } = subscription
  if (channel !== 'orderbook_delta' || tickers === null || tickers.size === books.size) return
  if (Math.floor(fromMs / 1000) !== Math.floor(untilMs / 1000))
    addBooks(world, subscription, tickers, untilMs)
}

type Fault = keyof typeof errors

/** Returns the error; null: there is none. */
function execute(session: Session, { id, cmd, params }: Json, nowMs: number): Fault | null {
  if (cmd === 'list_subscriptions') {
    const list = [...session.subscriptions.values()].map(({ channel, sid }) => ({ channel, sid }))
    session.connection.reply(JSON.stringify({ id, type: 'ok', msg: list }))
    return null
  }
  if (cmd !== 'subscribe' && cmd !== 'unsubscribe' && cmd !== 'update_subscription')
    return 'unknownCommand'
  if (!isObject(params)) return 'noParams'
  if (cmd === 'subscribe') return subscribe(session, id, params, nowMs)
  if (cmd === 'unsubscribe') return unsubscribe(session, id, params)
  return update(session, id, params, nowMs)
}

const tickersOf = ({ market_ticker: one, market_tickers: several }: Json): readonly string[] =>
  typeof one === 'string' ? [one] : stringsOf(several)

function subscribe(session: Session, id: unknown, params: Json, nowMs: number): Fault | null {
  const names = stringsOf(params['channels'])
  if (names.length === 0) return 'noChannels'
  const named = names.map(channelOf)
  if (!named.every((channel) => channel !== null)) return 'unknownChannel'
  const tickers = tickersOf(params)
  if (named.includes('orderbook_delta') && tickers.length === 0) return 'noTickers'
  const { world, connection, subscriptions } = session
  for (const channel of named) {
    const known = subscriptions.get(channel)
    const isFiltered = channel === 'orderbook_delta' || (channel === 'trade' && tickers.length > 0)
    if (known !== undefined) {
      // A second subscription to a channel is merged into the first.
      if (isFiltered) for (const ticker of tickers) known.tickers?.add(ticker)
      else known.tickers = null
      replyWithMarkets(known, id)
    } else {
      const sid = session.nextSid++
      const created = createSubscription(connection, {
        sid,
        channel,
        usesYesPrice: params['use_yes_price'] === true,
        tickers: isFiltered ? new Set(tickers) : null,
      })
      subscriptions.set(channel, created)
      connection.reply(JSON.stringify({ type: 'subscribed', id, msg: { channel, sid } }))
    }
    const subscription = subscriptions.get(channel)
    if (channel === 'orderbook_delta' && subscription !== undefined)
      addBooks(world, subscription, tickers, nowMs)
  }
  return null
}

/** The reply lists all markets of the subscription. */
function replyWithMarkets(subscription: Subscription, id: unknown): void {
  const { tickers } = subscription
  subscription.reply('ok', id, tickers === null ? {} : { market_tickers: [...tickers].sort() })
}

const sidsOf = (value: unknown): readonly number[] =>
  Array.isArray(value) ? value.filter((item): item is number => typeof item === 'number') : []

const findSid = ({ subscriptions }: Session, sid: number): Subscription | undefined =>
  [...subscriptions.values()].find((subscription) => subscription.sid === sid)

function unsubscribe(session: Session, id: unknown, params: Json): Fault | null {
  const sids = sidsOf(params['sids'])
  if (sids.length === 0) return 'noSids'
  const found = sids.map((sid) => findSid(session, sid))
  if (!found.every((subscription) => subscription !== undefined)) return 'unknownSid'
  for (const subscription of found) {
    subscription.reply('unsubscribed', id)
    session.subscriptions.delete(subscription.channel)
  }
  return null
}

function update(session: Session, id: unknown, params: Json, nowMs: number): Fault | null {
  const [sid, ...others] =
    typeof params['sid'] === 'number' ? [params['sid']] : sidsOf(params['sids'])
  if (sid === undefined || others.length > 0) return 'notOneSid'
  const subscription = findSid(session, sid)
  if (subscription === undefined) return 'unknownSid'
  const { action } = params
  if (typeof action !== 'string') return 'noAction'
  const tickers = tickersOf(params)
  const { world } = session
  if (action === 'get_snapshot') {
    if (subscription.channel !== 'orderbook_delta') return 'unsupportedAction'
    if (tickers.length === 0) return 'noTickers'
    for (const ticker of tickers) {
      const market = world.catalogB(nowMs).marketById.get(ticker)
      if (market !== undefined) sendSnapshot(subscription, market, nowMs, id ?? null)
    }
    return null
  }
  if (action !== 'add_markets' && action !== 'delete_markets') return 'unsupportedAction'
  if (tickers.length === 0) return 'noTickers'
  for (const ticker of tickers) {
    if (action === 'add_markets') subscription.tickers?.add(ticker)
    else subscription.tickers?.delete(ticker)
    if (action === 'delete_markets') subscription.books.delete(ticker)
  }
  replyWithMarkets(subscription, id)
  if (action === 'add_markets' && subscription.channel === 'orderbook_delta')
    addBooks(world, subscription, tickers, nowMs)
  return null
}
