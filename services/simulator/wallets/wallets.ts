// Everything that a wallet did on platform_a: its part in the life of each listed event, and what it
// was paid. Lives are made when somebody asks for a wallet, and go on from where they were.
import type { EventA } from '../world/market.ts'
import type { World } from '../world/world.ts'
import { byTime, type Deed } from './deed.ts'
import { createEventLife, type EventLife } from './event-life.ts'
import { paymentsOf } from './payments.ts'

export interface Wallets {
  /** In what is listed at that instant, up to it, oldest first; none for an unknown wallet. */
  deedsOf(address: string, nowMs: number): readonly Deed[]
  /** Who did anything, and how much: by address. */
  counts(nowMs: number): ReadonlyMap<string, number>
}

export function createWallets(world: World): Wallets {
  const { traders } = world
  const lives = new WeakMap<EventA, EventLife>()
  const lifeOf = (event: EventA): EventLife => {
    const life = lives.get(event) ?? createEventLife(event, world)
    lives.set(event, life)
    return life
  }
  const eventsAt = (nowMs: number): readonly EventA[] =>
    world.listingA(nowMs).events.filter(({ markets }) => markets.some(isTraded))

  function deedsOf(address: string, nowMs: number): readonly Deed[] {
    const wallet = traders.numberAt(address)
    if (wallet === null) return []
    return [
      ...eventsAt(nowMs).flatMap((event) => lifeOf(event).deedsUntil(nowMs).get(wallet) ?? []),
      ...paymentsOf(world.settings.seed, wallet, world.oldestTradeMs(nowMs), nowMs),
    ]
      .filter(({ timeUs }) => timeUs <= nowMs * 1000)
      .sort(byTime)
  }

  return {
    deedsOf,
    counts(nowMs) {
      const all = traders.addresses.map(
        (address) => [address, deedsOf(address, nowMs).length] as const,
      )
      return new Map(all.filter(([, count]) => count > 0))
    },
  }
}

const isTraded = ({ tradesPerHour }: { readonly tradesPerHour: number }): boolean =>
  tradesPerHour > 0
