// The market channel: books, their changes and trades of the subscribed tokens, and the lifecycle of markets.
// No command is acknowledged or refused.
import { parseCommand, stringsOf } from '../../streams/command.ts'
import { sendInOrder, type Occurrence } from '../../streams/in-order.ts'
import type { Stream, StreamConnection, StreamSession } from '../../streams/stream.ts'
import { maxStepsMs } from '../../world/book-changes.ts'
import type { MarketA } from '../../world/market.ts'
import type { World } from '../../world/world.ts'
import { closedMs } from '../state.ts'
import { createTokenIndex } from '../tokens.ts'
import { createMarketSender } from './market-sender.ts'
import { ordersBetween } from './orders.ts'
import { createSubscriptions } from './subscriptions.ts'

/** A command with more tokens closes the connection. */
const maxTokensPerCommand = 2_000

export function marketChannel(world: World): Stream {
  const findToken = createTokenIndex(world)
  return {
    path: '/ws/market',
    open: (connection) => createSession(world, findToken, connection),
  }
}

function createSession(
  world: World,
  findToken: ReturnType<typeof createTokenIndex>,
  connection: StreamConnection,
): StreamSession {
  const sender = createMarketSender(world, connection)
  const subscriptions = createSubscriptions(findToken)
  const { watched, unknown } = subscriptions
  /** The client also wants best prices, new and resolved markets. */
  let hasCustomFeatures = false

  function eventsOf(created: readonly MarketA[], fromMs: number, untilMs: number): Occurrence[] {
    if (!hasCustomFeatures) return []
    const resolved = [...watched.values()]
      .map((entry) => ({ entry, atMs: closedMs(entry.market) }))
      .filter(({ atMs }) => atMs > fromMs && atMs <= untilMs)
    return [
      ...created.map((market) => ({
        atUs: market.lifecycle.createdMs * 1000,
        send: () => sender.newMarket(market, untilMs),
      })),
      ...resolved.map(({ entry, atMs }) => ({
        atUs: atMs * 1000,
        send: () => sender.resolved(entry, atMs),
      })),
    ]
  }

  return {
    receive(text, nowMs) {
      if (text === 'PING') return connection.reply('PONG')
      const command = parseCommand(text)
      if (command === null) return
      const ids = stringsOf(command['assets_ids'])
      if (ids.length > maxTokensPerCommand) return connection.close(1008, 'too many assets')
      if (command['custom_feature_enabled'] === true) hasCustomFeatures = true
      if (command['operation'] === 'unsubscribe') return subscriptions.remove(ids, nowMs)
      if (command['operation'] !== 'subscribe' && command['type'] !== 'market') return
      const added = subscriptions.add(ids, nowMs)
      if (command['initial_dump'] !== false) sender.firstBooks(added, nowMs)
    },
    advance(fromMs, untilMs) {
      const created = newMarkets(world, fromMs, untilMs)
      const occurrences = eventsOf(created, fromMs, untilMs)
      for (const entry of watched.values())
        for (const step of entry.watch.stepsUntil(untilMs))
          occurrences.push({
            atUs: step.atMs * 1000,
            send: () => sender.bookStep(entry, step, hasCustomFeatures),
          })
      if (watched.size > 0)
        for (const order of ordersBetween(world, fromMs, untilMs, (market) => watched.has(market)))
          occurrences.push({
            atUs: order.last.timeUs,
            send: () => {
              const entry = watched.get(order.market)
              if (entry !== undefined) sender.order(entry, order, order.atMs > untilMs - maxStepsMs)
            },
          })
      sendInOrder(occurrences)
      if (created.length > 0 && unknown.size > 0)
        sender.firstBooks(subscriptions.add([...unknown], untilMs), untilMs)
    },
    overflow: () => connection.close(1013, 'slow consumer: send buffer full'),
  }
}

/** The markets that REST lists since `fromMs`: its lists change each second. */
function newMarkets(world: World, fromMs: number, untilMs: number): readonly MarketA[] {
  const from = Math.floor(fromMs / 1000) * 1000
  const until = Math.floor(untilMs / 1000) * 1000
  if (from === until) return []
  return world
    .catalogA(untilMs)
    .events.filter(({ createdMs }) => createdMs > from && createdMs <= until)
    .flatMap(({ markets }) => markets)
}
