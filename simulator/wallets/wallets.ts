// Everything that a wallet did on platform_a: its actions in each listed event, and its payments.
// The actions of an event are computed on the first request for a wallet, and then extended.
import type { EventA } from '../world/market.ts'
import type { World } from '../world/world.ts'
import { byTime, type WalletAction } from './wallet-action.ts'
import { createEventActions, type EventActions } from './event-actions.ts'
import { paymentsOf } from './payments.ts'

export interface Wallets {
  /** In the events that are listed at `nowMs`, up to that time, oldest first; none for an unknown wallet. */
  actionsOf(address: string, nowMs: number): readonly WalletAction[]
  /** Number of actions by address; wallets without any are left out. */
  counts(nowMs: number): ReadonlyMap<string, number>
}

export function createWallets(world: World): Wallets {
  const { traders } = world
  const byEvent = new WeakMap<EventA, EventActions>()
  const eventActionsOf = (event: EventA): EventActions => {
    const eventActions = byEvent.get(event) ?? createEventActions(event, world)
    byEvent.set(event, eventActions)
    return eventActions
  }
  const eventsAt = (nowMs: number): readonly EventA[] =>
    world.catalogA(nowMs).events.filter(({ markets }) => markets.some(isTraded))

  function actionsOf(address: string, nowMs: number): readonly WalletAction[] {
    const wallet = traders.numberOfAddress(address)
    if (wallet === null) return []
    return [
      ...eventsAt(nowMs).flatMap(
        (event) => eventActionsOf(event).actionsUntil(nowMs).get(wallet) ?? [],
      ),
      ...paymentsOf(world.settings.seed, wallet, world.oldestTradeMs(nowMs), nowMs),
    ]
      .filter(({ timeUs }) => timeUs <= nowMs * 1000)
      .sort(byTime)
  }

  return {
    actionsOf,
    counts(nowMs) {
      const all = traders.addresses.map(
        (address) => [address, actionsOf(address, nowMs).length] as const,
      )
      return new Map(all.filter(([, count]) => count > 0))
    },
  }
}

const isTraded = ({ tradesPerHour }: { readonly tradesPerHour: number }): boolean =>
  tradesPerHour > 0
